import type { Translation } from '../../core/message.js';
import type * as english from '../address.js';

export const address: Translation<typeof english.address> = {
  baseUrl: (why) => `baseUrl ${why}`,
  notUrl: 'ไม่ใช่ URL',
  holdsPassword: 'มีชื่อผู้ใช้หรือรหัสผ่าน',
  holdsQuery: 'มีคิวรีหรือแฟรกเมนต์',
  notHttps: 'ต้องขึ้นต้นด้วย https:// (http:// ใช้ได้กับเครื่องนี้เท่านั้น)',
  serviceInTest: 'ต้องขึ้นต้นด้วย https:// (http:// กับชื่อบริการใช้ได้เมื่อ environment เป็น test)',
  unusableProxy: 'พร็อกซี (ของโปรไฟล์หรือ HTTPS_PROXY) ไม่ใช่ที่อยู่ http:// หรือ https://',
};
