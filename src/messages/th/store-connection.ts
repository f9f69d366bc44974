import type { Translation } from '../../core/message.js';
import type * as english from '../store-connection.js';

export const storeConnection: Translation<typeof english.storeConnection> = {
  passwordRefused: ({ shown, why }) => `ที่เก็บร่วม ${shown} ปฏิเสธรหัสผ่าน: ${why}`,
  userRefused: ({ shown, why }) =>
    `ที่เก็บร่วม ${shown} ไม่อนุญาตให้ผู้ใช้นี้เข้าใช้จากเครื่องนี้ ไม่ว่ารหัสผ่านจะเป็นอะไร: ${why}`,
  allowUser:
    'ตรวจว่ามีผู้ใช้นี้ และ pg_hba.conf ของเซิร์ฟเวอร์มีบรรทัดสำหรับผู้ใช้ ฐานข้อมูล ที่อยู่ และ TLS นี้ แล้วสั่ง SELECT pg_reload_conf()',
  setPassword: 'payctl config set-secret storePassword หรือตั้งค่า PAYCTL_STORE_PASSWORD',
  noDatabase: ({ shown, why }) => `ที่เก็บร่วม ${shown} ไม่มีฐานข้อมูลนี้: ${why}`,
  makeDatabase: 'ใช้ createdb หรือระบุฐานข้อมูลอื่น: payctl config set store postgres://…',
  notAllowed: ({ shown, why }) => `ที่เก็บร่วม ${shown} ไม่อนุญาตให้ผู้ใช้นี้ดำเนินการดังกล่าว: ${why}`,
  seeGrants: 'payctl store init --print จะแสดงสิทธิ์ที่ payctl ต้องใช้',
  noSchema: ({ shown, why }) => `ที่เก็บร่วม ${shown} ไม่มีสคีมาของ payctl ที่รุ่นนี้ใช้ได้: ${why}`,
  otherKey: ({ shown, why }) => `ที่เก็บร่วม ${shown} ผนึกด้วยกุญแจอื่นที่ไม่ใช่ของเครื่องนี้: ${why}`,
  noSpace: ({ shown, why }) => `ที่เก็บร่วม ${shown} ไม่มีพื้นที่เหลือ: ${why}`,
  makeRoom: 'เพิ่มพื้นที่ว่างในดิสก์ของเซิร์ฟเวอร์',
  wayRefused: ({ shown, why }) => `ทางเชื่อมไปยังที่เก็บร่วม ${shown} ถูกปฏิเสธ: ${why}`,
  notNow: ({ shown, why }) => `ขณะนี้ใช้ที่เก็บร่วม ${shown} ไม่ได้: ${why}`,
  seeLog: 'ลองใหม่ในอีกสักครู่ รายละเอียดจากเซิร์ฟเวอร์อยู่ในบันทึกของเซิร์ฟเวอร์เอง',
  replica: 'ที่เก็บร่วมเป็นเซิร์ฟเวอร์สำเนา จึงรับการจองรายการไม่ได้',
  namePrimary: 'ระบุเซิร์ฟเวอร์หลักใน store หรือรอจนกว่าเซิร์ฟเวอร์นี้จะเลื่อนเป็นเซิร์ฟเวอร์หลัก',
  notEncrypted: ({ shown, why }) => `ที่เก็บร่วม ${shown}: ${why}`,
  turnOnTls: 'เปิดใช้ ssl ที่เซิร์ฟเวอร์ ส่วน sslmode=disable ใช้ได้เฉพาะภายในเครื่องนี้และกับ environment test',
  untrusted: ({ shown, why }) => `ใบรับรองของที่เก็บร่วม ${shown} ไม่น่าเชื่อถือ: ${why}`,
  nameAuthority: 'ระบุผู้ออกใบรับรอง: …?sslmode=verify-full&sslrootcert=/path/of/the/ca.pem',
  unreached: ({ shown, why }) => `ติดต่อที่เก็บร่วม ${shown} ไม่ได้: ${why}`,
  seeServer: 'ตรวจว่าเซิร์ฟเวอร์ทำงานอยู่ และติดต่อโฮสต์กับพอร์ตนั้นจากเครื่องนี้ได้หรือไม่',
  slow: ({ shown, why }) => `ติดต่อที่เก็บร่วม ${shown} ได้ แต่ช้าเกินไป: ${why}`,
  seeLoad: 'ลองใหม่ในอีกสักครู่ และดูว่าเซิร์ฟเวอร์กำลังทำหรือรออะไรอยู่ (pg_stat_activity)',
  noHost: ({ shown, whys }) =>
    `ไม่มีเซิร์ฟเวอร์ใดของที่เก็บร่วม ${shown} ที่ใช้ได้: ${whys.map(({ at, why }) => `${at}: ${why}`).join('; ')}`,
  ended: 'การทำงานสิ้นสุดก่อนที่ที่เก็บร่วมจะตอบ',
  noTls: 'เซิร์ฟเวอร์ไม่รองรับ TLS',
  closed: 'การเชื่อมต่อถูกปิด',
  noConnection: 'เชื่อมต่อไม่สำเร็จภายในเวลาที่กำหนด',
  noAnswer: 'ไม่ตอบภายในเวลาที่กำหนด',
  silent: 'ที่เก็บร่วมไม่ตอบ',
  unconfirmed: (why) => `เครื่องสำรองไม่ได้ยืนยัน: ${why}`,
  standbysEmptied: 'synchronous_standby_names ถูกล้างค่าในระหว่างนั้น',
};
