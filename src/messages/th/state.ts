import { payctl, phrase, shell } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../state.js';

export const state: Translation<typeof english.stateMessages> = {
  oddValue: (column) => `ที่เก็บมีแถวที่ payctl ไม่ได้เขียน (คอลัมน์ ${column})`,
  restore: 'กู้คืนจากข้อมูลสำรอง ไม่ว่าในนั้นจะว่าอย่างไร ก็ไม่มีการจ่ายเงินซ้ำ',
  readable: (path) => `ผู้อื่นอ่าน ${path} ได้`,
  makePrivate: (command) => phrase`${command} หรือ: ${payctl`doctor --fix`}`,
  writable: (path) => `ทุกคนเขียน ${path} ได้`,
  keyReadable: (path) => `ทุกคนอ่านกุญแจ ${path} ได้`,
  formatDamaged: (path) => `${path} เสียหาย ไฟล์นี้ระบุว่า payctl รุ่นใดอ่านข้อมูลส่วนที่เหลือได้`,
  removeIfOlder: (command) => `ถ้าไม่เคยใช้ payctl รุ่นใหม่กว่าที่นี่: ${command}`,
  newer: ({ theirs = 'รุ่นใหม่กว่านี้', theirFormat, ours, ourFormat }) =>
    `โฟลเดอร์ข้อมูลเขียนโดย payctl ${theirs} (รูปแบบ ${theirFormat}) แต่ที่ใช้อยู่คือ ${ours} (รูปแบบ ${ourFormat}) จึงไม่ได้ส่งคำสั่งใด`,
  update: (version = 'รุ่นใหม่กว่า') =>
    `ติดตั้ง payctl ${version} (docs/installing.md) หากใช้โฟลเดอร์ข้อมูลอื่นจะเป็นบันทึกรายการอีกชุดหนึ่ง`,
  severalNames: (path) => `${path} มีหลายชื่อ (hard link)`,
  otherName: 'ใช้ไฟล์อื่น ระบบนี้ล็อกไฟล์ที่มีหลายชื่อไม่ได้',

  notAbsolute: (variable, value) => `${variable} เป็น ${JSON.stringify(value)} ซึ่งไม่ใช่พาธเต็ม`,
  homeNotAbsolute: (home) => `โฟลเดอร์ของผู้ใช้ ${JSON.stringify(home)} ไม่ใช่พาธเต็ม`,
  homeUnknown: 'ไม่ทราบโฟลเดอร์ของผู้ใช้',
  inMemory: (path) =>
    `${path} อยู่ในหน่วยความจำ (tmpfs) เมื่อเครื่องเริ่มใหม่จะไม่มีบันทึกว่าเรียกเก็บอะไรไปแล้ว และอาจเรียกเก็บซ้ำ`,
  inContainer: (path) =>
    `${path} อยู่ในชั้นข้อมูลของคอนเทนเนอร์ (overlay) เมื่อไม่มีคอนเทนเนอร์จะไม่มีบันทึกว่าเรียกเก็บอะไรไปแล้ว และอาจเรียกเก็บซ้ำ`,
  mountVolume: (path) =>
    phrase`ต่อวอลุ่มที่ ${path} หรือ: ${shell`export PAYCTL_STATE_DIR=/path/of/a/volume`}`,
  perhapsLost: (state, profile, trace) =>
    `${state} ไม่มีคำสั่งเรียกเก็บเลย ทั้งที่${trace}ด้วยโปรไฟล์ใช้งานจริง ${profile} หากเคยเรียกเก็บมาก่อน แปลว่าบันทึกรายการสูญหาย และอาจเรียกเก็บซ้ำด้วยเลขอ้างอิงเดิม`,
  confirmationsCame: 'เคยได้รับการยืนยันการชำระเงิน',
  tokenWasIssued: 'เคยได้รับโทเค็น',
  perhapsOlder: (state, at) =>
    `${state} ถูกคัดลอกมาไว้ที่นี่เมื่อ ${at} อาจมาจากข้อมูลสำรอง จึงไม่รู้จักคำสั่งเรียกเก็บที่เกิดขึ้นหลังจากทำสำเนา และอาจเรียกเก็บซ้ำด้วยเลขอ้างอิงเดิม`,
  ifItIsOlder: (command) =>
    `หากหลังจากนั้นไม่เคยเรียกเก็บ ทำต่อได้ มิฉะนั้น ${command} แล้วดู docs/runbook.md หัวข้อ "A lost state directory"`,
  ifItWasLost: (command) =>
    `หากไม่เคยเรียกเก็บ ทำต่อได้ มิฉะนั้น ${command} แล้วดู docs/runbook.md หัวข้อ "A lost state directory"`,
  doThis: (why, fix) => `${why} วิธีแก้: ${fix}`,

  inSharedStore: 'คำสั่งของเครื่องนี้อยู่ในที่เก็บร่วม แต่ไม่ได้ตั้ง store จึงไม่ได้ส่งคำสั่งใด',
  setStoreAgain: phrase`ตั้ง store อีกครั้ง หรือนำข้อมูลทั้งหมดออกมา: ${payctl`store export`}`,
  takenOut: 'ข้อมูลทั้งหมดถูกนำออกจากที่เก็บร่วมไปแล้ว จึงไม่ได้ส่งคำสั่งใด',
  goOnWithout: phrase`ใช้ต่อโดยไม่มีที่เก็บร่วม หรือกลับไปใช้: ${payctl`store import`}`,
  inOtherStore: 'คำสั่งของเครื่องนี้อยู่ในที่เก็บร่วมอื่น จึงไม่ได้ส่งคำสั่งใด',
  exportThenImport: phrase`ใช้ ${payctl`store export`} กับที่เก็บร่วมเดิม แล้วใช้ ${payctl`store import`} กับที่เก็บร่วมนี้`,
  beingTakenOut: 'เครื่องนี้กำลังย้ายเข้าหรือออกจากที่เก็บร่วม หรือการย้ายยังไม่เสร็จสิ้น จึงไม่ได้ส่งคำสั่งใด',
  finishOrStay: phrase`ทำให้เสร็จ: ${payctl`store export`} หรือใช้ที่เก็บร่วมต่อ: ${payctl`store import`}`,
  storeNameDamaged: (path) => `${path} เสียหาย ไฟล์นี้ระบุที่เก็บร่วมของเครื่องนี้`,
  leaveStoreSet: (command) => phrase`คงการตั้งค่า store ไว้ แล้ว: ${command}; ${payctl`store import`}`,
  sealedOtherwise: (key) => `ที่เก็บร่วมมีค่าที่ปิดผนึกด้วยกุญแจอื่น (${key})`,
  sealedChanged: 'ที่เก็บร่วมมีค่าที่ปิดผนึกไว้ซึ่งถูกแก้ไขหรือย้ายมาจากที่อื่น',
  giveKeyOfStore: phrase`ระบุกุญแจของที่เก็บร่วม: ${payctl.ofSettings`config set-secret storeKey`} หรือ PAYCTL_STORE_KEY`,

  damagedAs: (why) => `เสียหาย: ${why}`,
  otherLinesThere: 'ที่นั่นมีบรรทัดอื่น',
  otherTransferThere: 'ที่นั่นเป็นของการโอนอื่น',

  readOnly: 'โปรไฟล์แบบอ่านอย่างเดียวไม่ส่งคำสั่งเคลื่อนย้ายเงิน',
  needsYes: 'การชำระเงินจริงต้องยืนยัน',

  failedBefore: (why, seconds, wait) =>
    `${why} (เมื่อ ${seconds} วินาทีก่อน จะถามธนาคารอีกครั้งในอีก ${wait} วินาที)`,
  tokenNotKept: (why) => `โทเค็นใช้ได้เฉพาะการทำงานครั้งนี้: ${why}`,

  claimWithoutAttempt: 'มีการจองเลขอ้างอิงที่ไม่มีการส่ง',
  attemptGone: 'การส่งหายไปจากบันทึกรายการ',
  fileWithoutLine: 'ไฟล์ของบันทึกรายการไม่มีบรรทัด',
  indexNotMade: 'สร้างดัชนีของบันทึกรายการใหม่ไม่ได้',
};
