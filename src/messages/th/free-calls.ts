import type { Translation } from '../../core/message.js';
import type * as english from '../free-calls.js';

export const freeCalls: Translation<typeof english.freeCalls> = {
  methodUnknown: (method) => `เมธอดคือ ${method} แต่ธนาคารรู้จักเฉพาะ GET และ POST`,
  pathWrong: (path) => `พาธคือ ${path} ต้องขึ้นต้นด้วย / และไม่มีส่วนที่เป็นจุด`,
  pathGivesTwice: (name) => `พาธระบุ ${name} สองครั้ง`,
  givenTwice: (name) => `ระบุ ${name} สองครั้ง: ในพาธและเป็นฟิลด์`,
  otherMethod: ({ path, name, known, method }) =>
    `${path} คือ ${name} ซึ่งธนาคารรับเป็น ${known} ไม่ใช่ ${method} ไม่มีการส่งคำสั่งใด`,
  otherSpelling: ({ given, path, name }) =>
    `พาธ ${given} เป็นการเขียนอีกแบบของ ${path} ซึ่งคือ ${name} ไม่มีการส่งคำสั่งใด`,
  known: 'คำสั่งที่รู้จัก',
  readsOfKnown: (path) =>
    `ใช้ --reads ไม่ได้: มี ${path} ในรายการคำสั่งอยู่แล้ว จึงทราบว่าทำอะไร ไม่มีการส่งคำสั่งใด`,
  leaveOutReads: 'นำ --reads ออก',
  readsInReadOnly: (profile) =>
    `ใช้ --reads ไม่ได้: โปรไฟล์ ${profile} อ่านได้อย่างเดียว และคำสั่งที่ไม่รู้จักอาจเคลื่อนย้ายเงิน ไม่มีการส่งคำสั่งใด`,
  otherProfile: 'ใช้โปรไฟล์อื่นด้วย -p',
  notPercentEncoded: (segment) => `พาธมี ${segment} ซึ่งเข้ารหัสแบบเปอร์เซ็นต์ไม่ถูกต้อง`,
  writePercent: 'เขียนเครื่องหมายเปอร์เซ็นต์เป็น %25',
};
