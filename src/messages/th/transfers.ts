import type { Translation } from '../../core/message.js';
import type * as english from '../transfers.js';

export const transfers: Translation<typeof english.transfers> = {
  needsRecord: '--expect-amount ต้องใช้ข้อมูลการโอน ซึ่ง --dry-run ไม่ได้ดึงมา',
  noAmount: 'ข้อมูลการโอนไม่มีจำนวนเงิน',
  amountUnknown: (id, why) => `ไม่ทราบจำนวนเงินของการโอน ${id}: ${why} ไม่มีการยืนยันรายการใด`,
  initiated: (id) => `เริ่มการโอนแล้ว: tokenizerId ${id}`,
  initiatedBefore: (id) => `เริ่มการโอนไว้ก่อนแล้ว: tokenizerId ${id}`,
  notConfirmed: (why) => `${why} ยังไม่มีการยืนยัน จึงไม่มีเงินเคลื่อนย้าย`,
  safeAgain: 'ใช้คำสั่งเดิมอีกครั้งได้อย่างปลอดภัย: จะเริ่มใหม่และยืนยันเพียงครั้งเดียว',
  stopped: 'หยุดด้วยสัญญาณก่อนการยืนยัน ไม่มีเงินเคลื่อนย้าย',
  continue: 'ใช้คำสั่งเดิมอีกครั้งเพื่อทำต่อ',
  inquiryFailed: (why) => `ยืนยันแล้ว แต่การสอบถามหลังจากนั้นไม่สำเร็จ: ${why}`,
};
