import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../profiles.js';

const RULE = 'ตัวอักษรอังกฤษ ตัวเลข ., _ และ - ไม่เกิน 64 ตัว ขึ้นต้นด้วยตัวอักษรหรือตัวเลข';

export const profiles: Translation<typeof english.profilesMessages> = {
  notJson: (path) => `${path} ไม่ใช่ JSON ที่ถูกต้อง ไฟล์ไม่ถูกแก้ไข`,
  badCurrent: (path) => `\`current\` ใน ${path} ไม่ใช่ข้อความ ไฟล์ไม่ถูกแก้ไข`,
  badProfiles: (path) => `\`profiles\` ใน ${path} ไม่ใช่ออบเจกต์ ไฟล์ไม่ถูกแก้ไข`,
  badProfile: (path, name) => `โปรไฟล์ ${JSON.stringify(name)} ใน ${path} ไม่ใช่ออบเจกต์ ไฟล์ไม่ถูกแก้ไข`,
  fixOrMove: (move) => `แก้ไขไฟล์ หรือย้ายออกแล้วเริ่มใหม่: ${move}`,
  laterVersion: (path) => `${path} เขียนโดย payctl รุ่นใหม่กว่า`,
  update: 'อัปเดต payctl หรือระบุโฟลเดอร์อื่นใน PAYCTL_CONFIG_DIR',
  beingChanged: (path) => `โปรเซสอื่นกำลังแก้ไข ${path}`,
  tryAgain: 'ลองใหม่อีกครั้ง',

  builtIn: 'โปรไฟล์ sandbox เป็นโปรไฟล์ในตัวและแก้ไขไม่ได้',
  reset: phrase`${payctl.withoutProfile`sandbox reset`} ล้างข้อมูลของธนาคารจำลอง`,
  noProfile: (name) => `ไม่มีโปรไฟล์ ${JSON.stringify(name)}`,
  didYouMean: (name) =>
    phrase`หมายถึง ${name} หรือไม่ ${payctl.withoutProfile`config list`} แสดงทั้งหมด`,
  listOrMake: phrase`${payctl.withoutProfile`config list`} แสดงทั้งหมด ${payctl.withoutProfile`init`} สร้างโปรไฟล์ใหม่`,
  unusable: (name, problem) => `${JSON.stringify(name)} ${problem}`,
  badName: `ใช้เป็นชื่อโปรไฟล์ไม่ได้ ใช้${RULE}`,
  reserved: 'เป็นชื่อที่สงวนไว้ โปรดเลือกชื่ออื่น',
  giveName: `ใช้${RULE}`,
  exists: (name) => `มีโปรไฟล์ ${name} อยู่แล้ว`,
  otherName: 'เลือกชื่ออื่น',
  otherNameOrDelete: (name) =>
    phrase`เลือกชื่ออื่น หรือ: ${payctl.withoutProfile`config delete ${name}`}`,
  secretSetting: (name) => `${name} เป็นความลับและไม่เก็บไว้ในการตั้งค่า`,
  noSetting: (name) => `ไม่มีการตั้งค่า ${JSON.stringify(name)}`,
  settingsAre: (names) => `การตั้งค่าที่มีคือ ${names.join(', ')}`,
  notBankName: (from, name) => `${from} เป็น ${JSON.stringify(name)} ซึ่งใช้เป็นชื่อธนาคารจำลองไม่ได้`,
  giveBankName: (most) => `ใช้ตัวอักษรอังกฤษ ตัวเลข - และ _ ไม่เกิน ${most} ตัว`,

  lineBreak: (variable) => `${variable} มีการขึ้นบรรทัดใหม่`,
  bothSet: (variable, naming) => `ตั้งทั้ง ${variable} และ ${naming}`,
  namesNothing: (variable, path) => `${variable} ระบุ ${path} ซึ่งไม่มีอยู่`,
  notOneLine: (variable, path) => `${variable} ระบุ ${path} ซึ่งไม่ใช่ข้อความบรรทัดเดียว`,
  commandEmpty: 'secretCommand ว่างเปล่า',
  quoteOpen: 'ไม่ได้ความลับ: secretCommand มีเครื่องหมายคำพูดที่ไม่ได้ปิด',
  commandFailed: (program, code) => `ไม่ได้ความลับ: secretCommand ${program} จบด้วย ${code}`,
  printedNothing: (program) => `ไม่ได้ความลับ: secretCommand ${program} ไม่พิมพ์อะไร`,
  printedLines: (program) => `ไม่ได้ความลับ: secretCommand ${program} พิมพ์มากกว่าหนึ่งบรรทัด`,
  printedNeither: (program) =>
    `ไม่ได้ความลับ: สิ่งที่ secretCommand ${program} พิมพ์ไม่ใช่ข้อความบรรทัดเดียวหรือ JSON`,
  printedWithout: (program) => `ไม่ได้ความลับ: JSON ที่ secretCommand ${program} พิมพ์ไม่มี \`apiSecret\``,
  runByHand: phrase`ลองใช้คำสั่งนั้นเองเพื่อดูผล ${payctl`config show`} แสดงว่าตั้งไว้ที่ใด`,
  foreign: (name, profile, origin, variable, asked) =>
    `${name} ของโปรไฟล์ ${profile} เป็นของ ${origin} แต่ ${variable} ระบุ ${asked}`,
  moved: (name, profile, origin, setting, asked) =>
    `${name} ของโปรไฟล์ ${profile} เป็นของ ${origin} แต่ขณะนี้ ${setting} ระบุ ${asked}`,
  unsetOrGive: (variable, secret) => `ยกเลิกตัวแปร ${variable} หรือระบุ ${secret} ด้วย`,
  storeForNew: (command) => `${command} เก็บความลับสำหรับที่อยู่ใหม่`,
  noAddress: (profile, home, name) => `โปรไฟล์ ${profile} ไม่มี ${home} จึงผูก ${name} กับที่อยู่ไม่ได้`,
  firstThen: (first, then) => `${first} แล้วจึง: ${then}`,
  stillInKeyring: (name, profile) =>
    `พวงกุญแจของระบบยังมี ${name} ของ ${profile} อยู่ เพราะไม่ตอบหรือถูกล็อก`,
  unlockOrLeave: (command) => `ปลดล็อกแล้วสั่งคำสั่งเดิมอีกครั้ง หากจะปล่อยไว้ในนั้น: ${command}`,
};
