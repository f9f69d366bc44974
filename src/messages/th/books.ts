import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../books.js';

export const books: Translation<typeof english.books> = {
  unknown: (book) => `ไม่มีบัญชี ${book}`,
  exists: (book) => `มีบัญชี ${book} อยู่แล้ว`,
  busy: (book) => `มีผู้อื่นกำลังเขียนบัญชี ${book} จึงไม่ได้เขียนอะไร`,
  again: 'ทำอีกครั้ง',

  otherDays: (file, applied, days) => `${file} ถูกลงบัญชีเมื่อ ${applied} ด้วยวันอื่น (${days})`,
  ownName: 'ตั้งชื่อไฟล์ของแต่ละคืนให้ต่างกัน',
  sameName: (file) => `มีสองไฟล์ที่ชื่อ ${file}`,
  notApplied: (what) => `ไม่ได้ลงบัญชี: ${what}`,
  unbalanced: 'ยอดยกมา + ใหม่ - ที่จบแล้ว ไม่เท่ากับยอดที่ค้าง จึงไม่ได้เขียนอะไร',
  noFiles: 'ระบุไฟล์ของคืนนั้นด้วย --orders หรือ --bank',

  openingHeader: 'หัวตารางไม่ใช่ side,reference,transactionId,amount,date,note',
  openingLine: 'บรรทัดนี้มีคอลัมน์ไม่ตรงกับหัวตาราง',
  badOpening: (count) => `มี ${count} บรรทัดของยอดยกมาที่อ่านไม่ได้ ไม่ได้สร้างสมุด`,
  openingSide: 'side ไม่ใช่ orders หรือ bank',
  openingAmount: 'amount ไม่ใช่จำนวนเงินบาท',
  openingDate: 'date ไม่ใช่วันที่แบบ YYYY-MM-DD',
  openingName: 'ไม่มี reference หรือ transactionId ที่ยาวไม่เกิน 200 ตัวอักษร',
  openingColumns: 'คอลัมน์คือ side (orders หรือ bank),reference,transactionId,amount,date,note',

  noteNeeded: 'การตัดสินใจต้องมีหมายเหตุ',
  giveNote: 'บอกเหตุผลด้วย --note',
  badDecisions: (count) => `มี ${count} การตัดสินใจที่ใช้ไม่ได้ ไม่ได้บันทึกการตัดสินใจใด`,
  noItem: (id) => `ไม่มีรายการค้าง ${id}`,
  withNeeded: 'matched-with ต้องมีรหัสของอีกรายการ',
  withItself: (id) => `จับคู่ ${id} กับตัวเองไม่ได้`,
  decidedTwice: (id) => `มีการตัดสินใจ ${id} สองครั้ง`,
  sumsDiffer: (orders, bank) => `ฝั่งคำสั่งซื้อเป็น ${orders} และฝั่งธนาคารเป็น ${bank} จึงจับคู่ไม่ได้`,
  notBoth: 'matched-with ต้องมีรายการของทั้งสองฝั่ง',

  closedAlready: (day) => `บัญชีปิดถึง ${day} แล้ว`,
  notClosed: (day) => `${day} ยังไม่ได้ปิด`,
  beyondBoth: (through) =>
    through === undefined ? 'ยังไม่มีวันใดที่มีไฟล์ของทั้งสองฝ่าย' : `ไฟล์ของทั้งสองฝ่ายมีถึงวันที่ ${through} เท่านั้น`,
  notCovered: (days, side) => `ไม่มีไฟล์ของ${side}สำหรับ ${days}`,
  stillOpen: (count, ids) => `ยังมี ${count} รายการค้างถึงวันนั้น: ${ids}`,
  refusedClose: (day) => `ปิดบัญชีถึง ${day} ไม่ได้`,
  sideOrders: 'คำสั่งซื้อ',
  sideBank: 'ธนาคาร',

  eventChain: (seq) => `เหตุการณ์ ${seq} ไม่ได้ต่อจากเหตุการณ์ก่อนหน้า`,
  eventSum: (seq) => `เหตุการณ์ ${seq} ถูกแก้ไข`,
  eventFigures: (seq) => `เหตุการณ์ ${seq}: ยอดยกมา + ใหม่ - ที่จบแล้ว ไม่เท่ากับยอดที่ค้าง`,
  fileLines: (file) => `บรรทัดของ ${file} ไม่ใช่บรรทัดที่ลงบัญชีไว้`,
  fileDiffers: (file) => `สิ่งที่บัญชีบอกเกี่ยวกับ ${file} ไม่ตรงกับเหตุการณ์ของไฟล์นั้น`,
  lineRows: 'บรรทัดในบัญชีไม่ใช่บรรทัดที่เหตุการณ์ต่าง ๆ ลงไว้',
  itemRows: 'รายการในบัญชีไม่ใช่รายการที่เหตุการณ์ต่าง ๆ ลงไว้',
  itemMissing: (id) => `รายการ ${id} ไม่ได้ค้างในบัญชี แต่บรรทัดของมันจับคู่ไม่ได้`,
  itemExtra: (id) => `รายการ ${id} ค้างในบัญชี แต่บรรทัดของมันไม่ได้บอกเช่นนั้น`,
  itemDiffers: (id) => `รายการ ${id} ไม่ตรงกับบรรทัดของมัน`,
  itemDecision: (id) => `ไม่มีเหตุการณ์ใดที่มีการตัดสินใจเรื่องรายการ ${id} อย่างที่รายการนั้นบอก`,
  stateDiffers: 'สิ่งที่บัญชีบอกเกี่ยวกับตัวเองไม่ตรงกับเหตุการณ์ล่าสุด',
  broken: (book, count) => `พบ ${count} ข้อในบัญชี ${book}`,
  unreadable: (book) => `บัญชี ${book} เขียนโดยรุ่นที่ใหม่กว่า หรือเสียหาย`,
};

