import type { Translation } from '../../core/message.js';
import type * as english from '../sandbox-operator.js';

export const sandboxOperator: Translation<typeof english.sandboxOperator> = {
  clockWrong: (change) => `ตั้งนาฬิกาเป็น ${change} ไม่ได้`,
  clockForms: {
    terminal: 'ใช้ +2h, 2026-01-31T22:59:00+07:00, now, stop หรือ start',
    page: 'เขียน +2h, +1d หรือ 2026-01-31T22:59:00+07:00',
  },
  noTransfer: (id) => `ธนาคารจำลองไม่มีการโอน ${id}`,
  planMissing: (plans) => `ไม่มี --plan ใช้ ${plans}`,
  noSetting: (given) => `${given} ไม่ใช่การตั้งค่าของธนาคารจำลอง`,
  settingForms: (names) => `ใช้ ชื่อ=ค่า โดยชื่อเป็นหนึ่งใน: ${names}`,
  settingWrong: ({ name, right, given }) => `${name} ต้องเป็น${right} ไม่ใช่ ${given}`,
  hostList: 'HOST หรือ HOST:PORT คั่นหลายค่าด้วยจุลภาค',
  threeDigits: 'ตัวเลขสามหลัก',
  trueOrFalse: ' true หรือ false',
  wholeNumber: 'จำนวนเต็ม',
  oneOf: (choices) => ` ${choices.join(' หรือ ')}`,
  noFault: {
    terminal: (name) => `ไม่มีความผิดพลาด ${name} และไม่มีรหัสนี้ที่ธนาคารใช้ปฏิเสธ`,
    page: (name) => `ไม่มีความผิดพลาดหรือรหัส ${name}`,
  },
  faultNames: (names) => `มีดังนี้: ${names}`,
  timesZero: (flag) => `${flag} เป็น 0 ระบุจำนวนครั้งที่ให้เกิดความผิดพลาด ตั้งแต่ 1`,
  probabilityWrong: (given) => `--probability คือ ${given} ใช้ตัวเลข 0 ถึง 1`,
  otherStatus: (code, status) => `${code} ไม่มาพร้อมสถานะ HTTP ${status}`,
  statuses: (statuses) => `ใช้ --status ${statuses}`,
  anyErrorStatus: 'ใช้ --status 400 ถึง 599',
  noOperation: (id) => `ไม่มีการทำงาน ${id}`,
  operations: (ids) => `มีดังนี้: ${ids}`,
  mayDelete: 'ลบทุกสิ่งที่เกิดขึ้นในธนาคารจำลองหรือไม่',
  isNew:
    'ธนาคารจำลองเริ่มใหม่แล้ว บันทึกรายการในเครื่องนี้ยังเก็บคำสั่งที่ส่งไว้ และไม่ยอมให้ใช้เลขอ้างอิงเดิมกับเนื้อหาอื่น ลบได้ด้วย: payctl sandbox reset --journal',
  isNewWithoutCharges: (count) => `ธนาคารจำลองเริ่มใหม่แล้ว ลบคำสั่งจากบันทึกรายการ ${count} รายการ`,
  unbalanced: 'บัญชีของธนาคารจำลองไม่สมดุล',
  balanced: 'บัญชีสมดุล',
};
