import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../mapping.js';

export const mapping: Translation<typeof english.mappingMessages> = {
  several: (problems) => problems.join('; '),
  seeKeys: phrase`docs/reconciling.md อธิบายทุกคีย์ ${payctl.withoutProfile`reconcile guess FILE`} พิมพ์ไฟล์คำอธิบายเบื้องต้น`,
  aliases: (file) => `${file} มี anchor หรือ alias ซึ่งไม่รองรับ ให้เขียนค่าเต็ม`,
  unknownKey: ({ key, within, guess, known }) =>
    [
      `ไม่รู้จักคีย์ ${key}${within === '' ? '' : ` ใน ${within}`}`,
      guess === undefined ? `ใช้ได้: ${known.join(', ')}` : `หมายถึง ${guess} หรือไม่`,
    ].join(' '),
  oneOf: ({ key, choices, guess }) =>
    `${key} ต้องเป็น ${choices.join(' หรือ ')}${guess === undefined ? '' : ` หมายถึง ${guess} หรือไม่`}`,
  whole: 'ไฟล์คำอธิบาย',
  notBlock: (what) => `${what} ไม่ใช่กลุ่มของคีย์`,
  notText: (what) => `${what} ไม่ใช่ข้อความ ให้ใส่เครื่องหมายคำพูด`,
  notList: (what) => `${what} ไม่ใช่รายการ`,
  notBoolean: (what) => `${what} ต้องเป็น true หรือ false`,
  notOfType: (what, type) => `${what} ไม่ใช่ ${type}`,
  other: (key, why) => `ใช้ค่าของ ${key} ไม่ได้: ${why}`,

  place: (key) => `${key} เป็นชื่อคอลัมน์ หรือ [ตัวแรก, ตัวสุดท้าย] นับจาก 1`,
  order: (key) => `${key} ระบุตัวอักษรตัวแรกและตัวสุดท้ายตามลำดับนี้`,
  delimiter: (key) => `${key} เป็นอักขระตัวเดียวที่ไม่ใช่เครื่องหมายคำพูด`,
  thousands: (key) => `${key} เป็นอักขระตัวเดียว ที่ไม่ใช่ตัวเลข จุด หรือเครื่องหมายบวกลบ`,
  pattern: (key) => `${key} ไม่ใช่ regular expression`,
  zone: (key) => `${key} เป็นค่าต่างเวลา เช่น "+07:00" หรือ UTC`,
  cutoff: (key) => `${key} เป็นเวลาของวันในเครื่องหมายคำพูด เช่น "22:00"`,
  rate: (key) => `${key} เป็นร้อยละ ทศนิยมไม่เกินสี่ตำแหน่ง เช่น 1.5%`,
  holiday: (key) => `${key} ไม่ใช่วันที่ในรูปแบบ YYYY-MM-DD`,
  formatLetters: (key, letters) => `${key} ไม่รู้จัก ${letters}`,
  formatTwice: (key, part) => `${key} มี${part}ซ้ำ`,
  formatLacks: (key, part) => `${key} ไม่มี${part}`,
  year: 'ปี',
  month: 'เดือน',
  day: 'วัน',
  hour: 'ชั่วโมง',
  minute: 'นาที',
  second: 'วินาที',
  zonePart: 'เขตเวลา',

  fixedNeedsColumns: 'ไฟล์แบบความกว้างคงที่ต้องมี columns',
  fixedDelimiter: 'ไฟล์แบบความกว้างคงที่ไม่มี delimiter',
  fromOfStatements:
    'reference.from ใช้กับไฟล์รายการเดินบัญชี ส่วน CSV, xlsx และบรรทัดความกว้างคงที่ระบุเป็นคอลัมน์',
  columnsLack: (column) => `columns ไม่มี ${column}`,
  fixedPlace: (key) => `${key} เป็น [ตัวแรก, ตัวสุดท้าย] ในไฟล์แบบความกว้างคงที่`,
  csvPlace: (key) => `${key} เป็นชื่อคอลัมน์ ใช้ตำแหน่งได้กับ format: fixed เท่านั้น`,

  guessed: 'เป็นการคาดเดา โปรดเทียบกับคำอธิบายของไฟล์แล้วแก้ไขให้ถูกต้อง',
  isStatement: (format) =>
    `${format} รู้จักได้จากเนื้อหา ระบุเพียงว่าช่องใดเป็นเลขอ้างอิงของท่าน และตัดออกมาอย่างไร`,
  whichColumn: (column, header) => `${column}: คอลัมน์ใด มี ${header.join(', ')}`,
  debitMarks: (column, paid, reversed) =>
    `${column} บอกว่ารายการใดเป็นเงินเข้าหรือเงินออก หากใช่ ให้เพิ่ม columns: { status: ${column} } และ status: { paid: [${paid.join(', ')}], reversed: [${reversed.join(', ')}] }`,
  positions: 'ตำแหน่งเป็นการคาดเดาจากลักษณะของบรรทัด โปรดเทียบกับคำอธิบายของไฟล์',
  trailerPlaces: 'trailer: เพิ่ม count: [ตัวแรก, ตัวสุดท้าย] และ total: [ตัวแรก, ตัวสุดท้าย]',
  placeOf: (column) => `${column}: [ตัวแรก, ตัวสุดท้าย]`,
  theGuess: 'การคาดเดา',
  toComplete: (remarks) => `โปรดเติมให้ครบ: ${remarks.join('; ')}`,
  unreadYet: (why) => `ยังอ่านไฟล์ตามการคาดเดาไม่ได้: ${why}`,
  reads: (count) => `อ่านตอนต้นของไฟล์ได้ ${count} บรรทัด`,
  readsSome: ({ count, bad, first }) =>
    `อ่านตอนต้นของไฟล์ได้ ${count} บรรทัด อ่านไม่ได้ ${bad} บรรทัด: ${first}`,
};

export const columnNames: Translation<typeof english.columnNames> = {
  reference: { terminal: 'เลขอ้างอิง (reference)', page: 'เลขอ้างอิง' },
  transactionId: { terminal: 'เลขที่รายการ (transactionId)', page: 'เลขที่รายการ' },
  amount: { terminal: 'จำนวนเงิน (amount)', page: 'จำนวนเงิน' },
  credit: 'เครดิต',
  debit: 'เดบิต',
  fee: { terminal: 'ค่าธรรมเนียม (fee)', page: 'ค่าธรรมเนียม' },
  date: { terminal: 'วันที่ (date)', page: 'วันที่' },
  time: { terminal: 'เวลา (time)', page: 'เวลา' },
  status: { terminal: 'สถานะ (status)', page: 'สถานะ' },
  payout: { terminal: 'รอบการจ่าย (payout)', page: 'รอบการจ่าย' },
  currency: { terminal: 'สกุลเงิน (currency)', page: 'สกุลเงิน' },
};
