import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../store-connection.js';

const storeConnection: Translation<typeof english.storeConnection> = {
  passwordRefused: ({ shown, why }) => `ที่เก็บร่วม ${shown} ปฏิเสธรหัสผ่าน: ${why}`,
  userRefused: ({ shown, why }) =>
    `ที่เก็บร่วม ${shown} ไม่อนุญาตให้ผู้ใช้นี้เข้าใช้จากเครื่องนี้ ไม่ว่ารหัสผ่านจะเป็นอะไร: ${why}`,
  allowUser:
    'ตรวจว่ามีผู้ใช้นี้ และ pg_hba.conf ของเซิร์ฟเวอร์มีบรรทัดสำหรับผู้ใช้ ฐานข้อมูล ที่อยู่ และ TLS นี้ แล้วสั่ง SELECT pg_reload_conf()',
  setPassword: phrase`${payctl.ofSettings`config set-secret storePassword`} หรือตั้งค่า PAYCTL_STORE_PASSWORD`,
  noDatabase: ({ shown, why }) => `ที่เก็บร่วม ${shown} ไม่มีฐานข้อมูลนี้: ${why}`,
  makeDatabase: phrase`ใช้ createdb หรือระบุฐานข้อมูลอื่น: ${payctl.ofSettings`config set store postgres://…`}`,
  notAllowed: ({ shown, why }) => `ที่เก็บร่วม ${shown} ไม่อนุญาตให้ผู้ใช้นี้ดำเนินการดังกล่าว: ${why}`,
  seeGrants: phrase`${payctl`store init --print`} จะแสดงสิทธิ์ที่ payctl ต้องใช้`,
  noSchema: ({ shown, why }) => `ที่เก็บร่วม ${shown} ไม่มีสคีมาของ payctl ที่รุ่นนี้ใช้ได้: ${why}`,
  otherKey: ({ shown, why }) => `ที่เก็บร่วม ${shown} ผนึกด้วยกุญแจอื่นที่ไม่ใช่ของเครื่องนี้: ${why}`,
  noSpace: ({ shown, why }) => `ที่เก็บร่วม ${shown} ไม่มีพื้นที่เหลือ: ${why}`,
  makeRoom: 'เพิ่มพื้นที่ว่างในดิสก์ของเซิร์ฟเวอร์',
  wayRefused: ({ shown, why }) => `ทางเชื่อมไปยังที่เก็บร่วม ${shown} ถูกปฏิเสธ: ${why}`,
  notNow: ({ shown, why }) => `ขณะนี้ใช้ที่เก็บร่วม ${shown} ไม่ได้: ${why}`,
  seeLog: 'ลองใหม่ในอีกสักครู่ รายละเอียดจากเซิร์ฟเวอร์อยู่ในบันทึกของเซิร์ฟเวอร์เอง',
  replica: 'ที่เก็บร่วมเป็นเซิร์ฟเวอร์สำเนา จึงรับการจองรายการไม่ได้',
  namePrimary: 'ระบุเซิร์ฟเวอร์หลักใน store หรือรอจนกว่าเซิร์ฟเวอร์นี้จะเลื่อนเป็นเซิร์ฟเวอร์หลัก',
  notEncrypted: ({ shown, why }) => `เข้ารหัสการเชื่อมต่อกับที่เก็บร่วม ${shown} ไม่ได้: ${why}`,
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

const storeAddress: Translation<typeof english.storeAddress> = {
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

const unproven = (shown: string, what: string) =>
  `ที่เก็บร่วม ${shown} ${what} และไม่มีสิ่งอื่นที่พิสูจน์ว่าเป็นที่เก็บข้อมูลนั้นจริง`;

const storeLogin: Translation<typeof english.storeLogin> = {
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

const storeSchema: Translation<typeof english.storeSchema> = {
  noSchema: 'ที่เก็บร่วมไม่มีสคีมาของ payctl',
  tooOld: ({ schema, needed }) => `ที่เก็บร่วมใช้สคีมา ${schema} แต่ payctl รุ่นนี้ต้องใช้ ${needed}`,
  amountsNeed: (needed) => `ที่เก็บร่วมต้องมีสคีมา ${needed} จึงจะเรียงรายการชำระตามจำนวนเงินได้`,
  unreleased: (schema) => `ที่เก็บร่วมใช้สคีมา ${schema} ของ payctl รุ่นที่ไม่เคยเผยแพร่ จึงอัปเกรดไม่ได้`,
  newDatabase: 'นำรายการออกเป็นไฟล์ด้วยรุ่นนั้น (store export) แล้วสร้างที่เก็บในฐานข้อมูลใหม่',
  tooNew: ({ schema, program, needed }) =>
    `ที่เก็บร่วมใช้สคีมา ${schema} ซึ่ง payctl ${program} เก่าเกินกว่าจะใช้ได้${needed === '' ? '' : ` ต้องใช้ ${needed}`}`,
  installNewer: 'ติดตั้ง payctl รุ่นใหม่กว่านี้',
  oldServer: (version) => `ที่เก็บร่วมเป็น PostgreSQL ${version} แต่ payctl ต้องใช้ 14 ขึ้นไป`,
  upgradeServer: phrase`อัปเกรดเซิร์ฟเวอร์ หรือระบุเซิร์ฟเวอร์อื่น: ${payctl.ofSettings`config set store postgres://…`}`,
  noKey: 'ที่เก็บร่วมยังไม่มีกุญแจ',
  otherKey: (own, store) => `เครื่องนี้มีกุญแจอื่น (${own.join(', ')}) ที่ไม่ใช่ของที่เก็บร่วม (${store})`,
  sealedOtherwise: (store, own) => `ที่เก็บร่วมผนึกด้วยกุญแจอื่น (${store}) ที่ไม่ใช่ของเครื่องนี้ (${own})`,
  setKey: phrase`${payctl.ofSettings`config set-secret storeKey`} หรือตั้งค่า PAYCTL_STORE_KEY ด้วยกุญแจของที่เก็บร่วม`,
};

export {
  storeAddress as 'store-address',
  storeConnection as 'store-connection',
  storeLogin as 'store-login',
  storeSchema as 'store-schema',
};
