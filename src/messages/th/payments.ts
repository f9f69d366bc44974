import type { Translation } from '../../core/message.js';
import type * as english from '../payments.js';

const paymentStates: Translation<typeof english.paymentStates> = {
  paid: 'ชำระแล้ว',
  partial: 'ชำระบางส่วน',
  reversed: 'คืนเงินแล้ว',
  refused: 'ถูกปฏิเสธ',
  pending: 'ยังไม่สิ้นสุด',
  initiated: 'เริ่มรายการแล้ว เงินยังไม่เคลื่อนไหว',
  unknown: 'ยังไม่ทราบผล',
  unverified: 'ยังไม่ตรวจ',
};

const chargeStates: Translation<typeof english.chargeStates> = {
  'in-flight': 'กำลังส่ง',
  unknown: 'ยังไม่ทราบผล',
  pending: 'ยังไม่สิ้นสุด',
  succeeded: 'สำเร็จ',
  partial: 'สำเร็จบางส่วน',
  rejected: 'ถูกปฏิเสธ',
  'not-executed': 'ไม่ได้ดำเนินการ',
  'settled-executed': 'เจ้าหน้าที่สรุปว่าดำเนินการแล้ว',
  'settled-not-executed': 'เจ้าหน้าที่สรุปว่าไม่ได้ดำเนินการ',
  corrupt: 'เสียหาย',
};

const paymentKinds: Translation<typeof english.paymentKinds> = {
  bill: 'ชำระบิล',
  qr30: 'ชำระบิล',
  cpm: 'ชำระหน้าร้าน',
  qr: 'QR บัตร',
  card: 'QR บัตร',
  ewallet: 'วอลเล็ต',
  wallet: 'วอลเล็ต',
  transfer: 'โอนเงิน',
  dd: 'หักบัญชี',
  registration: 'การลงทะเบียน',
  payment: 'อื่น ๆ',
  other: 'อื่น ๆ',
};

const paymentSources: Translation<typeof english.paymentSources> = {
  bank: 'ธนาคาร',
  journal: 'บันทึกรายการ',
  confirmation: 'ข้อความยืนยัน',
};

export const endings: Translation<typeof english.endings> = {
  SUCCESS: 'สำเร็จ',
  INTERNAL: 'ข้อผิดพลาดของ payctl',
  USAGE: 'ข้อมูลในบรรทัดนี้ไม่ถูกต้อง',
  CONFIG: 'โปรไฟล์หรือไฟล์ของโปรไฟล์ไม่ถูกต้อง',
  AUTH: 'ธนาคารไม่รับข้อมูลรับรอง',
  REJECTED: 'ธนาคารปฏิเสธ',
  NOT_FOUND: 'ธนาคารไม่รู้จักรายการนี้',
  RATE_LIMITED: 'ถามธนาคารถี่เกินกำหนด',
  PENDING: 'ยังไม่สิ้นสุด',
  UNAVAILABLE: 'สอบถามธนาคารไม่ได้',
  OUTCOME_UNKNOWN: 'ยังไม่ทราบผล',
  PARTIAL: 'สำเร็จบางส่วน',
  CONFLICT: 'เลขอ้างอิงนี้เคยใช้แล้ว',
  TLS: 'เชื่อมต่อธนาคารอย่างปลอดภัยไม่ได้',
  BAD_DATA: 'อ่านข้อมูลไม่ได้',
  INTERRUPTED: 'ถูกหยุดโดยผู้ใช้',
  TERMINATED: 'ถูกหยุด',
};

export {
  chargeStates as 'charge-states',
  paymentKinds as 'payment-kinds',
  paymentSources as 'payment-sources',
  paymentStates as 'payment-states',
};
