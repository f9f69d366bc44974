import type { Translation } from '../../core/message.js';
import { visible } from '../../core/text.js';
import type * as english from '../rows.js';

export const rows: Translation<typeof english.rowMessages> = {
  tooLong: 'ยาวเกิน 1 MB',
  notUtf8: 'ไม่ใช่ข้อความ UTF-8 บันทึกไฟล์เป็น UTF-8',
  notAnObject: 'ไม่ใช่ออบเจ็กต์ JSON ระบุเป็น {"field": …}',
  notJson: (why) => `ไม่ใช่ JSON: ${why}`,
  malformed: 'รูปแบบไม่ถูกต้อง',
  cells: (cells, columns) => `มี ${cells} ช่อง แต่หัวตารางมี ${columns} ช่อง`,
  unreadable: 'อ่านไม่ได้',
  field: (field, problem) => `${field} ${problem}`,
  problems: (problems) => visible(problems.join('; ')),
  sameCall: (line) => `มีรายการเดียวกันแล้วในบรรทัดที่ ${line}`,
  sameReference: ({ field, reference, line }) => `${field} ${reference} มีแล้วในบรรทัดที่ ${line}`,
  line: (line) => `บรรทัดที่ ${line}`,
  onLine: (line, what) => `บรรทัดที่ ${line}: ${what}`,
  namedTwice: (column) => `หัวตารางมี ${column} ซ้ำสองครั้ง ยังไม่ได้ส่งอะไร`,
  unknownColumn: ({ name, command, known }) =>
    `หัวตารางมี ${name} ซึ่ง ${command} ไม่มี ช่องที่มีคือ ${known.join(', ')} ยังไม่ได้ส่งอะไร`,
  markOwnColumn: 'หากต้องการพาคอลัมน์ของท่านเองไปด้วย ใส่ # หน้าชื่อ',
};
