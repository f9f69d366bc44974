import type { Translation } from '../../core/message.js';
import type * as english from '../store-address.js';

export const storeAddress: Translation<typeof english.storeAddress> = {
  form: (form) => `ต้องมีรูปแบบ ${form}`,
  unknownParameter: (known) => `มีพารามิเตอร์ที่ไม่รู้จัก ใช้ได้เฉพาะ ${known.join(', ')}`,
  wrongPort: 'มีพอร์ตที่ไม่ถูกต้อง',
  noHost: (form) => `ไม่ได้ระบุโฮสต์: ${form}`,
  noUser: (form) => `ไม่ได้ระบุผู้ใช้: ${form}`,
  passwordInUser: 'มีรหัสผ่านปนอยู่ในชื่อผู้ใช้',
  noDatabase: (form) => `ไม่ได้ระบุฐานข้อมูล: ${form}`,
  hash: 'มีเครื่องหมาย # ซึ่งต้องเขียนเป็น %23',
  nul: 'มีอักขระ NUL',
  brokenEscape: 'มีเครื่องหมาย % ที่ไม่ใช่รหัสแทนอักขระ',
  optionalEncryption: (mode) => `มี sslmode=${mode} ซึ่งใครก็ตามระหว่างทางปิดได้ โปรดใช้ verify-full`,
  unknownMode: (known) => `มี sslmode ที่ไม่รู้จัก โปรดใช้ ${known.join(', ')}`,
  inClear: 'ต้องเข้ารหัส: sslmode=disable ใช้ได้เฉพาะภายในเครื่องนี้และกับ environment test',
};
