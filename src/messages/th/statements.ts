import type { Translation } from '../../core/message.js';
import type * as english from '../statements.js';

const span = (from: number, to: number) => (from === to ? `${from}` : `${from} ถึง ${to}`);

export const statementWords: Translation<typeof english.statementWords> = {
  at: (file, fault) => `${file}: ${fault}`,
  numbered: (account, number) =>
    `รายการเดินบัญชีเลขที่ ${number}${account === '' ? '' : ` ของ ${account}`}`,
  ofAccount: (account) => `รายการเดินบัญชี${account === '' ? '' : `ของ ${account}`}`,

  balance: ({ name, opening, found, closing }) =>
    `${name}: ยอดยกมา ${opening} รวมรายการแล้วเป็น ${found} แต่ยอดยกไปคือ ${closing}`,
  figure: (what, stated, found) => `${what}: ระบุไว้ ${stated} แต่อ่านได้ ${found}`,
  ofStatement: (name, what) => `${name} ${what}`,
  entries: 'จำนวนรายการ',
  total: 'ยอดรวมของรายการ',
  net: 'ยอดสุทธิของรายการ',
  creditEntries: 'จำนวนรายการเครดิต',
  credits: 'ยอดรวมของรายการเครดิต',
  debitEntries: 'จำนวนรายการเดบิต',
  debits: 'ยอดรวมของรายการเดบิต',
  details: (line) => `ยอดรวมของรายการย่อยในรายการที่ ${line}`,
  detailCount: (line) => `จำนวนรายการย่อยในรายการที่ ${line}`,
  accountTotal: 'ยอดควบคุมของบัญชี',
  accountRecords: 'จำนวนระเบียนของบัญชี',
  groupTotal: 'ยอดควบคุมของกลุ่ม',
  groupAccounts: 'จำนวนบัญชีของกลุ่ม',
  groupRecords: 'จำนวนระเบียนของกลุ่ม',
  fileTotal: 'ยอดควบคุมของไฟล์',
  fileGroups: 'จำนวนกลุ่มของไฟล์',
  fileRecords: 'จำนวนระเบียนของไฟล์',
  noTrailer: 'ไฟล์จบก่อนระเบียนสุดท้าย',
  noClosingBalance: (name) => `${name} จบก่อนยอดยกไป`,
  noOpeningBalance: (name) => `${name} ไม่มียอดยกมา`,
  noStatement: (file, format) => `${file} เป็น ${format} แต่ไม่มีรายการเดินบัญชีอยู่ในไฟล์`,

  missingPage: ({ name, from, to }) => `ขาดหน้า ${span(from, to)} ของ${name}`,
  missingStatement: ({ account, from, to }) =>
    `ขาดรายการเดินบัญชีเลขที่ ${span(from, to)}${account === '' ? '' : ` ของ ${account}`}`,

  badXml: (file, position, why) => `${file} เป็น XML ที่ไม่ถูกต้อง ณ อักขระที่ ${position}: ${why}`,
  documentType: (file) => `${file} ประกาศชนิดเอกสาร (DOCTYPE) ซึ่งไม่อ่านเอนทิตีและการอ้างถึงไฟล์อื่น`,
  tooDeep: (file, most) => `${file} มีส่วนประกอบซ้อนกันเกิน ${most} ชั้น`,
  tooLongPart: (file) => `${file} มีข้อความหรือแท็กที่ยาวกว่า 1 MB`,
  tooLargeElement: (file) => `${file} มีส่วนประกอบที่ใหญ่กว่า 128 MB`,
  notRead: (format) => `${format} อ่านได้เฉพาะ camt.053 และ camt.054 รุ่น 001.02 ถึง 001.13`,
  noSheet: ({ file, sheet, sheets }) => `${file} ไม่มีแผ่นงาน ${sheet} มีแต่ ${sheets.join(', ')}`,
  noSheets: (file) => `${file} ไม่มีแผ่นงานที่มีข้อมูล`,
  tooManyStrings: (file) => `${file} มีข้อความในช่องเกิน 64 ล้านตัวอักษร`,
  notEntry: 'ไม่ใช่รายการตามรูปแบบ :61:',
  notTransaction: 'ไม่ใช่รายการตามรูปแบบ BAI2',
  notBalance: 'ไม่ใช่ยอดคงเหลือ',
};
