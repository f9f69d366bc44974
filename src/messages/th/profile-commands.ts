import type { Translation } from '../../core/message.js';
import type * as english from '../profile-commands.js';

export const profileCommands: Translation<typeof english.profileCommands> = {
  variableUnread: (variable) => `ไม่ได้อ่าน ${variable} เพราะบรรทัดคำสั่งระบุโปรไฟล์ไว้`,
  twoNamed: (one, other) => `ระบุโปรไฟล์ไว้สองชื่อ: ${one} และ ${other}`,
  embeddedBank: 'ธนาคารจำลอง',
  nowCurrent: (name) => `ใช้โปรไฟล์ ${name} เป็นโปรไฟล์ปัจจุบันแล้ว`,
  copied: (from, to) =>
    `คัดลอก ${from} เป็น ${to} แล้ว ยกเว้นความลับ ซึ่งตั้งได้ด้วย: payctl config set-secret apiSecret -p ${to}`,
  renamed: (from, to) => `เปลี่ยนชื่อ ${from} เป็น ${to} แล้ว`,
  mayDelete: (name) => `ลบโปรไฟล์ ${name} และความลับของโปรไฟล์หรือไม่`,
  deleted: (name) => `ลบ ${name} แล้ว บันทึกรายการยังเก็บสิ่งที่โปรไฟล์นี้ส่งไว้`,
  hasOpenCharges: (name, count) =>
    `โปรไฟล์ ${name} มีรายการค้าง ${count} รายการ และมีเพียงโปรไฟล์นี้ที่สอบถามธนาคารได้`,
  oneLineNeeded: (secret) => `${secret} ต้องเป็นข้อความบรรทัดเดียว`,
  typeOrPipe: 'พิมพ์เมื่อถูกถาม หรือส่งทาง standard input: คำสั่งเดิมพร้อม < FILE',
  inKeyring: (secret, name) => `เก็บ ${secret} ของ ${name} ไว้ในพวงกุญแจของระบบแล้ว`,
  inFile: ({ secret, name, file }) => `เก็บ ${secret} ของ ${name} ไว้ในไฟล์ ${file} (โหมด 0600)`,
  cannotAsk: (question) => `${question} แต่ไม่มีเทอร์มินัลให้ถาม`,
  answeredNo: 'คุณตอบว่าไม่ จึงไม่มีการเปลี่ยนแปลง',
  neverPrinted: (secret) => `${secret} เป็นความลับและไม่มีการแสดง`,
  notSet: (setting) => `ไม่ได้ตั้ง ${setting}`,
  emptyValue: (setting) => `ค่าของ ${setting} ว่างอยู่`,
  settingSet: (setting, name) => `ตั้ง ${setting} ของโปรไฟล์ ${name} แล้ว`,
  settingSetInNew: (setting, name) => `ตั้ง ${setting} ของโปรไฟล์ใหม่ ${name} แล้ว`,
  settingsRemoved: (settings, name) => `นำออกจากโปรไฟล์ ${name} แล้ว: ${settings}`,
  builtIn: 'โปรไฟล์ sandbox เป็นโปรไฟล์ในตัวและแก้ไขไม่ได้',
  noneCurrent: 'ไม่มีโปรไฟล์ปัจจุบัน',
  nameOrCreate: 'ระบุโปรไฟล์ด้วย -p NAME หรือสร้างใหม่: payctl init',
  noSetting: (name) => `ไม่มีการตั้งค่า ${name}`,
  originListsAll: 'payctl config show --origin แสดงทั้งหมด',
};
