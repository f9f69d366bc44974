import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../tokens.js';

export const tokens: Translation<typeof english.tokens> = {
  deleted: 'ลบโทเค็นที่เก็บไว้แล้ว',
  notInRaw: '-o raw ไม่แสดงโทเค็น',
  bareToken: phrase`${payctl`token --raw`} แสดงเฉพาะโทเค็น`,
  waiting: (address) => `กำลังรอผู้ใช้กลับมาที่ ${address}`,
  openYourself: (why) => `${why} โปรดเปิดลิงก์เอง`,
  stopped: 'หยุดด้วยสัญญาณ ไม่มีผู้ใดเข้าสู่ระบบ',
  nobodyReturned: (seconds) => `ไม่มีผู้ใดกลับมาจากธนาคารภายใน ${seconds} วินาที`,
  takeCode: (state) =>
    phrase`${payctl`token login --auth-code CODE --state ${state}`} ใช้รหัสจากที่อยู่ที่ธนาคารส่งกลับไป ภายในหนึ่งนาที หากที่อยู่นั้นมี state อื่น ให้ใช้ค่านั้นแทน`,
  portTaken: (port) => `เปิดรับที่พอร์ต ${port} ของเครื่องนี้ไม่ได้`,
  otherPort: 'ใช้พอร์ตอื่นด้วย --redirect-port ธนาคารต้องรู้จักพอร์ตนั้นเป็นที่อยู่สำหรับส่งกลับ',
  notTheReturn: 'นี่ไม่ใช่การกลับมาจากธนาคาร',
  codeReceived: 'payctl ได้รับรหัสแล้ว ปิดหน้าต่างนี้ได้',
};