export const bookEntries: Translation<typeof english.bookEntries> = {
  fee: 'ค่าธรรมเนียมของธนาคาร',
  decided: (as, note) => `${as}: ${note}`,
};

export const bookCommands: Translation<typeof english.bookCommands> = {
  head: (book, through) =>
    through === undefined ? `${book}: ยังไม่มีวันที่มีครบทั้งสองฝั่ง` : `${book}: มีครบทั้งสองฝั่งถึง ${through}`,
  closed: (day) => `ปิดแล้วถึง ${day}`,
  made: (book) => `สร้างสมุด ${book} แล้ว`,
  sound: (book) => `สมุด ${book} ถูกต้อง`,
  firstFinding: (finding) => `ข้อแรก: ${finding}`,

  fileOrIds: 'ระบุไฟล์ หรือระบุ id พร้อม --as และ --note',
  nothingDecided: (file) => `${file} ไม่มีการตัดสินใจ: ไม่มีบรรทัดใดกรอก as`,
  nothingRead: (file) => `${file} ว่างเปล่า`,
  columnsNeeded: (file, columns) => `${file} ต้องมีคอลัมน์ ${columns}`,
  cellMissing: (column) => `${column} ว่างเปล่า`,
  notDecision: (given, choices) => `as เป็น ${given} ไม่ได้ ให้ใช้ค่าใดค่าหนึ่งใน ${choices}`,
  asNeeded: 'ยังไม่ได้ระบุว่าตัดสินใจอย่างไร',
  giveAs: (choices) => `ระบุ --as เป็นค่าใดค่าหนึ่งใน ${choices}`,
  giveWith: phrase`ระบุเป็นตัวสุดท้าย: ${payctl`books resolve BOOK ID --as matched-with OTHER --note TEXT`}`,

  ruleOfBook: (flag) => `ใช้ ${flag} กับ --book ไม่ได้: สมุดมีกฎของตัวเอง`,
  giveAtCreation: phrase`กำหนดกฎของสมุดได้ตอนสร้างด้วย ${payctl`books create`}`,
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

export const bookWords: Translation<typeof english.bookWords> = {
  books: 'สมุดกระทบยอด',
  book: (name) => `สมุด ${name}`,
  through: 'มีข้อมูลทั้งสองฝั่งถึง',
  closed: 'ปิดแล้วถึง',
  movement: 'ความเคลื่อนไหวตามประเภท',
  lastRun: 'ตั้งแต่การทำงานครั้งล่าสุด',
  carried: 'ยกมา',
  new: 'ใหม่',
  resolved: 'เสร็จสิ้น',
  open: 'ค้างอยู่',
  ages: 'รายการค้างตามอายุ',
  age: 'อายุ',
  days: (from, to) => `${from} ถึง ${to} วัน`,
  older: 'นานกว่านั้น',
  items: 'รายการค้าง เก่าที่สุดอยู่บน',
  noItems: 'ไม่มีรายการค้าง',
  more: (count) => phrase`ยังมีอีก ${count} รายการ: ${payctl`books breaks`} แสดงทั้งหมด`,
  inDays: 'วัน',
  id: 'เลขรายการ',
  firstSeen: 'พบครั้งแรก',
};

export const bookPageWords: Translation<typeof english.bookPageWords> = {
  none: 'ยังไม่มีสมุด ผู้กระทบยอดประจำคืนเป็นผู้สร้าง',
  lead: 'สิ่งที่คืนก่อน ๆ ค้างไว้ และสิ่งที่มีผู้ตัดสินใจแล้ว การกระทบยอดประจำคืนเพิ่มไฟล์ให้',
  choose: 'เลือก',
  decide: 'ตัดสินใจเรื่องรายการที่เลือก',
  as: 'รายการเหล่านี้',
  'written-off': 'ตัดเป็นสูญ',
  explained: 'อธิบายได้แล้ว',
  duplicate: 'ซ้ำกับรายการอื่น',
  'matched-with': 'ตรงกับอีกรายการหนึ่ง',
  other: 'เลขรายการที่ตรงกัน',
  note: 'เหตุผล (บันทึกไว้พร้อมชื่อของคุณ)',
  resolve: 'บันทึกการตัดสินใจ',
  resolved: (count) => `ตัดสินใจแล้ว ${count} รายการ`,
  noneChosen: 'โปรดเลือกอย่างน้อยหนึ่งรายการ',
  noNote: 'โปรดระบุเหตุผล',
  noOther: 'โปรดระบุเลขรายการที่ตรงกัน',
};
