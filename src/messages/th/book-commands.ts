import type { Translation } from '../../core/message.js';
import type * as english from '../book-commands.js';

export const bookCommands: Translation<typeof english.bookCommands> = {
  head: (book, through) =>
    through === undefined ? `${book}: ยังไม่มีวันที่มีครบทั้งสองฝั่ง` : `${book}: มีครบทั้งสองฝั่งถึง ${through}`,
  closed: (day) => `ปิดแล้วถึง ${day}`,
  carried: 'ยกมา',
  new: 'ใหม่',
  resolved: 'แก้ไขแล้ว',
  open: 'คงค้าง',
  openAmount: 'คงค้าง (บาท)',
  carriedAmount: 'ยกมา (บาท)',
  newAmount: 'ใหม่ (บาท)',
  resolvedAmount: 'แก้ไขแล้ว (บาท)',
  total: 'รวม',
  age: 'อายุ',
  items: 'รายการ',
  made: (book) => `สร้างสมุด ${book} แล้ว`,
  sound: (book) => `สมุด ${book} ถูกต้อง`,
  firstFinding: (finding) => `ข้อแรก: ${finding}`,

  fileOrIds: 'ระบุไฟล์ หรือระบุ id พร้อม --as และ --note',
  nothingDecided: (file) => `${file} ไม่มีการตัดสินใจ: ไม่มีบรรทัดใดกรอก as`,
  nothingRead: (file) => `${file} ว่างเปล่า`,
  columnsNeeded: (file, columns) => `${file} ต้องมีคอลัมน์ ${columns}`,
  badDecisions: (count) => `มี ${count} บรรทัดที่ใช้ไม่ได้ ไม่ได้บันทึกการตัดสินใจใด`,
  cellMissing: (column) => `${column} ว่างเปล่า`,
  notDecision: (given, choices) => `as เป็น ${given} ให้ใช้ค่าใดค่าหนึ่งใน ${choices}`,
  asNeeded: 'ยังไม่ได้ระบุว่าตัดสินใจอย่างไร',
  giveAs: (choices) => `ระบุ --as เป็นค่าใดค่าหนึ่งใน ${choices}`,
  giveWith: 'ระบุเป็นตัวสุดท้าย: payctl books resolve BOOK ID --as matched-with OTHER --note TEXT',

  ruleOfBook: (flag) => `ใช้ ${flag} กับ --book ไม่ได้: สมุดมีกฎของตัวเอง`,
  giveAtCreation: 'กำหนดกฎของสมุดได้ตอนสร้างด้วย payctl books create',
  noInquiry: 'เมื่อใช้ --book จะไม่สอบถามธนาคาร: สมุดเก็บเฉพาะสิ่งที่อยู่ในไฟล์',
  leaveOutInquire: 'ไม่ต้องใส่ --inquire',
  noDryRun: 'ใช้ --dry-run กับ --book ไม่ได้: การทำหนึ่งครั้งถูกเขียนทั้งหมดหรือไม่เขียนเลย',
  skipped: (file) => `${file} เคยใช้แล้ว ไม่มีอะไรเปลี่ยน`,
  amended: (file, added, removed, withdrawn) =>
    `${file} แก้ไขไฟล์ที่ใช้ไปแล้ว: เพิ่ม ${added} บรรทัด ลบ ${removed} ถอน ${withdrawn}`,
  addedAt: (file, line, what) => `${file}:${line} เพิ่ม: ${what}`,
  removedAt: (file, line, what) => `${file}:${line} ลบ: ${what}`,
  withdrawnAt: (file, line, what) => `${file}:${line} ถอนในวันที่ปิดแล้ว: ${what}`,
  moreLines: (count) => `อีก ${count} บรรทัด: -o json แสดงทั้งหมด`,
  reopenFirst: 'เปิดวันนั้นใหม่ แล้วสิ่งที่รออยู่จะถูกจับคู่',
};
