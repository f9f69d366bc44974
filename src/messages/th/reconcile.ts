import type { Translation } from '../../core/message.js';
import type * as english from '../reconcile.js';

export const reconcile: Translation<typeof english.reconcileMessages> = {
  oneStandardInput: 'อ่านจาก standard input ได้เพียงไฟล์เดียว',
  mustAsk: 'เมื่อไม่มี --bank ต้องสอบถามธนาคาร จึงใช้ --inquire none ไม่ได้',
  giveBank: 'ระบุไฟล์ของธนาคารด้วย --bank หรือไม่ต้องใส่ --inquire',
  readAndWritten: (file) => `${file} จะถูกทั้งอ่านและเขียน`,
  writeElsewhere: 'เขียนลงไฟล์อื่น',
  fromAfterTo: '--from อยู่หลัง --to',
  tolerance: (flag, given) => `${flag} เป็น ${given} ให้ระบุจำนวนบาท ทศนิยมไม่เกินสองตำแหน่ง เช่น 0.50`,
  cutoff: (flag, given) => `${flag} เป็น ${given} ให้ระบุเวลาของวัน เช่น 22:00`,
  giveFile: (named, wanted) => `${named}: ให้ระบุ ${wanted}`,
  recordsFile: 'FILE.jsonl หรือ FILE.csv',
  pageFile: 'FILE.html',
  noMap: (file) => `ไม่มีไฟล์: --map ${file}`,

  asking: (count) => `กำลังสอบถามธนาคาร ${count} รายการ`,
  stopped: (answered, all) => `หยุดหลังสอบถาม ${answered} จาก ${all} รายการ ไม่มีคำขอใดค้างอยู่`,
  withOut: 'ถ้าใช้ --out การทำครั้งถัดไปจะต่อจากที่หยุด',
  again: 'ทำอีกครั้งเพื่อทำต่อ',

  unread: (count) => `อ่านไม่ได้ ${count} บรรทัด`,
  noTrailer: (file, rows, total) =>
    `${file} ไม่มีบรรทัดสรุปท้ายไฟล์ที่อ่านได้ แต่อ่านได้ ${rows} บรรทัด รวม ${total} บาท`,
  trailer: ({ file, rows, total, readRows, readTotal }) => {
    const stated = [
      rows === undefined ? undefined : `${rows} บรรทัด`,
      total === undefined ? undefined : `${total} บาท`,
    ].filter((one) => one !== undefined);
    return `${file}: บรรทัดสรุปท้ายไฟล์ระบุ ${stated.join(' และ ')} แต่อ่านได้ ${readRows} บรรทัด รวม ${readTotal} บาท`;
  },
  restReconciled: {
    terminal: 'ส่วนที่เหลือกระทบยอดแล้ว แก้ไฟล์หรือไฟล์คำอธิบาย แล้วทำอีกครั้ง',
    page: 'ส่วนที่เหลือเปรียบเทียบแล้ว แก้ไฟล์แล้วเปรียบเทียบอีกครั้ง',
  },

  more: (count) => `อีก ${count} รายการ ดูทั้งหมดด้วย -o csv`,
  perhaps: (reference, why) => `อาจเป็น ${reference}: ${why}`,
  notLearned: (why) => `ไม่ทราบผล: ${why}`,
  total: 'รวม',
  agrees: 'ตรงกัน',
  disagrees: 'ไม่ตรงกัน',
  ordersAt: (places) => `คำสั่งซื้อ ${places}`,
  bankAt: (places) => `ธนาคาร ${places}`,
  orders: 'คำสั่งซื้อ',
  bank: 'ธนาคาร',
  side: 'ฝั่ง',
  file: 'ไฟล์',
  lines: 'บรรทัด',
  rejected: 'อ่านไม่ได้',
  trailerHead: 'บรรทัดสรุป',
  class: 'ประเภท',
  records: 'รายการ',
  amount: 'จำนวนเงิน',
  ordersAmount: 'ยอดคำสั่งซื้อ',
  bankAmount: 'ยอดธนาคาร',
  reference: 'เลขอ้างอิง',
  next: 'ขั้นต่อไป',
  transaction: 'เลขที่รายการ',
  journal: 'บันทึกรายการ',
  inquiry: 'การสอบถาม',
  days: 'จำนวนวัน',
  settledSum: 'ยอดรวม',
  fees: 'ค่าธรรมเนียม',
  left: 'ส่วนต่าง',
  note: 'หมายเหตุ',
};
