import type { Translation } from '../../core/message.js';
import type * as english from '../library.js';

export const library: Translation<typeof english.libraryMessages> = {
  noSettings: 'createPayments ต้องได้รับการตั้งค่าเป็นออบเจ็กต์',
  notText: (name) => `${name} ต้องเป็นข้อความ`,
  noPlace: 'ไม่ได้ระบุว่าสมุดรายการอยู่ที่ใด',
  givePlace: "createPayments({ stateDir: '/var/lib/shop/payctl' }) หรือ store ที่มีที่อยู่ของที่เก็บร่วม",
  givePath: (path) => `createPayments({ stateDir: ${JSON.stringify(path)} })`,
  closed: 'ปิดการใช้งานไปแล้ว',
  bankStopped: 'หยุดธนาคารนี้ไปแล้ว',
  madeByAnother: (url) => `ธนาคารที่ ${url} เป็นผู้สร้างรหัสนี้ จึงชำระได้ที่นั่นเท่านั้น`,
  payThere: 'เรียก pay ของธนาคารที่สร้างรหัสนี้',
  otherMethod: (operation, method) => `payments.${method} ไม่ทำ ${operation} ไม่ได้ส่งอะไรออกไป`,
  useMethod: (method) => `ใช้ payments.${method}`,
  notFields: (operation) => `ข้อมูลของ ${operation} ต้องเป็นออบเจ็กต์ของฟิลด์`,
  unknownField: 'ไม่ใช่ฟิลด์ของรายการนี้',
  nearestField: (guess) => `ไม่ใช่ฟิลด์ของรายการนี้ หมายถึง ${guess} หรือไม่`,
  giveExtra: 'ฟิลด์ที่ข้อกำหนดไม่มีให้ใส่ใน extra',
};
