import type { Translation } from '../../core/message.js';
import type { AddressSentences } from '../address.js';

export const address: Translation<AddressSentences> = {
  notUrl: 'baseUrl ไม่ใช่ URL',
  holdsPassword: 'baseUrl มีชื่อผู้ใช้หรือรหัสผ่าน',
  holdsQuery: 'baseUrl มีคิวรีหรือแฟรกเมนต์',
  notHttps: 'baseUrl ต้องขึ้นต้นด้วย https:// (http:// ใช้ได้กับเครื่องนี้เท่านั้น)',
  serviceInTest: 'baseUrl ต้องขึ้นต้นด้วย https:// (http:// กับชื่อบริการใช้ได้เมื่อ environment เป็น test)',
  unusableProxy: 'พร็อกซี (ของโปรไฟล์หรือ HTTPS_PROXY) ไม่ใช่ URL',
};
