import type { Translation } from '../../core/message.js';
import type * as english from '../retention.js';

export const retention: Translation<typeof english.retention> = {
  keepNothing: (flags) => `ระบุว่าจะเก็บสิ่งใดไว้นานเท่าใด: ${flags}`,
  archiveOfCharges: '--archive ใช้กับคำสั่งเคลื่อนย้ายเงิน ต้องระบุ --keep ด้วย',
  notADirectory: (path) => `--archive ${path} เป็นไฟล์ ไม่ใช่ไดเรกทอรี`,
  useStore: 'คำสั่งของโปรไฟล์นี้อยู่ในที่เก็บร่วม',
  mayGiveUp: (charges, before) =>
    `ทิ้งบรรทัดของ ${charges} รายการที่สิ้นสุดก่อน ${before} โดยไม่มีไฟล์เก็บถาวรหรือไม่?`,
  personGivesUp: 'หากไม่มี --archive บรรทัดจะหายไป ต้องมีคนยืนยัน',
  keptThem: 'ไม่ได้นำสิ่งใดออก',
  nothingToRetire: 'ไม่มีรายการที่สิ้นสุดและเก่าพอ',
  stayed: (count) => `${count} รายการเปลี่ยนไประหว่างนั้น จึงยังอยู่ในบันทึก`,
  listenerRuns: 'มีตัวรับการยืนยันทำงานอยู่ที่นี่ จึงไม่ได้เปลี่ยนสิ่งใด',
  stopListener: 'หยุดตัวรับ เรียกคำสั่งเดิมอีกครั้ง แล้วเริ่มตัวรับใหม่',
  eraseNeeds: 'erase ต้องมี --before เพื่อบอกว่าถึงเมื่อใด และ --personal',
  mayErase: (before) => `ลบข้อมูลส่วนบุคคลที่เขียนก่อน ${before} หรือไม่? นำกลับมาไม่ได้`,
  personErases: 'สิ่งที่ลบจะหายไป ต้องมีคนยืนยัน',
  erasedNothing: 'ไม่ได้ลบสิ่งใด',
};
