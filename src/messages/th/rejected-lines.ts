import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../rejected-lines.js';

const ERAS = { buddhist: 'พ.ศ.', christian: 'ค.ศ.' };

export const rejectedLines: Translation<typeof english.rejectedLines> = {
  at: {
    terminal: ({ file, line, fault }) => `${file}:${line}: ${fault}`,
    page: ({ file, line, fault }) => `${file} บรรทัด ${line}: ${fault}`,
  },
  ofColumn: (column, fault) => `คอลัมน์ ${column} ${fault}`,

  empty: 'ว่าง',
  unread: 'อ่านไม่ได้',
  tooLong: 'ยาวเกิน 1 MB',
  cells: (found, wanted) => `มี ${found} ช่อง แต่หัวตารางมี ${wanted} ช่อง`,
  marked: (mark, known) => `ขึ้นต้นด้วย ${mark} ไม่ใช่ ${known.join(' หรือ ')}`,
  nameless: 'ไม่มีทั้งเลขอ้างอิงและเลขที่รายการ',
  notUtf8: 'ไม่ใช่ข้อความ UTF-8 ระบุในไฟล์คำอธิบายได้ว่า encoding: windows-874',
  letters: (count, most) => `มี ${count} ตัวอักษร อ่านได้ไม่เกิน ${most} ตัวอักษร`,

  pointInSatang: 'มีจุดทศนิยม แต่ไฟล์คำอธิบายกำหนดไว้เป็นสตางค์',
  thousands: 'มีเครื่องหมายคั่นหลักพัน ถ้าถูกต้อง ให้ระบุในไฟล์คำอธิบายว่า amount: { thousands: "," }',
  signAtEnd: 'มีเครื่องหมายอยู่ท้ายจำนวน ถ้าถูกต้อง ให้ระบุในไฟล์คำอธิบายว่า amount: { sign: trailing }',
  brackets: 'อยู่ในวงเล็บ ถ้าถูกต้อง ให้ระบุในไฟล์คำอธิบายว่า amount: { sign: brackets }',
  tooManyDigits: (most) => `ไม่ใช่จำนวนเงิน: ไม่เกิน ${most} หลักและทศนิยมสองตำแหน่ง`,
  decimalComma: 'ใช้จุลภาคเป็นจุดทศนิยม ให้ใช้จุด เช่น 100.00',
  notAmount: 'ไม่ใช่จำนวนเงิน: ใช้ตัวเลขและทศนิยมไม่เกินสองตำแหน่ง เช่น 100.00',
  twoAmounts: (column) => `มีค่า และ ${column} ก็มีค่าด้วย`,
  debit: (mark) =>
    phrase`เป็น ${mark} แต่จำนวนเงินไม่มีเครื่องหมายลบ ไฟล์คำอธิบายบอกได้ว่าหมายถึงอะไร (${payctl.withoutProfile`reconcile guess FILE`})`,
  notCount: 'ไม่ใช่จำนวนบรรทัด',

  notIsoDate: 'ไม่ใช่วันที่ในรูปแบบ YYYY-MM-DD (มีเวลาด้วยก็ได้) ถ้าใช้รูปแบบอื่น ให้ระบุในไฟล์คำอธิบาย',
  notIsoDateOf: (era) =>
    `ไม่ใช่วันที่ในรูปแบบ YYYY-MM-DD (มีเวลาด้วยก็ได้) ปีเป็น ${ERAS[era]} ถ้าใช้รูปแบบอื่น ให้ระบุในไฟล์คำอธิบาย`,
  notDate: (format) => `ไม่ใช่วันที่ในรูปแบบ ${format}`,
  notDateOf: (format, era) => `ไม่ใช่วันที่ในรูปแบบ ${format} ปีเป็น ${ERAS[era]}`,
  notTime: (format) => `ไม่ใช่เวลาในรูปแบบ ${format}`,
  anyTime: 'HH:MM หรือ HH:MM:SS',

  notStatus: 'ไม่ใช่สถานะที่รู้จัก ไฟล์คำอธิบายบอกได้ว่าคำใดหมายถึงชำระ คืนเงิน หรือค้าง',
  notThisStatus: (word) => `ไม่ใช่สถานะที่รู้จัก: ${word} ไฟล์คำอธิบายบอกได้ว่าคำใดหมายถึงชำระ คืนเงิน หรือค้าง`,
  notCurrency: 'ไม่ใช่สกุลเงิน เช่น THB',
  otherCurrency: (currency, others) => `เป็น ${currency} แต่บรรทัดอื่นของไฟล์เป็น ${others}`,
  differs: (column) => `ไม่ตรงกับคอลัมน์ ${column} ซึ่งมีความหมายเดียวกัน ไฟล์คำอธิบายบอกได้ว่าใช้คอลัมน์ใด`,

  wrapped: 'มีช่องในเครื่องหมายคำพูดที่ยาวหลายบรรทัด ซึ่งแถวอื่นแทบไม่มี ถ้าเครื่องหมายคำพูดเกินมา แถวถัดไปจะไม่ถูกอ่าน',
};
