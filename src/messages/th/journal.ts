import type { Translation } from '../../core/message.js';
import type * as english from '../journal.js';

export const journal: Translation<typeof english.journalMessages> = {
  unknownReference: {
    terminal: (reference) => `บันทึกรายการไม่มีคำสั่งของเลขอ้างอิง ${reference}`,
    page: (reference) => `เครื่องนี้ไม่เคยส่งคำสั่งเคลื่อนย้ายเงินด้วยเลข ${reference}`,
  },

  rightStore: 'stateDir หรือ store เป็นที่เดียวกับตอนที่ทำรายการหรือไม่',
  untrusted: (charge) => `บันทึกของ ${charge} เชื่อถือไม่ได้`,
  inFlight: (charge) => `กำลังส่ง ${charge}`,
  ended: (charge, state) => `${charge} สิ้นสุดแล้ว: ${state}`,
  noCredentials: (charge, bank) => `${charge} ถูกส่งไปที่ ${bank} ซึ่งการทำงานครั้งนี้ไม่มีข้อมูลรับรอง`,

  changedMeanwhile: (reference) => `${reference} เปลี่ยนไประหว่างการสรุปผล`,
  mustAsk: (reference, bank) =>
    `ต้องสอบถามธนาคารเรื่อง ${reference} แต่การทำงานครั้งนี้ไม่มีข้อมูลรับรองของ ${bank} จึงไม่ได้บันทึกสิ่งใด`,
  notRecorded: (why) => `${why} จึงไม่ได้บันทึกสิ่งใด`,
  notUnexecuted: (reference, why) => `สรุปว่า ${reference} ไม่ได้ดำเนินการไม่ได้: ${why}`,
  severalCharges: (reference, charges) => `${reference} เป็นของหลายรายการ: ${charges}`,
  sayWhich: {
    terminal: 'ระบุรายการด้วย --operation หรือใช้คีย์ของรายการแทนเลขอ้างอิง',
    page: 'เลือกหนึ่งรายการ',
  },
  namedTwice: (line) => `เป็นรายการเดียวกับบรรทัดที่ ${line} ไฟล์หนึ่งตัดสินแต่ละรายการได้ครั้งเดียว`,
  cannotSettle: (reference, state) => `สรุปผลของ ${reference} เองไม่ได้: สถานะคือ ${state}`,

  notWhole: (name, why) => `${name} ไม่ใช่ไฟล์เก็บถาวรที่สมบูรณ์: ${why}`,
  readBackOtherwise: (name) => `อ่าน ${name} กลับได้ไม่ตรงกับที่เขียน จึงไม่ได้นำสิ่งใดออกจากบันทึก`,
  stoppedArchiving: 'หยุดก่อนย้ายครบทุกรายการ',
  runAgain: {
    terminal: 'เรียกคำสั่งเดิมอีกครั้ง จะทำต่อจากจุดที่หยุด',
    page: 'เริ่มอีกครั้ง จะทำต่อจากจุดที่หยุด',
  },
  newFile: { terminal: 'ตั้งชื่อไฟล์ใหม่', page: 'ตั้งชื่อไฟล์ใหม่' },
};
