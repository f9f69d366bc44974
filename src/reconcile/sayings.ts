import type { Saying } from '../web/sayings.js';

/** What is wrong with a line of a file, and what a person may do about a break. */
export const BREAKS: readonly Saying[] = [
  { said: '{1} line cannot be read', th: 'อ่านไม่ได้ {1} บรรทัด' },
  { said: '{1} lines cannot be read', th: 'อ่านไม่ได้ {1} บรรทัด' },
  { said: 'amount {1~}', th: 'จำนวนเงิน{1}' },
  { said: 'date {1~}', th: 'วันที่{1}' },
  { said: 'status {1~}', th: 'สถานะ{1}' },
  { said: 'reference {1~}', th: 'เลขอ้างอิง{1}' },
  { said: 'is empty', th: 'ว่าง' },
  { said: 'has a point, but the mapping says satang', th: 'มีจุดทศนิยม แต่กำหนดไว้เป็นสตางค์' },
  {
    said: 'is not an amount: at most {1} digits and two decimals',
    th: 'ไม่ใช่จำนวนเงิน: ไม่เกิน {1} หลักและทศนิยมสองตำแหน่ง',
  },
  {
    said: 'is not an amount: use digits with at most two decimals, for example 100.00',
    th: 'ไม่ใช่จำนวนเงิน: ใช้ตัวเลขและทศนิยมไม่เกินสองตำแหน่ง เช่น 100.00',
  },
  { said: 'is not a date written {1}', th: 'ไม่ใช่วันที่ในรูปแบบ {1}' },
  { said: 'is not a time written {1}', th: 'ไม่ใช่เวลาในรูปแบบ {1}' },
  { said: 'is not a known status{1}', th: 'ไม่ใช่สถานะที่รู้จัก{1}' },
  {
    said: 'a mapping says which words mean paid, reversed or open',
    th: 'ไฟล์คำอธิบายบอกได้ว่าคำใดหมายถึงชำระ คืนเงิน หรือค้าง',
  },
  { said: 'currency {1~}', th: 'สกุลเงิน{1}' },
  { said: 'is not a currency, for example THB', th: 'ไม่ใช่สกุลเงิน เช่น THB' },
  {
    said: 'is {1}, and other lines of the file are {2}',
    th: 'เป็น {1} แต่บรรทัดอื่นของไฟล์เป็น {2}',
  },
  {
    said: 'differs from {1}, a column of the same meaning',
    th: 'ไม่ตรงกับคอลัมน์ {1} ซึ่งมีความหมายเดียวกัน',
  },
  { said: 'a mapping says which one counts', th: 'ไฟล์คำอธิบายบอกได้ว่าใช้คอลัมน์ใด' },
  { said: 'is not a count of lines', th: 'ไม่ใช่จำนวนบรรทัด' },
  { said: 'is longer than 1 MB', th: 'ยาวเกิน 1 MB' },
  {
    said: 'has neither a reference nor a transaction id',
    th: 'ไม่มีทั้งเลขอ้างอิงและเลขที่รายการ',
  },
  { said: 'has a quoted cell that never ends', th: 'มีเครื่องหมายคำพูดที่ไม่ปิด' },
  {
    said: 'has text after a closing quote; to quote inside a cell, double the quotation mark',
    th: 'มีข้อความหลังเครื่องหมายคำพูดปิด',
  },
  {
    said: 'has a quotation mark in an unquoted cell; quote the cell and double the mark',
    th: 'มีเครื่องหมายคำพูดในช่องที่ไม่ได้ครอบ',
  },
  { said: 'a similar reference, {1~}', th: 'เลขอ้างอิงคล้ายกัน {1}' },

  {
    said: 'correct the line or the mapping, and run again',
    th: 'แก้บรรทัดหรือไฟล์คำอธิบาย แล้วทำอีกครั้ง',
  },
  {
    said: 'ask who made the file why the line stands in it twice',
    th: 'ถามผู้จัดทำไฟล์ว่าเหตุใดบรรทัดนี้จึงซ้ำ',
  },
  { said: 'compare the fee with what was agreed', th: 'ตรวจค่าธรรมเนียมกับที่ตกลงไว้' },
  { said: 'book it on the day of the bank', th: 'ลงบัญชีตามวันของธนาคาร' },
  { said: 'run again with the file of the next day', th: 'ทำอีกครั้งกับไฟล์ของวันถัดไป' },
  { said: 'give one payment back, after {1}', th: 'คืนเงินหนึ่งครั้ง หลังดูผลของ {1}' },
  { said: 'mark the order as paid, after {1}', th: 'บันทึกคำสั่งซื้อว่าชำระแล้ว หลังดูผลของ {1}' },
  { said: '{1}; if it stays open: {2}', th: '{1} ถ้ายังค้าง: {2}' },
];
