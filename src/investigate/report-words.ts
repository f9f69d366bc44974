import type { ExitClass } from '../core/errors.js';
import type { State } from '../journal/state.js';
import type { Source, Statement } from './evidence.js';
import type { Language } from './phrases.js';

/** What a page of tickets says, in the languages of its readers. */
export interface Words {
  title: string;
  made: string;
  tickets: string;
  failed: string;
  line: string;
  exit: string;
  timeline: string;
  drawn: string;
  time: string;
  source: string;
  what: string;
  amount: string;
  sides: string;
  standing: string;
  transaction: string;
  reference: string;
  asked: string;
  result: string;
  code: string;
  request: string;
  contradictions: string;
  noContradictions: string;
  next: string;
  nothingNext: string;
  picture: string;
  payload: string;
  payloadIs: string;
  verdict: string;
  noEvents: string;
  inquiries: string;
  here: string;
  slip: Readonly<Record<'bank' | 'from' | 'to' | 'drawn', string>>;
  lanes: readonly [journal: string, confirmation: string, bank: string];
  severity: Readonly<Record<'conflict' | 'gap', string>>;
  verdicts: Readonly<Record<'other', string> & Partial<Record<ExitClass, string>>>;
  standings: Readonly<Record<Statement['standing'], string>>;
  results: Readonly<Record<Source['result'], string>>;
  events: Readonly<
    Record<
      'created' | 'sent' | 'answered' | 'silent' | 'later' | 'received' | 'paid' | 'says',
      string
    >
  >;
}

/** What the parts of a page are made with. */
export interface Parts {
  words: Words;
  /** A moment as its reader writes it. */
  moment(at: number): string;
  /** How a charge of this machine stands. */
  state(state: State): string;
  /** A sentence of ours, without what must not be given away. */
  clean(text: string): string;
}

const en: Words = {
  title: 'Payment investigation',
  made: 'Made',
  tickets: 'Tickets',
  failed: 'Could not be looked up',
  line: 'Line',
  exit: 'exit',
  timeline: 'Timeline, Bangkok time',
  drawn: 'What happened in which order; the table below says the same',
  time: 'Time',
  source: 'Source',
  what: 'What',
  amount: 'Amount',
  sides: 'What each source says',
  standing: 'State',
  transaction: 'Transaction',
  reference: 'Reference',
  asked: 'Asked',
  result: 'Result',
  code: 'Code',
  request: 'Request',
  contradictions: 'Contradictions',
  noContradictions: 'None.',
  next: 'Next steps',
  nothingNext: 'Nothing is left to do.',
  picture: 'The picture is left out, because it may show names and accounts. Its SHA-256:',
  payload: 'SHA-256 of the payload:',
  payloadIs: 'Payload',
  verdict: 'Verdict',
  noEvents: 'Nothing is known to have happened.',
  inquiries: 'Who was asked',
  here: 'this machine',
  slip: {
    bank: 'Sending bank',
    from: 'From',
    to: 'To',
    drawn: 'The slip, drawn anew without names and accounts',
  },
  lanes: ['Journal', 'Confirmations', 'Bank'],
  severity: { conflict: 'conflict', gap: 'gap' },
  verdicts: {
    SUCCESS: 'Paid',
    REJECTED: 'No payment stands',
    PENDING: 'Not final',
    NOT_FOUND: 'Not found',
    OUTCOME_UNKNOWN: 'Unknown outcome',
    PARTIAL: 'Paid in part',
    BAD_DATA: 'Contradiction',
    other: 'No verdict',
  },
  standings: {
    paid: 'paid',
    partial: 'paid in part',
    reversed: 'given back',
    refused: 'refused',
    pending: 'not final',
    initiated: 'initiated',
  },
  results: {
    found: 'found',
    'not-found': 'not found',
    'no-answer': 'no answer',
    'not-asked': 'not asked',
  },
  events: {
    created: 'a code was made',
    sent: 'sent',
    answered: 'answer',
    silent: 'no answer was recorded',
    later: 'asked or settled later',
    received: 'confirmation received',
    paid: 'paid',
    says: 'the bank says',
  },
};

