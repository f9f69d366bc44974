import type { PaymentKind } from '../bank/reference.js';
import type { ExitClass } from '../core/errors.js';
import type { Undone } from './decision.js';
import type { Source, Statement } from './evidence.js';
import type { Language } from './phrases.js';

/** What a page of tickets says, in the languages of its readers. */
export interface Words {
  title: string;
  made: string;
  tickets: string;
  failed: string;
  line: string;
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
  inquiries: string;
  here: string;
  slip: Readonly<Record<'bank' | 'from' | 'to' | 'drawn', string>>;
  lanes: readonly [journal: string, confirmation: string, bank: string];
  severity: Readonly<Record<'conflict' | 'gap', string>>;
  verdicts: Readonly<Record<'other', string> & Partial<Record<ExitClass, string>>>;
  standings: Readonly<Record<Statement['standing'], string>>;
  undone: Readonly<Record<Undone, string>>;
  /** How looking up or sending ended. */
  ended: Readonly<Record<ExitClass, string>>;
  families: Readonly<Record<PaymentKind, string>>;
  inquiriesOf: Readonly<Record<NonNullable<Source['kind']>, string>>;
  results: Readonly<Record<Source['result'], string>>;
  events: Readonly<
    Record<
      'created' | 'sent' | 'answered' | 'silent' | 'later' | 'received' | 'paid' | 'says',
      string
    >
  >;
}

const en: Words = {
  title: 'Payment investigation',
  made: 'Made',
  tickets: 'Tickets',
  failed: 'Could not be looked up',
  line: 'Line',
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
    REJECTED: 'Not paid',
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
    initiated: 'begun, nothing moved',
  },
  undone: {
    'given-back': 'given back',
    closed: 'closed unpaid',
    canceled: 'cancelled, closed or given back',
  },
  ended: {
    SUCCESS: 'done',
    INTERNAL: 'a fault of payctl',
    USAGE: 'something in this line is wrong',
    CONFIG: 'the profile or its files are not in order',
    AUTH: 'the bank refused the credentials',
    REJECTED: 'refused by the bank',
    NOT_FOUND: 'the bank does not know it',
    RATE_LIMITED: 'the bank was asked too often',
    PENDING: 'not final yet',
    UNAVAILABLE: 'the bank could not be asked',
    OUTCOME_UNKNOWN: 'the outcome is not known',
    PARTIAL: 'done in part',
    CONFLICT: 'the reference was used before',
    TLS: 'no secure connection to the bank',
    BAD_DATA: 'it could not be read',
    INTERRUPTED: 'stopped by hand',
    TERMINATED: 'stopped',
  },
  families: {
    ewallet: 'Wallet',
    card: 'Card QR',
    bill: 'Bill payment',
    cpm: 'Payment at the till',
    transfer: 'Transfer',
    dd: 'Direct debit',
    registration: 'Registration',
    other: 'Other',
  },
  inquiriesOf: { slip: 'Slip', search: 'Search of bills' },
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
    REJECTED: 'ไม่ได้ชำระ',
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
    initiated: 'เริ่มรายการแล้ว เงินยังไม่เคลื่อนไหว',
  },
  undone: {
    'given-back': 'คืนเงินแล้ว',
    closed: 'ปิดรายการโดยยังไม่ชำระ',
    canceled: 'ยกเลิก ปิด หรือคืนเงินแล้ว',
  },
  ended: {
    SUCCESS: 'สำเร็จ',
    INTERNAL: 'ข้อผิดพลาดของ payctl',
    USAGE: 'ข้อมูลในบรรทัดนี้ไม่ถูกต้อง',
    CONFIG: 'โปรไฟล์หรือไฟล์ของโปรไฟล์ไม่ถูกต้อง',
    AUTH: 'ธนาคารไม่รับข้อมูลรับรอง',
    REJECTED: 'ธนาคารปฏิเสธ',
    NOT_FOUND: 'ธนาคารไม่รู้จักรายการนี้',
    RATE_LIMITED: 'ถามธนาคารถี่เกินกำหนด',
    PENDING: 'ยังไม่สิ้นสุด',
    UNAVAILABLE: 'สอบถามธนาคารไม่ได้',
    OUTCOME_UNKNOWN: 'ยังไม่ทราบผล',
    PARTIAL: 'สำเร็จบางส่วน',
    CONFLICT: 'เลขอ้างอิงนี้เคยใช้แล้ว',
    TLS: 'เชื่อมต่อธนาคารอย่างปลอดภัยไม่ได้',
    BAD_DATA: 'อ่านข้อมูลไม่ได้',
    INTERRUPTED: 'ถูกหยุดโดยผู้ใช้',
    TERMINATED: 'ถูกหยุด',
  },
  families: {
    ewallet: 'วอลเล็ต',
    card: 'QR บัตร',
    bill: 'ชำระบิล',
    cpm: 'ชำระหน้าร้าน',
    transfer: 'โอนเงิน',
    dd: 'หักบัญชี',
    registration: 'การลงทะเบียน',
    other: 'อื่น ๆ',
  },
  inquiriesOf: { slip: 'สลิป', search: 'ค้นหาบิล' },
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
