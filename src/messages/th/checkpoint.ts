import { payctl, phrase, shell } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../checkpoint.js';

export const checkpoint: Translation<typeof english.checkpointMessages> = {
  needs: 'checkpoint ต้องมี --key คือกุญแจส่วนตัวที่ใช้ลงนาม และ --out คือไฟล์ที่จะเขียน',
  isThere: (file) => `มี ${file} อยู่แล้ว checkpoint ต้องเป็นไฟล์ใหม่`,
  noKey: (flag, file) => `${flag} ${file} ไม่มีกุญแจ Ed25519 แบบ PEM`,
  makeKey: shell`openssl genpkey -algorithm ed25519 -out checkpoint.pem; chmod 600 checkpoint.pem`,
  damagedJournal: 'บันทึกรายการเสียหาย checkpoint จะเป็นการรับรองความเสียหายนั้น',
  verifyFirst: phrase`${payctl`journal verify`} แสดงว่าเสียหายที่ใด`,
  stopped: 'หยุดก่อนอ่านครบทุกรายการ ไม่ได้เขียนอะไร',

  notCheckpoint: 'ไม่ใช่ checkpoint ของบันทึกรายการที่รุ่นนี้อ่านได้',
  damaged: 'checkpoint เสียหาย หรือลายเซ็นไม่ตรงกับข้อความ',
  anotherCopy: 'ใช้สำเนาอื่นของไฟล์นี้',
  otherKey: (key, expected) => `checkpoint ลงนามด้วยกุญแจ ${key} ไม่ใช่ ${expected}`,
  anyKey: (key) => `checkpoint ลงนามด้วยกุญแจ ${key} ใช้ --key FILE เพื่อตรวจว่าเป็นกุญแจของคุณ`,
  keyAlone: '--key เป็นกุญแจของ checkpoint ให้ระบุ --checkpoint FILE ด้วย',
  wholeJournal: '--checkpoint ต้องใช้บันทึกทั้งหมด อย่าใช้ --since หรือ --archive',

  removed: (at) => `รายการถูกลบ: มีอยู่ใน checkpoint ของ ${at}`,
  changed: (at) => `บรรทัดที่มีใน checkpoint ของ ${at} ถูกลบหรือถูกแก้`,
  dayRemoved: (at) => `ไฟล์ถูกลบ: มีอยู่ใน checkpoint ของ ${at}`,
  deskRemoved: (at) => `สิ่งที่บันทึกไว้ตรงนี้ถูกลบ: มีอยู่ใน checkpoint ของ ${at}`,
  deskBackDated: (at) => `สิ่งที่บันทึกไว้ตรงนี้ระบุว่าเก่ากว่า checkpoint ของ ${at} แต่ไม่มีอยู่ใน checkpoint นั้น`,
  backDated: (at) => `รายการระบุว่าเก่ากว่า checkpoint ของ ${at} แต่ไม่มีอยู่ใน checkpoint นั้น`,
};
