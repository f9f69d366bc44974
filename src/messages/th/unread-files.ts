import type { Translation } from '../../core/message.js';
import type * as english from '../unread-files.js';

const rest = (more: number) => (more > 0 ? ` และอีก ${more} คอลัมน์` : '');

export const unreadFiles: Translation<typeof english.unreadFiles> = {
  foreign: (file, kind) => `${file} เป็น${kind} บันทึกเป็น CSV ก่อน`,
  spreadsheet: 'สเปรดชีตหรือไฟล์บีบอัด',
  pdf: ' PDF',
  gzipInGzip: ' gzip ซ้อน gzip',
  damaged: (file, why) => `${file} เป็น gzip ที่เสียหาย: ${why}`,
  empty: (file) => `${file} ว่าง`,

  noHeader: {
    terminal: (file) => `${file} ว่าง ไม่มีหัวตาราง`,
    page: (file) => `${file}: ไฟล์ว่าง`,
  },
  giveHeader: 'บรรทัดแรกของ CSV เป็นชื่อคอลัมน์ เช่น reference,amount,date',
  noColumn: ({ file, columns, header, more, delimiter }) =>
    `${file} ไม่มีคอลัมน์สำหรับ ${columns.join(', ')} บรรทัดแรกซึ่งคั่นด้วย${delimiter} มี ${header.join(', ')}${rest(more)}`,
  named: (column, name) => `${column} (${name})`,
  comma: 'จุลภาค',
  semicolon: 'อัฒภาค',
  tab: 'แท็บ',
  guess: {
    terminal: (name) =>
      `หมายถึง ${name} หรือไม่ ระบุคอลัมน์ในไฟล์คำอธิบาย: payctl reconcile guess FILE > map.yaml`,
    page: (name) =>
      `หมายถึง ${name} หรือไม่ ไฟล์ที่มีคอลัมน์แบบอื่นเปรียบเทียบได้ด้วยคำสั่งซึ่งรับคำอธิบายคอลัมน์: payctl reconcile guess FILE`,
  },
  describe: {
    terminal: 'ระบุคอลัมน์ในไฟล์คำอธิบาย: payctl reconcile guess FILE > map.yaml',
    page: 'ไฟล์ที่มีคอลัมน์แบบอื่นเปรียบเทียบได้ด้วยคำสั่งซึ่งรับคำอธิบายคอลัมน์: payctl reconcile guess FILE',
  },
  twice: (file, names) => `${file} มีคอลัมน์ชื่อซ้ำกัน: ${names.join(', ')}`,
  rename: 'เปลี่ยนชื่อคอลัมน์หนึ่งในไฟล์',
  tooManyColumns: ({ file, count, most }) => `${file} มี ${count} คอลัมน์ อ่านได้ไม่เกิน ${most} คอลัมน์`,
  noSuchColumn: ({ file, name, key }) => `${file} ไม่มีคอลัมน์ ${name} ที่ระบุไว้ใน ${key}`,
  seeHeader: 'ดูหัวตารางของไฟล์',

  tooManyLines: (most) => `ไฟล์ของฝั่งเดียวมีมากกว่า ${most} บรรทัด`,
  dayByDay: 'กระทบยอดทีละวัน',
  tooManyRejected: (file, most) => `อ่าน ${file} ไม่ได้มากกว่า ${most} บรรทัด อาจเป็นรูปแบบอื่น`,
  startWithGuess: {
    terminal: (file) =>
      `payctl reconcile guess ${file} > map.yaml แก้ไขให้ถูกต้อง แล้วใช้ --map map.yaml`,
    page: (file) =>
      `ไฟล์ที่มีคอลัมน์แบบอื่นเปรียบเทียบได้ด้วยคำสั่งซึ่งรับคำอธิบายคอลัมน์: payctl reconcile guess ${file}`,
  },
};
