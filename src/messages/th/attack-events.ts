import type { Translation } from '../../core/message.js';
import type * as english from '../attack-events.js';

export const attackEvents: Translation<typeof english.attackEvents> = {
  creates: (amount) => `สร้างคำสั่งซื้อ ${amount}`,
  pays: (amount) => `ชำระ ${amount}`,
  cannotPay: (amount) => `ชำระไม่ได้ ${amount}`,
  refunds: (amount) => `คืนเงิน ${amount}`,
  confirms: (amount) => `ยืนยันการชำระ ${amount}`,
  confirmsOther: (amount) => `ยืนยันด้วยรหัสเดิม ${amount}`,
  forges: (amount) => `ยืนยันสิ่งที่ไม่มีใครชำระ: ${amount}`,
  acknowledges: (status) => `ตอบรับ ${status}`,
  refuses: (status) => `ไม่ตอบรับ ${status}`,
  silent: () => 'ไม่ตอบ',
  hangs: () => 'ไม่ตอบภายใน 10 วินาที',
  asks: (call) => `สอบถาม ${call}`,
  failsAnswers: (fault) => `ตอบผิดปกติจากนี้: ${fault}`,
  endsTokens: () => 'ยกเลิกโทเคนทั้งหมด',
  clock: (moment) => `เวลา ${moment}`,
  killed: () => 'ถูกหยุดกะทันหัน',
  started: () => 'เริ่มทำงานใหม่',
  crashed: () => 'หยุดทำงานเอง',
  says: (state) => `แจ้งสุดท้าย: ${state === '' ? 'ไม่มีข้อมูล' : state}`,
  times: (times) => `${times} ครั้ง`,
};
