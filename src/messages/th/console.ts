import type { Translation } from '../../core/message.js';
import type * as english from '../console.js';

export const consoleWords: Translation<typeof english.consoleWords> = {
  skip: 'ข้ามไปยังเนื้อหา',
  search: 'ค้นหา',
  searchHint: 'เลขอ้างอิง จำนวนเงิน หรือชื่อ',
  openMenu: 'เมนู',
  menu: 'หน้าต่าง ๆ',
  readOnly: 'อ่านอย่างเดียว',
  failed: 'ทำรายการไม่ได้',
  toStart: 'กลับหน้าแรก',
  seeHealth: 'ดูสาเหตุที่สอบถามธนาคารไม่ได้',
  onlyCommand: 'ใช้คำสั่งในเทอร์มินัล:',
  noFile: 'ยังไม่ได้เลือกรูป โปรดเลือกไฟล์แล้วตรวจสอบอีกครั้ง',
  tooLarge: 'ไฟล์ใหญ่เกิน 8 MB ย้อนกลับแล้วเลือกไฟล์ที่เล็กกว่า',
  tooLargeHere: 'ไฟล์ใหญ่เกินไป ไม่เกิน 8 MB เลือกไฟล์ที่เล็กกว่า หรือถ่ายภาพหน้าจอแทน',
  broken: 'ข้อมูลมาไม่ครบ โปรดส่งอีกครั้ง',
  notFound: 'ไม่มีหน้าที่อยู่นี้ ค้นหาสิ่งที่ต้องการ หรือเลือกหน้าด้านบน',
  noPage: 'ไม่มีหน้านี้',
  linkUsed: 'ลิงก์นี้ใช้ไปแล้ว หรือไม่ใช่ของคอนโซลนี้ เริ่ม payctl console ใหม่เพื่อรับลิงก์ใหม่',
  locked: 'เปิดลิงก์ที่ payctl console แสดงไว้ เบราว์เซอร์นี้ยังไม่ได้เปิดลิงก์นั้น',
  mayNot: 'คุณไม่มีสิทธิ์ทำรายการนี้ โปรดติดต่อผู้กำหนดสิทธิ์ของคอนโซลนี้',
  stale: 'แบบฟอร์มนี้ไม่ใช่ของคอนโซลนี้ เปิดหน้านี้ใหม่แล้วส่งอีกครั้ง',
  opening: 'กำลังเปิดคอนโซล',
  goOn: 'ไปต่อ',
  show: 'แสดง',
  newer: 'ใหม่กว่า',
  older: 'เก่ากว่า',
  page: (number) => `หน้า ${number}`,
  moreWarnings: (count) => `และคำเตือนลักษณะเดียวกันอีก ${count} รายการ`,
  language: 'ภาษา',
  signOut: 'ออกจากระบบ',
};

export const pageNames: Translation<typeof english.pageNames> = {
  start: 'หน้าแรก',
  payments: 'รายการชำระเงิน',
  approvals: 'การอนุมัติ',
  audit: 'บันทึกการใช้งาน',
  journal: 'บันทึกรายการ',
  confirmations: 'การยืนยันจากธนาคาร',
  tickets: 'ทิกเก็ต',
  reconcile: 'กระทบยอด',
  health: 'สถานะระบบ',
  phone: 'โทรศัพท์ของลูกค้า',
  bank: 'ธนาคาร',
  payment: 'การชำระเงิน',
  refund: 'คืนเงิน',
};

export const environments: Translation<typeof english.environments> = {
  test: 'ทดสอบ',
  live: 'ใช้งานจริง',
};

export const refusals: Translation<typeof english.refusals> = {
  get: 'ใช้ GET เท่านั้น',
  getOrPost: 'ใช้ GET หรือ POST เท่านั้น',
  host: 'หน้านี้ตอบเฉพาะ 127.0.0.1, localhost และ [::1]',
  otherHost: (origin) => `หน้านี้ตอบเฉพาะ ${origin}`,
  foreign: 'คำขอนี้มาจากหน้าอื่น',
};
