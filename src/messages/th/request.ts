import type { Translation } from '../../core/message.js';
import type * as english from '../request.js';

export const request: Translation<typeof english.request> = {
  unusablePath: (why) => `ใช้เส้นทางของการเรียกนี้ไม่ได้: ${why}`,
  notAsWritten: 'เส้นทางไม่คงตามที่เขียนไว้',
  asInDocument: 'เขียนเส้นทางตามเอกสารของธนาคาร เข้ารหัสแบบเปอร์เซ็นต์ และไม่มีส่วน . หรือ ..',
  header: (name) => `ส่วนหัว ${name} มีอักขระที่ไม่ใช่ ASCII`,
  notRsaKey: 'directDebitKey ไม่ใช่กุญแจสาธารณะ RSA ในรูปแบบ PEM',

  noToken: (why) => `ขอสิทธิ์เข้าใช้จากธนาคารไม่ได้: ${why}`,
  noTokenBy: (why, from) => `ขอสิทธิ์เข้าใช้จากธนาคารไม่ได้: ${why} ${from}`,
  noUser: 'ยังไม่มีผู้ใช้เข้าสู่ระบบ',
  consentEnded: 'ความยินยอมของผู้ใช้สิ้นสุดแล้วและต่ออายุไม่ได้',
};
