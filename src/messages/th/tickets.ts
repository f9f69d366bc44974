import type { Translation } from '../../core/message.js';
import type * as english from '../tickets.js';

export const tickets: Translation<typeof english.ticketMessages> = {
  lineEnds: 'หัวตารางไม่มีที่สิ้นสุด: บรรทัดของไฟล์นี้จบด้วย CR อย่างเดียว ยังไม่ได้ส่งอะไร',
  saveAsCsv: 'บันทึกเป็น CSV แบบ UTF-8',
  noReference: (names, columns) =>
    `หัวตารางไม่มีคอลัมน์ ${names.join(' หรือ ')} มีเพียง ${columns.join(', ')} ยังไม่ได้ส่งอะไร`,
  nameReference: 'ระบุคอลัมน์ที่มีเลขอ้างอิง: --reference-column NAME',
  namedTwice: (column) => `หัวตารางมี ${column} ซ้ำสองครั้ง ยังไม่ได้ส่งอะไร`,
  ofWholeBatch: (column) => `หัวตารางมี ${column} ซึ่งใช้กับทั้ง batch ยังไม่ได้ส่งอะไร`,
  give: (flag) => `ระบุ ${flag}`,
  ofResult: (column) => `หัวตารางมี ${column} ซึ่งเป็นคอลัมน์ของผล ยังไม่ได้ส่งอะไร`,
  otherColumnName: 'ตั้งชื่อคอลัมน์ของท่านเป็นชื่ออื่น',
  notText: (column) => `${column} ไม่ใช่ข้อความ`,
  notTruth: (column, given) => `${column} คือ ${given} ระบุ true หรือ false`,
  empty: (column) => `${column} ว่าง`,
  unknownField: (field, known) => `${field} ไม่ใช่ช่องของ batch นี้ ช่องที่มีคือ ${known.join(', ')}`,
  reportOfOneRun: '--report แสดงทุกเรื่องของการทำงานครั้งเดียว แต่ --resume ทำส่วนที่เหลือของอีกครั้งหนึ่ง',
  leaveOutOne: 'ใช้เพียงอย่างเดียว',
  reportOverwrites: (file) => `--report จะเขียนทับ ${file}`,
  standardInput: '"-" คือ standard input ซึ่งแถวหนึ่งใช้ไม่ได้',
  wouldBeAsked: (command, count) => `${command}: จะสอบถาม ${count} แถว`,
  stopped: 'หยุดแล้ว',
  slipConfirmed: 'ธนาคารยืนยันสลิปนี้',
  slipToCompare: (amount) => `ธนาคารยืนยันสลิปนี้ ยอด ${amount} บาท: โปรดเทียบกับสลิปและคำสั่งซื้อ`,
  slipAccepted: 'ธนาคารยืนยันสลิปนี้ และรับสลิปแล้ว',
  verifiedBefore: (what, when) =>
    `${what} (เคยเห็นแล้ว: รับแล้วหรือตรวจสำหรับคำสั่งซื้ออื่นแล้ว เมื่อ ${when} เวลากรุงเทพฯ)`,
};
