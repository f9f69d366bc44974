import type { Translation } from '../../core/message.js';
import type * as english from '../breaks.js';

export const breaks: Translation<typeof english.breaks> = {
  correct: {
    terminal: 'แก้บรรทัดหรือไฟล์คำอธิบาย แล้วทำอีกครั้ง',
    page: 'แก้บรรทัดนี้ แล้วเปรียบเทียบอีกครั้ง',
  },
  askWhyTwice: 'ถามผู้จัดทำไฟล์ว่าเหตุใดบรรทัดนี้จึงซ้ำ',
  compareRate: 'เทียบค่าธรรมเนียมกับอัตราที่ตกลงไว้ ถ้าธนาคารเรียกเก็บเป็นรายเดือน ไฟล์คำอธิบายต้องไม่มี rate',
  compareFee: 'ตรวจค่าธรรมเนียมกับที่ตกลงไว้',
  bookOnDay: 'ลงบัญชีตามวันของธนาคาร',
  otherFile: {
    terminal: 'ทำอีกครั้งพร้อมไฟล์ของวันนั้น',
    page: 'เปรียบเทียบอีกครั้งพร้อมไฟล์ของวันนั้น',
  },
  investigate: {
    terminal: (investigate) => investigate,
    page: () => 'เปิดรายงานของรายการนี้',
  },
  askHowItEnded: {
    terminal: (recover) => recover,
    page: () => 'เปิดรายงานของรายการนี้ แล้วสอบถามผล',
  },
  refundOne: {
    terminal: (investigate) => `คืนเงินหนึ่งครั้ง หลังดูผลของ ${investigate}`,
    page: () => 'เปิดรายงานของรายการนี้ แล้วคืนเงินหนึ่งครั้ง',
  },
  markPaid: {
    terminal: (investigate) => `บันทึกคำสั่งซื้อว่าชำระแล้ว หลังดูผลของ ${investigate}`,
    page: () => 'เปิดรายงานของรายการนี้ แล้วบันทึกว่าชำระแล้ว',
  },
  recover: {
    terminal: (recover, settle) => `${recover} ถ้ายังค้าง: ${settle}`,
    page: () => 'เปิดรายงานของรายการนี้ แล้วสอบถามผล ถ้ายังค้างให้บันทึกผลเอง',
  },

  likeReference: (amounts) => `เลขอ้างอิงคล้ายกัน ${amounts}`,
  likeAmount: (amounts, days) => `${amounts} ${days === 0 ? 'วันเดียวกัน' : `ห่างกัน ${days} วัน`}`,
  notPaidOut: (count) => `ถ้าไม่รวม${count === 1 ? '' : ` ${count} `}คำสั่งซื้อนี้ ยอดจะตรงกัน`,
  compareSum: 'เปรียบเทียบคำสั่งซื้อเหล่านี้กับรายละเอียดการจ่ายเงินของธนาคาร',
  askWhatFor: 'รายการนี้ไม่มีเลขอ้างอิง สอบถามธนาคารว่าเป็นรายการใด',
  sameAmount: 'จำนวนเงินเท่ากัน',
  otherAmount: 'จำนวนเงินต่างกัน',
  otherCurrency: 'คนละสกุลเงิน',

  noInquiry: 'ธนาคารไม่มีการสอบถามสำหรับเลขอ้างอิงแบบนี้',
};
