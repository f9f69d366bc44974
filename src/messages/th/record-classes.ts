import type { Translation } from '../../core/message.js';
import type * as english from '../record-classes.js';

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
