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
  openingSide: 'side ไม่ใช่ orders หรือ bank',
  openingAmount: 'amount ไม่ใช่จำนวนเงินบาท',
  openingDate: 'date ไม่ใช่วันที่แบบ YYYY-MM-DD',
  openingName: 'ไม่มี reference หรือ transactionId ที่ยาวไม่เกิน 200 ตัวอักษร',
  openingColumns: 'คอลัมน์คือ side (orders หรือ bank),reference,transactionId,amount,date,note',

  noteNeeded: 'การตัดสินใจต้องมีหมายเหตุ',
  giveNote: 'บอกเหตุผลด้วย --note',
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
  notCovered: (days, side) => `${days}: ไม่มีไฟล์ของ${side}สำหรับวันนี้`,
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
