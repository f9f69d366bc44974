import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../profile-commands.js';

export const profileCommands: Translation<typeof english.profileCommands> = {
  variableUnread: (variable) => `ไม่ได้อ่าน ${variable} เพราะบรรทัดคำสั่งระบุโปรไฟล์ไว้`,
  twoNamed: (one, other) => `ระบุโปรไฟล์ไว้สองชื่อ: ${one} และ ${other}`,
  embeddedBank: 'ธนาคารจำลอง',
  nowCurrent: (name) => `ใช้โปรไฟล์ ${name} เป็นโปรไฟล์ปัจจุบันแล้ว`,
  copied: (from, to) =>
    phrase`คัดลอก ${from} เป็น ${to} แล้ว ยกเว้นความลับ ซึ่งตั้งได้ด้วย: ${payctl.on(to)`config set-secret apiSecret`}`,
  renamed: (from, to) => `เปลี่ยนชื่อ ${from} เป็น ${to} แล้ว`,
  mayDelete: (name) => `ลบโปรไฟล์ ${name} และความลับของโปรไฟล์หรือไม่`,
  deleted: (name) => `ลบ ${name} แล้ว บันทึกรายการยังเก็บสิ่งที่โปรไฟล์นี้ส่งไว้`,
  hasOpenCharges: (name, count) =>
    `โปรไฟล์ ${name} มีรายการค้าง ${count} รายการ และมีเพียงโปรไฟล์นี้ที่สอบถามธนาคารได้`,
  oneLineNeeded: (secret) => `${secret} ต้องเป็นข้อความบรรทัดเดียว`,
  typeOrPipe: 'พิมพ์เมื่อถูกถาม หรือส่งทาง standard input: คำสั่งเดิมพร้อม < FILE',
  inKeyring: (secret, name) => `เก็บ ${secret} ของ ${name} ไว้ในพวงกุญแจของระบบแล้ว`,
  inFile: ({ secret, name, file }) => `เก็บ ${secret} ของ ${name} ไว้ในไฟล์ ${file} (โหมด 0600)`,
  neverPrinted: (secret) => `${secret} เป็นความลับและไม่มีการแสดง`,
  notSet: (setting) => `ไม่ได้ตั้ง ${setting}`,
  emptyValue: (setting) => `ค่าของ ${setting} ว่างอยู่`,
  settingSet: (setting, name) => `ตั้ง ${setting} ของโปรไฟล์ ${name} แล้ว`,
  settingSetInNew: (setting, name) => `ตั้ง ${setting} ของโปรไฟล์ใหม่ ${name} แล้ว`,
  settingsRemoved: (settings, name) => `นำออกจากโปรไฟล์ ${name} แล้ว: ${settings}`,
  builtIn: 'โปรไฟล์ sandbox เป็นโปรไฟล์ในตัวและแก้ไขไม่ได้',
  noneCurrent: 'ไม่มีโปรไฟล์ปัจจุบัน',
  nameOrCreate: phrase`ระบุโปรไฟล์ด้วย -p NAME หรือสร้างใหม่: ${payctl.withoutProfile`init`}`,
  noSetting: (name) => `ไม่มีการตั้งค่า ${name}`,
  originListsAll: phrase`${payctl`config show --origin`} แสดงทั้งหมด`,
};

/** Of the settings that are asked for. */
const MEANINGS: Readonly<Record<string, string>> = {
  baseUrl: 'ที่อยู่ API ของธนาคาร',
  apiKey: 'คีย์ของแอปพลิเคชัน',
  companyId: 'รหัสบริษัท',
  terminalId: 'รหัสเครื่องรับชำระ',
  billerId: 'รหัสผู้รับชำระบิล',
  merchantId: 'รหัสร้านค้า',
  outTradeNoPrefix: 'อักษรนำหน้าเลขคำสั่งซื้อ',
  store: 'ที่อยู่ของที่เก็บร่วมหลายเครื่อง',
};

export const setup: Translation<typeof english.setup> = {
  howToStart: 'คุณต้องการเริ่มอย่างไร',
  haveKey: 'มีคีย์ API ของธนาคารแล้ว',
  haveNone: 'ยังไม่มี: ใช้ธนาคารจำลอง',
  nameOfProfile: 'ชื่อโปรไฟล์:',
  asked: (setting, meaning) => `${MEANINGS[setting] ?? meaning} (${setting}):`,
  isNeeded: 'ต้องระบุ',
  whichEnvironment: 'เป็นสภาพแวดล้อมใด',
  test: 'ทดสอบ: ไม่มีเงินจริงเคลื่อนย้าย',
  live: 'ใช้งานจริง: เงินจริง payctl จะถามก่อนเคลื่อนย้าย',
  secret: 'ความลับของแอปพลิเคชัน (apiSecret เว้นว่างได้หากจะตั้งภายหลัง):',
  secretKept: 'ความลับของแอปพลิเคชัน (apiSecret เว้นว่างหากใช้ค่าเดิม):',
  restOptional: phrase`ค่าต่อไปนี้เว้นว่างได้ และตั้งภายหลังด้วย ${payctl.ofSettings`config set`}`,
  missing: (settings) =>
    `init ต้องมี ${settings.map(({ flag, variable }) => `${flag} (หรือ ${variable})`).join(' และ ')}`,
  withoutAccount: phrase`หากยังไม่มีบัญชี: ${payctl.withoutProfile`init --sandbox`}`,
  saved: (profile) => `บันทึกโปรไฟล์ ${profile} แล้ว`,
  savedWithoutSecret: (profile, why) => `บันทึกโปรไฟล์ ${profile} แล้ว แต่ไม่ได้บันทึกความลับ: ${why}`,
  noSecret: (command) => `ไม่ได้ระบุความลับ เก็บได้ด้วย ${command}`,
  storeNeedsKey: ({ setKey, init }) =>
    phrase`ทุกเครื่องต้องมีกุญแจของที่เก็บร่วม: ${setKey} (${payctl.withoutProfile`store key`} สร้างกุญแจใหม่) และทำครั้งเดียว: ${init}`,
  next: (command) => `ขั้นต่อไป: ${command}`,
  staysCurrent: (current, other) =>
    phrase`${current} ยังเป็นโปรไฟล์ปัจจุบัน เปลี่ยนได้ด้วย ${payctl.withoutProfile`config use ${other}`}`,
  sandboxIsCurrent: 'ใช้ธนาคารจำลองเป็นโปรไฟล์ปัจจุบันแล้ว ไม่ต้องระบุตัวเลือก และไม่มีสิ่งใดเป็นของจริง',
};
