import type { Translation } from '../../core/message.js';
import type * as english from '../checks.js';

export const checks: Translation<typeof english.checks> = {
  ok: 'ปกติ',
  warning: 'ควรดู',
  failure: 'ผิดพลาด',
  fix: (how) => `วิธีแก้: ${how}`,
  checkOrFix: 'ใช้ --check และ --fix พร้อมกันไม่ได้',
  giveOne: 'ใช้อย่างใดอย่างหนึ่ง',
  failed: ({ failed, all, check, message }) =>
    `ไม่ผ่าน ${failed} จาก ${all} รายการตรวจ รายการแรกคือ${check}: ${message}`,
};

export const checkNames: Translation<typeof english.checkNames> = {
  node: 'Node',
  system: 'ระบบ',
  sqlite: 'SQLite',
  environment: 'ตัวแปรแวดล้อม',
  settings: 'การตั้งค่า',
  state: 'ข้อมูลที่เก็บ',
  'old files': 'ไฟล์เก่า',
  profile: 'โปรไฟล์',
  address: 'ที่อยู่',
  'test rules': 'กติกาการทดสอบ',
  commands: 'คำสั่ง',
  keyring: 'พวงกุญแจ',
  secret: 'ความลับ',
  certificate: 'ใบรับรอง',
  store: 'ที่เก็บร่วม',
  'store TLS': 'TLS ของที่เก็บร่วม',
  'store durability': 'ความคงทนของที่เก็บร่วม',
  'store clock': 'นาฬิกาของที่เก็บร่วม',
  'store partitions': 'พาร์ทิชันของที่เก็บร่วม',
  'store rights': 'สิทธิ์ของที่เก็บร่วม',
  network: 'เครือข่าย',
  connection: 'การเชื่อมต่อ',
  proxy: 'พร็อกซี',
  dns: 'DNS',
  tls: 'TLS',
  clock: 'นาฬิกา',
  'sign-in': 'การเข้าสู่ระบบของทีม',
  token: 'โทเค็น',
  journal: 'บันทึกรายการ',
  outcomes: 'รายการค้าง',
  'rate limit': 'เพดานการเรียก',
};
