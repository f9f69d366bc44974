import type { Translation } from '../../core/message.js';
import type * as english from '../smoke.js';

export const smoke: Translation<typeof english.smokeMessages> = {
  knownWithoutCompare: '--known ใช้กับผลต่างของ --compare',
  addCompare: 'เพิ่ม --compare PROFILE',
  givePage: (named) => `${named}: ให้ระบุ FILE.html`,
  ended: 'หยุดด้วยสัญญาณ ขั้นตอนที่เหลือถูกข้าม',

  lacking: (settings) => `โปรไฟล์ไม่มี ${settings.join(', ')}`,
  afterFailure: (step) => `ขั้นตอนที่ ${step} ไม่ผ่าน`,
  bySignal: (signal) => `หยุดด้วย ${signal}`,
  noSandbox: 'ที่นี่ไม่มีธนาคารจำลอง',
  recorded: 'คำตอบมาจากการบันทึกแทนธนาคารจำลอง',
  live: (call, risk) => `${call} ${risk} และโปรไฟล์เป็นแบบใช้งานจริง ไม่มีการส่งคำสั่งใด`,
  unsent: (why) => `${why} ไม่มีการส่งคำสั่งใด`,
  hint: (hint) => `คำแนะนำ: ${hint}`,
  field: (field, problem) => `${field}: ${problem}`,

  anyOf: (exits) => exits.join(' หรือ '),
  unlike: ({ what, expected, seen }) => `${what}: คาดไว้ ${expected} พบ ${seen}`,
  none: 'ไม่มี',
  unsaved: (path) => `save: ข้อมูลไม่มี ${path}`,

  passed: 'ผ่าน',
  failed: 'ไม่ผ่าน',
  skipped: 'ข้าม',
  exit: (code) => `รหัสออก ${code}`,
  summary: ({ plans, passed, failed, skipped }) =>
    `${plans} แผน: ผ่าน ${passed} ไม่ผ่าน ${failed} ข้าม ${skipped}`,
  differs: ({ where, what, first, second }) => `${where}: ${what}: ที่นี่ ${first} ที่นั่น ${second}`,
  differences: (count) => `แตกต่าง ${count} รายการ`,
  known: (count) => `ทราบแล้ว ${count} รายการ`,
};
