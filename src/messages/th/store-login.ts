import type { Translation } from '../../core/message.js';
import type * as english from '../store-login.js';

const unproven = (shown: string, what: string) =>
  `ที่เก็บร่วม ${shown} ${what} และไม่มีสิ่งอื่นที่พิสูจน์ว่าเป็นที่เก็บข้อมูลนั้นจริง`;

export const storeLogin: Translation<typeof english.storeLogin> = {
  noLogin: (shown) => unproven(shown, 'ส่งข้อมูลที่ไม่ใช่การเข้าสู่ระบบ'),
  passwordItself: (shown) => unproven(shown, 'ขอตัวรหัสผ่านเอง'),
  noProof: (shown) => unproven(shown, 'ให้เข้าใช้โดยไม่พิสูจน์ว่ารู้รหัสผ่าน'),
  wrongProof: (shown) => unproven(shown, 'พิสูจน์ไม่ได้ว่ารู้รหัสผ่าน'),
  order: (shown) => unproven(shown, 'ไม่ทำตามลำดับขั้นของ SCRAM'),
  nonce: (shown) => unproven(shown, 'ตอบ SCRAM ด้วย nonce ที่ไม่ใช่ของการเข้าสู่ระบบครั้งนี้'),
  iterations: ({ shown, asked, least, most }) =>
    unproven(shown, `ขอ SCRAM ${asked} รอบ ซึ่งไม่อยู่ในช่วง ${least} ถึง ${most}`),
  proveServer:
    'ใช้ sslmode=verify-full หรือกำหนด scram-sha-256 ใน pg_hba.conf และ password_encryption ของเซิร์ฟเวอร์',
};
