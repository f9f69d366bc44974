import type { Translation } from '../../core/message.js';
import type * as english from '../console-payments.js';

export const paymentListWords: Translation<typeof english.paymentListWords> = {
  filter: 'กรองรายการ',
  start: 'ตั้งแต่เวลา',
  end: 'ก่อนเวลา',
  all: 'ทั้งหมด',
  sort: 'เรียง',
  newest: 'ใหม่สุดก่อน',
  oldest: 'เก่าสุดก่อน',
  largest: 'ยอดมากสุดก่อน',
  smallest: 'ยอดน้อยสุดก่อน',
  reset: 'ล้าง',
  none: (from, to) =>
    `ไม่พบรายการตั้งแต่ ${from} ถึง ${to} จากข้อมูลที่ค้นได้ แต่อาจชำระแล้วก็ได้ เลือกวันอื่น หรือค้นหาด้วยเลขอ้างอิง`,
  asReference: 'ค้นหาเป็นเลขอ้างอิง',
  first: 'หน้าแรก',
  more: 'หน้าถัดไป',
  earlier: 'ดูย้อนหลังอีกหนึ่งเดือน',
  possibleDuplicate: 'อาจจ่ายซ้ำ',
  csv: 'CSV',
  xlsx: 'Excel',
  exports: 'ทั้งรายการ สูงสุด 10,000 รายการ ชื่อยังถูกปิดบังไว้',
  yes: 'ใช่',
};

export const startWords: Translation<typeof english.startWords> = {
  today: 'วันนี้',
  paid: 'ชำระแล้ว',
  refunded: 'คืนเงินแล้ว',
  open: 'ยังไม่สิ้นสุด',
  unknown: 'ยังไม่ทราบผล',
  asOf: (moment) => `ข้อมูล ณ ${moment}`,
  counting: 'กำลังนับรายการของวันนี้ โหลดหน้านี้ใหม่อีกครั้งในอีกสักครู่',
  newest: 'การยืนยันล่าสุด',
  noConfirmations: 'ยังไม่ได้รับรายการใด',
};

export const actWords: Translation<typeof english.actWords> = {
  recover: 'สอบถามผลอีกครั้ง',
  report: 'รายงาน',
  caseFile: 'แฟ้มเรื่องสำหรับธนาคาร',
  settleLead: 'บันทึกผลด้วยตนเอง',
  settleHelp:
    'ใช้เมื่อสอบถามแล้วไม่ได้คำตอบ และทราบผลจากธนาคารหรือจากรายการเดินบัญชีแล้วเท่านั้น ระบบจะบันทึกชื่อผู้บันทึกไว้',
  whatHappened: 'เกิดอะไรขึ้นที่ธนาคาร',
  executed: 'ทำรายการแล้ว',
  notExecuted: 'ไม่ได้ทำรายการ',
  howKnown: 'ทราบได้อย่างไร',
  settle: 'บันทึกผล',
  recovered: 'สอบถามธนาคารอีกครั้งแล้ว',
  stillOpen: 'สอบถามธนาคารอีกครั้งแล้ว ยังไม่ทราบผล',
  settled: 'บันทึกผลพร้อมหมายเหตุแล้ว',
  accepted: 'รับสลิปสำหรับรายการนี้แล้ว จะไม่มีใครรับสลิปนี้ได้อีก',
  notes: 'หมายเหตุ',
  note: 'หมายเหตุ',
  addNote: 'เพิ่มหมายเหตุ',
  noted: 'บันทึกหมายเหตุแล้ว',
};
