import type { Translation } from '../../core/message.js';
import type * as english from '../bank.js';

export const bank: Translation<typeof english.bank> = {
  unknownOperation: (id) => `ไม่มีการทำงาน ${id}`,
  prefixTooLong: (length, most) =>
    `outTradeNoPrefix มี ${length} ตัวอักษร แต่ outTradeNo ที่สร้างให้มีที่ว่างเพียง ${most} ตัว`,

  notInquirable: (problem) => `outTradeNo ${problem} มิฉะนั้นจะสอบถามที่นั่นไม่ได้`,
  refundTooLate: 'เลย 23:00 น. ที่กรุงเทพฯ แล้ว คืนเงินเต็มจำนวนได้เฉพาะก่อนเวลานั้นในวันที่ชำระ',
  expired: 'expiryDate ผ่านไปแล้ว',
  longQrId: (length) => `qrId มี ${length} หลัก ข้อกำหนดให้ไม่เกิน 20 หลัก`,
  openRange: 'ถ้าไม่ระบุ dateTo การค้นหาอาจยาวถึงวันนี้ ซึ่งเกิน 3 วันที่ธนาคารให้ค้นได้',

  refunded: 'คืนเงินแล้ว',
  undone: 'รายการนี้ถูกยกเลิก ปิด หรือคืนเงินแล้ว',
  nothingYet: 'ยังไม่พบการชำระเงิน',
  nothingOn: (day) => `ไม่มีการชำระเงินวันที่ ${day}`,
  anotherDay: {
    terminal: 'ลองวันอื่นด้วย --transaction-date YYYY-MM-DD หรือใช้ payctl bill search',
    page: 'ลองวันอื่น',
  },
  nobodyPaid: 'ยังไม่มีผู้ชำระ',
  customerCancelled: 'ลูกค้ายกเลิกแล้ว',
  deeplinkExpired: 'ลิงก์หมดอายุแล้ว',
  compareAmounts: {
    terminal: 'เทียบ tranAmount กับ confirmAmount',
    page: 'เทียบจำนวนเงินที่ขอกับจำนวนเงินที่ยืนยัน',
  },
  unpaidOrVoided: {
    terminal: 'ธนาคารตอบเช่นนี้กับ QR ที่ยังไม่ชำระหรือถูกยกเลิกด้วย ให้เพิ่ม --wait หรือตรวจเลขอ้างอิง',
    page: 'ธนาคารตอบเช่นนี้กับ QR ที่ยังไม่ชำระหรือถูกยกเลิกด้วย',
  },

  noQr: 'ไม่มีค่า จึงไม่มี QR ให้แสดง',
  noHeader: 'มีอักขระที่ส่วนหัวส่งไม่ได้',

  reference1: 'เลขอ้างอิง 1',
  billerId: 'รหัสผู้รับชำระ',
  otherCall: ({ field, theirs, ours }) =>
    `คำตอบเป็นของรายการอื่น: ${field} เป็น ${theirs} แต่ส่งไปเป็น ${ours}`,
  paidWithoutAmount: 'คำตอบระบุว่าชำระแล้ว แต่ไม่มีจำนวนเงิน',
  paidNothing: (amount) => `คำตอบระบุว่าชำระ ${amount} ซึ่งไม่ใช่จำนวนเงินที่มากกว่าศูนย์`,
  paidInForeign: (currency) => `คำตอบระบุว่าชำระเป็น ${currency} ไม่ใช่บาท`,
  paidInOther: (currency, wanted) => `คำตอบระบุว่าชำระเป็น ${currency} ไม่ใช่ ${wanted}`,
  paidAndGivenBack: (transactionId) => `คำตอบมีรายการ ${transactionId} ทั้งที่ชำระแล้วและที่คืนเงินแล้ว`,
};
