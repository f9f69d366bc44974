import type { Saying } from '../../web/sayings.js';

/** The customer and the operator of the embedded bank. */
export const SANDBOX: readonly Saying[] = [
  { said: 'the customer cannot pay: {1~}', en: 'It cannot be paid: {1}.', th: 'ชำระไม่ได้: {1}' },
  { said: 'the QR has expired', th: 'QR หมดอายุแล้ว' },
  { said: 'the code has expired', th: 'รหัสหมดอายุแล้ว' },
  { said: 'the code is void', th: 'รหัสถูกยกเลิกแล้ว' },
  { said: 'the customer gave up', th: 'ลูกค้าไม่ชำระ' },
  { said: 'this code takes no cards', th: 'รหัสนี้ไม่รับบัตร' },
  { said: 'this code takes cards only', th: 'รหัสนี้รับเฉพาะบัตร' },
  { said: 'the code asks for {1}', th: 'รหัสนี้ขอรับ {1}' },
  { said: 'the code was paid {1} times already', th: 'รหัสนี้ชำระไปแล้ว {1} ครั้ง' },
  { said: 'the payment is paid', th: 'รายการนี้ชำระแล้ว' },
  { said: 'the payment is {1}', th: 'สถานะของรายการคือ {1}' },
  {
    said: 'the code leaves the amount open',
    en: 'This code leaves the amount open: fill it in.',
    th: 'รหัสนี้ไม่ระบุจำนวน โปรดกรอกจำนวนเงิน',
  },
  { said: 'set the amount, e.g. --amount 100.00', en: '', th: '' },
  {
    said: '--amount {1}',
    en: 'The amount is baht with at most two decimals, as 100.00.',
    th: 'จำนวนเงินเป็นบาท ทศนิยมไม่เกินสองตำแหน่ง เช่น 100.00',
  },
  {
    said: 'the sandbox has no such reference, QR or bill payment code',
    en: 'The embedded bank knows no such reference, QR or bill payment code.',
    th: 'ธนาคารจำลองไม่มีเลขอ้างอิง QR หรือรหัสชำระบิลนี้',
  },
  {
    said: 'list what it has with payctl sandbox log; create a QR with payctl --sandbox qr create',
    en: 'Choose a code from the screen of the shop.',
    th: 'เลือกรหัสจากหน้าจอของร้าน',
  },
  {
    said: 'the balance {1} is not an amount',
    en: 'The balance is not an amount.',
    th: 'ยอดเงินไม่ถูกต้อง',
  },
  { said: 'the clock cannot be set to "{1}"', th: 'ตั้งนาฬิกาเป็น “{1}” ไม่ได้' },
  {
    said: 'give +2h, 2026-01-31T22:59:00+07:00, now, stop or start',
    en: 'Write +2h, +1d or 2026-01-31T22:59:00+07:00.',
    th: 'เขียน +2h, +1d หรือ 2026-01-31T22:59:00+07:00',
  },
  {
    said: 'there is no fault "{1}", and no code with which the bank refuses a call',
    en: 'There is no fault or code “{1}”.',
    th: 'ไม่มีความผิดพลาดหรือรหัส “{1}”',
  },
  { said: 'did you mean {1}?', en: 'Did you mean {1}?', th: 'หมายถึง {1} หรือไม่' },
  { said: 'give one of {1}', en: 'There are: {1}.', th: 'มีดังนี้: {1}' },
  { said: 'there is no operation "{1}"', th: 'ไม่มีการทำงาน “{1}”' },
  { said: 'the operations are {1}', en: 'There are: {1}.', th: 'มีดังนี้: {1}' },
];
