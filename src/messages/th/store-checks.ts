import type { Translation } from '../../core/message.js';
import type * as english from '../store-checks.js';

export const storeChecks: Translation<typeof english.storeChecks> = {
  notLookedAt: 'ไม่ได้ตรวจ (--offline)',
  answers: ({ address, ms, version, schema }) =>
    `${address} ตอบใน ${ms} มิลลิวินาที: PostgreSQL ${version} สคีมา ${schema} และกุญแจตรงกัน`,
  encrypted: 'เข้ารหัส และยืนยันตัวเซิร์ฟเวอร์แล้ว',
  unencrypted: 'ไม่ได้เข้ารหัส: ใช้ได้เฉพาะในเครื่องนี้และการทดสอบ',
  unproven: (sslmode) => `เข้ารหัส แต่ sslmode=${sslmode} ไม่ยืนยันว่าเป็นเซิร์ฟเวอร์ใด`,
  noFsync: 'ปิด fsync อยู่: เมื่อระบบล่มอาจลืมรายการที่จองไว้',
  setFsync: 'ตั้ง fsync = on ที่เซิร์ฟเวอร์',
  synchronous: 'ซิงโครนัส: การจองมีผลเมื่อเครื่องสำรองได้รับแล้ว',
  undeclared:
    'ซิงโครนัส แต่ยังไม่มีใครประกาศ: หลังเลื่อนเครื่องสำรองขึ้นแทนจะไม่ส่งคำสั่งใดจนกว่าจะใช้ store accept-failover',
  asynchronous: 'อะซิงโครนัส: เมื่อเลื่อนเครื่องสำรองขึ้นแทน การจองล่าสุดอาจหายไป',
  setStandbys:
    'ตั้ง synchronous_standby_names ที่เซิร์ฟเวอร์หากมีเครื่องสำรอง แล้วใช้: payctl store init --synchronous',
  clockAgrees: 'ตรงกับนาฬิกาของเครื่องนี้',
  clockAhead: (seconds) => `เร็วกว่าเครื่องนี้ ${seconds} วินาที`,
  clockBehind: (seconds) => `ช้ากว่าเครื่องนี้ ${seconds} วินาที`,
  runNtp: 'ใช้ NTP ทั้งสองเครื่อง',
  monthsAhead: (months) => `สร้างไว้ล่วงหน้าแล้ว ${months} เดือน`,
  fewMonths: (months) =>
    `สร้างไว้ล่วงหน้าเพียง ${months} เดือน: รายการหลังจากนั้นจะอยู่ในพาร์ทิชันที่ลบตามเดือนไม่ได้`,
  strayLines: 'บางบรรทัดอยู่ในพาร์ทิชันของเดือนที่ยังไม่มีพาร์ทิชันของตัวเอง',
  lacksRights: (user) => `${user} ไม่มีสิทธิ์อ่านและเพิ่มรายการ`,
  mayChange: (user) => `${user} แก้ไขรายการได้ เพราะเป็นเจ้าของหรือมีสิทธิ์ทั้งหมด`,
  mayAdd: (user) => `${user} เพิ่มรายการได้ แต่แก้ไขไม่ได้`,
  seeGrants: 'payctl store init --print แสดงบทบาทและสิทธิ์ที่ต้องให้',
};
