import type { Translation } from '../../core/message.js';
import type * as english from '../inquiries.js';

export const inquiries: Translation<typeof english.inquiries> = {
  thisMachine: 'เครื่องนี้',
  slip: 'สลิป',
  search: 'ค้นหาบิล',

  closed: 'ปิดรายการโดยยังไม่ชำระ',
  canceled: 'ยกเลิก ปิด หรือคืนเงินแล้ว',

  found: 'พบ',
  'not-found': 'ไม่พบ',
  'no-answer': 'ไม่มีคำตอบ',
  'not-asked': 'ไม่ได้ถาม',

  bankDoesNotKnow: 'ธนาคารไม่รู้จักรายการนี้',
  noRecord: 'ไม่มีบันทึกการชำระเงิน',
  charges: (count) => (count === 0 ? 'ไม่ได้ส่งคำสั่ง' : `ส่งคำสั่ง ${count} ครั้ง`),
  confirmations: (count) => (count === 0 ? 'ไม่ได้รับ' : `ได้รับ ${count} ฉบับ`),
  unfit: (field, problem) => `${field} ${problem}`,
  lacks: (field) => (field === 'refDateTime' ? 'ไม่ทราบเวลาที่เรียกเก็บ' : `ต้องทราบเพิ่ม: ${field}`),

  statement: ({ word, amount, wanted, currency, code }) =>
    [word, amount, wanted && `จากยอด ${wanted}`, currency, code && `(รหัส ${code})`]
      .filter(Boolean)
      .join(' '),
  payment: ({ amount, wanted, currency, wallet, moment, confirmed }) =>
    [
      amount,
      wanted && `จากยอด ${wanted}`,
      currency,
      wallet && `โดย${wallet}`,
      moment && `เมื่อ ${moment}`,
      confirmed && `เมื่อ ${confirmed} ตามข้อความยืนยัน`,
    ]
      .filter(Boolean)
      .join(' '),
  charge: (command, amount, moment) =>
    `${command}${amount ? ` จำนวน ${amount}` : ''} ซึ่งส่งเมื่อ ${moment}`,

  journalHas: (command) => `มีในบันทึกรายการ: ${command}`,
  confirmationNames: 'มีในข้อความยืนยัน',
  slipNames: 'มีในสลิป',
  recordNames: 'มีในรายการชำระเงิน',
  initiatedHere: 'เครื่องนี้เริ่มรายการด้วยเลขนั้น',
  codeMadeHere: 'เครื่องนี้ขอสร้างรหัสของรายการนี้',
  onMiniQr: (bank) => `ใน QR ของสลิป${bank ? ` จากธนาคาร ${bank}` : ''}`,
  onWalletSlip: (bank) => `บนสลิปของวอลเล็ต${bank ? ` จากธนาคาร ${bank}` : ''}`,
  inPayload: (payload) => `ใน${payload}`,
  inTag: 'อยู่ในรหัส',
};

export const payloads: Translation<typeof english.payloads> = {
  slip: 'สลิป',
  'wallet-slip': 'สลิปของวอลเล็ต',
  'bill-payment': 'รหัสชำระบิล',
  'bill-barcode': 'บาร์โค้ดบิล',
  'credit-transfer': 'รหัสโอนเงิน',
  'payment-innovation': 'รหัสชำระเงิน',
  card: 'QR บัตร',
  emv: 'QR ชำระเงิน',
  unknown: 'รหัสที่ไม่รู้จัก',
  titled: (kind) => kind,
};