const th: Words = {
  title: 'รายงานตรวจสอบการชำระเงิน',
  made: 'จัดทำเมื่อ',
  tickets: 'รายการตรวจสอบ',
  failed: 'ตรวจสอบไม่ได้',
  line: 'บรรทัด',
  exit: 'รหัสผล',
  timeline: 'ลำดับเหตุการณ์ (เวลากรุงเทพฯ)',
  drawn: 'ลำดับของเหตุการณ์ ตารางด้านล่างมีข้อมูลเดียวกัน',
  time: 'เวลา',
  source: 'แหล่งข้อมูล',
  what: 'เหตุการณ์',
  amount: 'จำนวนเงิน',
  sides: 'ข้อมูลจากแต่ละแหล่ง',
  standing: 'สถานะ',
  transaction: 'เลขที่รายการ',
  reference: 'เลขอ้างอิง',
  asked: 'คำถามที่ส่งไป',
  result: 'ผล',
  code: 'รหัส',
  request: 'รหัสคำขอ',
  contradictions: 'ข้อขัดแย้ง',
  noContradictions: 'ไม่มี',
  next: 'ขั้นตอนถัดไป',
  nothingNext: 'ไม่มีสิ่งที่ต้องทำต่อ',
  picture: 'ไม่แสดงรูปสลิป เพราะอาจมีชื่อและเลขบัญชี ค่า SHA-256 ของรูป:',
  payload: 'ค่า SHA-256 ของข้อมูลในรหัส:',
  payloadIs: 'ข้อมูลในรหัส',
  verdict: 'ข้อสรุป',
  noEvents: 'ไม่พบว่ามีเหตุการณ์ใดเกิดขึ้น',
  inquiries: 'การสอบถาม',
  here: 'เครื่องนี้',
  slip: {
    bank: 'ธนาคารผู้ส่ง',
    from: 'จาก',
    to: 'ถึง',
    drawn: 'สลิปที่วาดขึ้นใหม่ โดยไม่มีชื่อและเลขบัญชี',
  },
  lanes: ['บันทึกในเครื่อง', 'การยืนยันจากธนาคาร', 'ธนาคาร'],
  severity: { conflict: 'ขัดแย้ง', gap: 'ข้อมูลไม่ครบ' },
  verdicts: {
    SUCCESS: 'ชำระแล้ว',
    REJECTED: 'ไม่มีการชำระเงินที่มีผล',
    PENDING: 'ยังไม่สิ้นสุด',
    NOT_FOUND: 'ไม่พบรายการ',
    OUTCOME_UNKNOWN: 'ยังไม่ทราบผล',
    PARTIAL: 'ชำระบางส่วน',
    BAD_DATA: 'ข้อมูลขัดแย้งกัน',
    other: 'ยังสรุปผลไม่ได้',
  },
  standings: {
    paid: 'ชำระแล้ว',
    partial: 'ชำระบางส่วน',
    reversed: 'คืนเงินแล้ว',
    refused: 'ถูกปฏิเสธ',
    pending: 'ยังไม่สิ้นสุด',
    initiated: 'เริ่มรายการแล้ว',
  },
  results: {
    found: 'พบ',
    'not-found': 'ไม่พบ',
    'no-answer': 'ไม่มีคำตอบ',
    'not-asked': 'ไม่ได้ถาม',
  },
  events: {
    created: 'สร้างรหัส QR',
    sent: 'ส่งคำสั่ง',
    answered: 'คำตอบ',
    silent: 'ไม่มีบันทึกคำตอบ',
    later: 'สอบถามหรือสรุปภายหลัง',
    received: 'ได้รับการยืนยัน',
    paid: 'ชำระเงิน',
    says: 'ธนาคารแจ้งว่า',
  },
};

export const WORDS: Readonly<Record<Language, Words>> = { en, th };
