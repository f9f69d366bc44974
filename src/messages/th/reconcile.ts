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
  agrees: 'ตรงกัน',
  disagrees: 'ไม่ตรงกัน',
  ordersAt: (places) => `คำสั่งซื้อ ${places}`,
  bankAt: (places) => `ธนาคาร ${places}`,
};

export const reconcileReport: Translation<typeof english.reconcileReport> = {
  title: 'การกระทบยอด',
  made: (at) => `จัดทำเมื่อ ${at}`,
  inputs: 'ไฟล์ที่ใช้',
  side: 'ฝั่ง',
  journal: 'บันทึกของเครื่อง',
  inquiry: 'สอบถามธนาคาร',
  file: 'ไฟล์',
  lines: 'บรรทัด',
  ordersAt: (lines) => `คำสั่งซื้อ ${lines}`,
  bankAt: (lines) => `ธนาคาร ${lines}`,
  rejected: 'อ่านไม่ได้',
  trailer: 'บรรทัดสรุปท้ายไฟล์',
  agrees: 'ตรงกัน',
  disagrees: 'ไม่ตรงกัน',
  noTrailer: 'ไม่มี',
  hash: 'SHA-256',
  byClass: 'ตามประเภท',
  className: 'ประเภท',
  records: 'รายการ',
  byDay: 'ตามวัน',
  day: 'วันที่',
  matched: 'ตรงกัน',
  breaks: 'ไม่ตรงกัน',
  chart: 'จำนวนเงินตามวัน: ตรงกันและไม่ตรงกัน',
  each: 'รายการที่ไม่ตรงกัน',
  none: 'ทุกรายการตรงกัน',
  more: (count) => `อีก ${count} รายการอยู่ในผลที่คำสั่งพิมพ์`,
  days: 'จำนวนวัน (ธนาคารลบฝั่งเรา)',
  learned: 'ธนาคารตอบว่า',
  paid: (request) => `ชำระแล้ว คำขอ ${request}`,
  paidAmount: (amount, request) => `ชำระแล้ว ${amount} คำขอ ${request}`,
  notPaid: (request) => `ยังไม่ชำระ คำขอ ${request}`,
  notPaidAmount: (amount, request) => `ยังไม่ชำระ ${amount} คำขอ ${request}`,
  similar: 'คล้ายกับ',
  fees: 'ค่าธรรมเนียม',
  left: 'ส่วนต่างที่เหลือ',
  next: 'ขั้นต่อไป',
};

export const recordClasses: Translation<typeof english.recordClasses> = {
  'bad-line': 'อ่านไม่ได้',
  'duplicate-line': 'บรรทัดซ้ำในไฟล์',
  reversed: 'ธนาคารคืนเงินแล้ว',
  'refund-missing': 'ฝั่งเราคืนเงินแล้ว แต่ธนาคารคืนไม่ครบ หรือไม่ตรงจำนวน',
  amount: 'จำนวนเงินไม่ตรงกัน',
  'unknown-but-paid': 'ฝั่งเราไม่ทราบผล แต่ธนาคารรับชำระแล้ว',
  fee: 'ต่างกันเท่าค่าธรรมเนียม',
  'wrong-day': 'คนละวัน',
  matched: 'ตรงกัน',
  'paid-twice': 'ชำระซ้ำ',
  timing: 'อยู่นอกช่วงวันของอีกฝั่ง',
  'missing-in-orders': 'มีที่ธนาคาร ไม่มีในคำสั่งซื้อ',
  'not-in-journal': 'มีที่ธนาคาร เครื่องนี้ไม่รู้จัก',
  'success-but-absent': 'สำเร็จที่เครื่องนี้ แต่ไม่มีในไฟล์ธนาคาร',
  'missing-at-bank': 'มีในคำสั่งซื้อ ไม่มีที่ธนาคาร',
  late: 'เปลี่ยนวันที่ปิดแล้ว',
};
