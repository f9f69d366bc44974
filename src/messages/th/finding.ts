import type { Translation } from '../../core/message.js';
import { thaiDates } from '../../core/time.js';
import type * as english from '../finding.js';

const NAMES = { bank: 'ธนาคาร', journal: 'บันทึกรายการ', confirmation: 'ข้อความยืนยัน' };

export const finding: Translation<typeof english.finding> = {
  says: (source, what) => `${NAMES[source]}ระบุ ${what}`,
  differ: (statements) => statements.join(' แต่'),
  badAmount: (source) => `${NAMES[source]}ระบุจำนวนเงินที่ไม่ใช่จำนวนเงิน`,
  confirmedBut: (source, state) => `มีข้อความยืนยัน แต่${NAMES[source]}ระบุว่า${state}`,
  refundedBut: (state) => `บันทึกรายการระบุว่าคืนเงินแล้ว แต่ธนาคารระบุว่า${state}`,
  references: (statements) => `เลขอ้างอิงไม่ตรงกัน: ${statements.join(' แต่')}`,
  confirmationsDiffer: (fields) =>
    `ข้อความยืนยันสองฉบับของรายการเดียวกันต่างกัน: ${fields.length === 0 ? 'เนื้อหา' : fields.join(', ')}`,
  contradicted: 'ธนาคารแจ้งว่าข้อความยืนยันไม่ตรง',

  question: (from, to) => `ตั้งแต่ ${thaiDates(from)} ถึง ${thaiDates(to)}`,
  of: (operation, why) => `${operation}: ${why}`,
  notAsked: (source, why) => `สอบถาม${NAMES[source]}ไม่ได้: ${why}`,
  notBelieved: (source, why) => `เชื่อคำตอบของ${NAMES[source]}ไม่ได้: ${why}`,
  incomplete: (gaps) => `${gaps.join('; ')} ที่แสดงคือข้อมูลจากแหล่งอื่น`,
  stopped: 'หยุดก่อนที่จะสอบถามครบ',
  taken: (taken, typed) => `ค้นหา ${taken} เพราะไม่มีใครรู้จัก ${typed}`,
  none: (from, to) => `ไม่พบการชำระเงิน${from === to ? `ในวันที่ ${to}` : `ตั้งแต่ ${from} ถึง ${to}`}`,
  widen: { terminal: (command) => `${command} หรือลดเงื่อนไข`, page: () => 'เลือกวันอื่น' },
  first: {
    terminal: (shown, total) =>
      `แสดงรายการแรก ${shown} จาก ${total} รายการ ใช้ --limit ${total} เพื่อแสดงทั้งหมด`,
    page: (shown, total) => `แสดงรายการแรก ${shown} จาก ${total} รายการ`,
  },
  firstOnly: {
    terminal: (shown) => `แสดงรายการแรก ${shown} รายการ ใช้ --limit ที่มากขึ้นหรือวันอื่นเพื่อดูเพิ่ม`,
    page: (shown) => `แสดงรายการแรก ${shown} รายการ`,
  },
  badBeginning:
    '--begin-at ใช้จำนวนเงินกับเวลาเมื่อใช้ --sort largest และ smallest (250.00,2026-01-31T09:30:00+07:00) นอกนั้นใช้เวลาอย่างเดียว',
  backwards: {
    terminal: (from, end) => `--from ${from} อยู่หลัง ${end}`,
    page: () => 'วันแรกอยู่หลังวันสุดท้าย',
  },
  today: (date) => `วันนี้ ${date}`,
  earlierFirst: { terminal: 'ให้วันที่มาก่อนเป็น --from', page: '' },
};
