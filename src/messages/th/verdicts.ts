import type { Translation } from '../../core/message.js';
import type * as english from '../verdicts.js';
import { minutes } from '../verdicts.js';

export const verdicts: Translation<typeof english.verdicts> = {
  isPaid: 'ชำระแล้ว',
  isRegistered: 'ลงทะเบียนแล้ว',
  isPaidInPart: 'ชำระบางส่วน',
  isNotPaid: 'ไม่ได้ชำระ',
  isNotFinal: 'ยังไม่สิ้นสุด',
  isNotFound: 'ไม่พบรายการ',
  isUnknown: 'ยังไม่ทราบผล',
  isContradiction: 'ข้อมูลขัดแย้งกัน',
  isPaidAgain: 'ชำระมากกว่าหนึ่งครั้ง',
  isRefunded: 'คืนเงินแล้ว',
  isClosed: 'ปิดรายการโดยยังไม่ชำระ',
  isCanceled: 'ยกเลิก ปิด หรือคืนเงินแล้ว',
  isOpen: 'ยังสรุปผลไม่ได้',
  isNotRefunded: 'ไม่ได้คืนเงิน',
  isPaidToCompare: (amount) => `ชำระ ${amount}: โปรดเทียบกับสลิป`,
  exit: (headline, exit) => `${headline} (exit ${exit})`,

  notFound: (searched) =>
    `ไม่พบรายการ: ทั้งธนาคารและเครื่องนี้ไม่รู้จักรายการนี้${searched ? ` ${searched}` : ''}`,
  notAccepted: 'ไม่พบรายการ: ไม่มีการสอบถามใดรับเลขนี้ และเครื่องนี้ไม่รู้จัก',
  contradiction: (what) => `ข้อมูลขัดแย้งกัน: ${what}`,
  openWithBank: (charge, bank) => `ยังไม่ทราบผล: ${charge} ยังไม่ทราบผล ธนาคารระบุ ${bank}`,
  openAlone: (charge) => `ยังไม่ทราบผล: ${charge} ยังไม่ทราบผล และไม่มีการสอบถามใดรู้จัก`,
  onItsWay: (charge) => `ยังไม่สิ้นสุด: ${charge} กำลังดำเนินการ`,
  journalUndid: (isClosed, charge, isAbsent) =>
    `ตามบันทึกในเครื่องเท่านั้น: ${isClosed ? 'ปิดรายการโดยยังไม่ชำระ' : 'คืนเงินแล้ว'} โดย ${charge} ทั้งนี้ ${knowledge(isAbsent)}`,
  journalAlone: ({ charge, state, code, isAbsent }) =>
    `ตามบันทึกในเครื่องเท่านั้น: ${charge} ${state}${code ? ` (รหัส ${code})` : ''} ทั้งนี้ ${knowledge(isAbsent)}`,
  foreignSlip: (bank) => `ไม่พบรายการ: สลิปออกโดยธนาคาร ${bank} และธนาคารนี้ไม่รู้จัก`,
  transferCode: 'ไม่พบรายการ: รหัสนี้เป็นการโอนเข้าบัญชีหรือหมายเลขโทรศัพท์ ไม่มีการสอบถามใดรู้จักการชำระแบบนี้',
  unpaid: (searched) => `ยังไม่ชำระ: ธนาคารยังไม่มีการชำระเงินของรหัสนี้${searched ? ` ${searched}` : ''}`,
  searched: (spans) => `(ค้นหาวันที่ ${spans.join(', ')})`,
  span: (from, to) => `${from} ถึง ${to}`,
  compare: (amount) => `ธนาคารมียอด ${amount}: โปรดเทียบกับยอดบนสลิปและกับคำสั่งซื้อ`,
  paid: (payment, remark) => `ชำระแล้ว: ${payment}${remark ? `; ${remark}` : ''}`,
  registered: (payment, remark) => `ลงทะเบียนแล้ว: ${payment}${remark ? `; ${remark}` : ''}`,
  noConfirmation: 'เครื่องนี้ไม่ได้รับข้อความยืนยันของรายการนี้',
  inPart: (payment) => `ชำระบางส่วน: ${payment}`,
  reversed: (payment) => `คืนเงินแล้ว: ชำระ ${payment} แล้วถูกยกเลิกในภายหลัง`,
  undoneBy: ({ isClosed, charge, bank, times }) => {
    const what = isClosed ? 'ปิดรายการโดยยังไม่ชำระ' : 'คืนเงินแล้วหนึ่งครั้ง';
    const more = times > 1 ? ` (ขอไป ${times} ครั้ง)` : '';
    return `${what} โดย ${charge} ธนาคารระบุ ${bank}${more}`;
  },
  refundedBut: (what) => `คืนเงินแล้ว: ${what}`,
  canceled: (bank) => `ไม่มีการชำระเงินที่มีผล: รายการถูกยกเลิก ปิด หรือคืนเงินแล้ว ธนาคารระบุ ${bank}`,
  refused: (bank, reason) => `ไม่ได้ชำระ: ธนาคารระบุ ${bank}${reason ? `: ${reason}` : ''}`,
  pending: (bank, sinceMs) => {
    const count = minutes(sinceMs ?? 0);
    const age = count < 1 ? 'ไม่ถึงหนึ่งนาที' : `${count} นาที`;
    return `ยังไม่สิ้นสุด: ธนาคารระบุ ${bank}${sinceMs === undefined ? '' : ` หลังส่งไปแล้ว ${age}`}`;
  },
  initiated: (payment) => `เริ่มรายการเท่านั้น: ${payment} เงินจะไม่เคลื่อนไหวจนกว่าจะยืนยันการโอน`,
  noAnswer: (inquiry, why) => `ยังสรุปผลไม่ได้: ${inquiry} ตอบไม่ได้: ${why}`,
  taken: ({ sentence, typed, taken, others }) =>
    `${sentence} (ค้นหา ${taken} เพราะไม่มีใครรู้จัก ${typed}${others.length > 0 ? ` หรืออาจหมายถึง ${others.join(' หรือ ')}` : ''})`,
  settledBack: (charge, isAbsent) => `คืนเงินแล้วตามที่บุคคลยืนยัน: ${charge} ทั้งนี้ ${knowledge(isAbsent)}`,
  withOthers: (sentence, others) => [sentence, ...others].join(' '),
  alsoKnown: (reference, inquiry, bank) => `อนึ่ง ${inquiry} รู้จัก ${reference} ด้วย: ${bank}`,
};

function knowledge(isAbsent: boolean): string {
  return isAbsent ? 'ธนาคารไม่รู้จักรายการนี้' : 'สอบถามธนาคารไม่ได้';
}
