import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../unread-files.js';

const rest = (more: number, what: string) => (more > 0 ? ` และอีก ${more} ${what}` : '');

export const unreadFiles: Translation<typeof english.unreadFiles> = {
  notThere: (file) => `ไม่มีไฟล์ ${file}`,
  notUtf8: (file) => `${file} ไม่ใช่ข้อความ UTF-8 ให้บันทึกเป็น UTF-8`,
  foreign: (file, kind) =>
    `${file} เป็น${kind} บันทึกเป็น CSV หรือ xlsx ก่อน หรือขอไฟล์ camt.053, MT940 หรือ BAI2 จากธนาคาร`,
  pdf: ' PDF',
  html: 'หน้าเว็บ (HTML)',
  oldExcel: 'ไฟล์ Excel รุ่นเก่า (xls) หรือไฟล์ที่มีรหัสผ่าน',
  otherWorkbook: 'ไฟล์ตารางชนิดอื่นที่ไม่ใช่ xlsx',
  otherArchive: 'ไฟล์บีบอัดที่ไม่ใช่ zip หรือ gzip',
  picture: 'รูปภาพ',
  json: ' JSON',
  otherXml: ' XML ชนิดอื่น',
  otherIso: (message) => ` ${message} ซึ่งไม่ใช่รายการเดินบัญชี`,
  packedTwice: 'ไฟล์บีบอัดซ้อนกัน',

  damaged: (file, why) => `${file} เป็น gzip ที่เสียหาย: ${why}`,
  damagedZip: (file, why) => `${file} เป็น zip ที่เสียหาย: ${why}`,
  cutOff: 'มีส่วนที่หายไป',
  checksum: 'เนื้อหาไม่ตรงกับที่บีบอัดไว้',
  encrypted: 'มีรหัสผ่าน',
  method: (method) => `บีบอัดด้วยวิธี ${method}`,
  zip64: 'มีไฟล์ที่ใหญ่กว่า 4 GB',
  tooManyEntries: (most) => `มีมากกว่า ${most} ไฟล์`,
  severalFiles: ({ file, count, names }) =>
    count === 0
      ? `${file} เป็น zip ที่ไม่มีไฟล์`
      : `${file} มี ${count} ไฟล์ (${names.join(', ')}${rest(count - names.length, 'ไฟล์')}) แตกไฟล์แล้วระบุทีละไฟล์`,
  largeArchive: (file) => `${file} เป็น zip ที่ใหญ่กว่า 256 MB แตกไฟล์ก่อน`,
  bomb: (file, most) => `${file} แตกออกมาใหญ่กว่าเดิมเกิน ${most} เท่า ถ้าถูกต้อง ให้แตกไฟล์เองก่อน`,
  empty: (file) => `${file} ว่าง`,

  noHeader: {
    terminal: (file) => `${file} ว่าง ไม่มีหัวตาราง`,
    page: (file) => `${file}: ไฟล์ว่าง`,
  },
  giveHeader: 'บรรทัดแรกของ CSV เป็นชื่อคอลัมน์ เช่น reference,amount,date',
  noColumn: ({ file, columns, header, more, delimiter }) =>
    `${file} ไม่มีคอลัมน์สำหรับ ${columns.join(', ')} บรรทัดแรกซึ่งคั่นด้วย${delimiter} มี ${header.join(', ')}${rest(more, 'คอลัมน์')}`,
  named: (column, name) => `${column} (${name})`,
  comma: 'จุลภาค',
  cells: 'ช่อง',
  semicolon: 'อัฒภาค',
  tab: 'แท็บ',
  guess: {
    terminal: (name) =>
      phrase`หมายถึง ${name} หรือไม่ ระบุคอลัมน์ในไฟล์คำอธิบาย: ${payctl.withoutProfile`reconcile guess FILE > map.yaml`}`,
    page: (name) =>
      phrase`หมายถึง ${name} หรือไม่ ไฟล์ที่มีคอลัมน์แบบอื่นเปรียบเทียบได้ด้วยคำสั่งซึ่งรับคำอธิบายคอลัมน์: ${payctl.withoutProfile`reconcile guess FILE`}`,
  },
  describe: {
    terminal: phrase`ระบุคอลัมน์ในไฟล์คำอธิบาย: ${payctl.withoutProfile`reconcile guess FILE > map.yaml`}`,
    page: phrase`ไฟล์ที่มีคอลัมน์แบบอื่นเปรียบเทียบได้ด้วยคำสั่งซึ่งรับคำอธิบายคอลัมน์: ${payctl.withoutProfile`reconcile guess FILE`}`,
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
      phrase`${payctl.withoutProfile`reconcile guess ${file} > map.yaml`} แก้ไขให้ถูกต้อง แล้วใช้ --map map.yaml`,
    page: (file) =>
      phrase`ไฟล์ที่มีคอลัมน์แบบอื่นเปรียบเทียบได้ด้วยคำสั่งซึ่งรับคำอธิบายคอลัมน์: ${payctl.withoutProfile`reconcile guess ${file}`}`,
  },
};
