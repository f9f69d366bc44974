import type { Translation } from '../../core/message.js';
import type * as english from '../book-storage.js';

export const bookStorage: Translation<typeof english.bookStorage> = {
  badName: (name) => `${JSON.stringify(name)} ใช้เป็นชื่อบัญชีไม่ได้`,
  goodName: 'ใช้ตัวอักษร ตัวเลข - _ และ . ได้ไม่เกิน 64 ตัว และห้ามขึ้นต้นด้วย .',
  damaged: (place, why) => `${place} เสียหาย (${why})`,
  cutOff: 'ส่วนท้ายหายไป',
  noBook: 'ไม่ใช่บัญชีของ payctl',
  notOpened: (place, why) => `ใช้ ${place} ไม่ได้: ${why}`,
  newer: (place) => `${place} เขียนโดย payctl รุ่นใหม่กว่า`,
  update: 'ติดตั้ง payctl รุ่นใหม่กว่า (docs/installing.md)',
  restore: 'กู้บัญชีคืนจากข้อมูลสำรอง แล้วใช้ไฟล์ของบัญชีซ้ำได้',
  seeDisk: 'ตรวจดูว่าดิสก์เต็มหรือเขียนไม่ได้หรือไม่',
  held: (place) => `โปรเซสอื่นกำลังใช้ ${place}`,
  again: 'สั่งอีกครั้งเมื่อโปรเซสนั้นจบแล้ว',
  noSqlite: (machine) => `บัญชีในไฟล์ต้องใช้ SQLite (libsql) ซึ่งยังไม่ได้ติดตั้ง หรือไม่มีรุ่นสำหรับ ${machine}`,
  installSqlite:
    'บน Windows สำหรับ ARM ให้ติดตั้ง Node แบบ x64 และติดตั้ง payctl ด้วย Node นั้น ระบบอื่นให้ติดตั้ง payctl อีกครั้งด้วย --include=optional (docs/installing.md) หรือเก็บไว้ในที่เก็บร่วม (docs/shared-store.md)',
  otherEvents: 'ที่นั่นมีเหตุการณ์อื่น',
};
