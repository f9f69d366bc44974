import { type Doubt, doubtText } from '../bank/doubt.js';
import type { PaymentStanding } from '../bank/reference.js';
import { counted } from '../core/text.js';
import { bangkokDateTime, thaiDates } from '../core/time.js';
import type { State } from '../journal/state.js';
import { inThai } from './sayings.js';

export type Language = 'en' | 'th';

/**
 * What verdicts, contradictions and steps say, in one language. Everything that comes in is made
 * visible before it gets here.
 */
export interface Phrases {
  moment(at: number): string;
  state(state: State): string;
  /** How the bank says that it stands, where it has no word of its own. */
  standing(standing: PaymentStanding): string;
  wallet(name: string): string;

  // Of a statement of the bank, and of a call of ours.
  of(amount: string): string;
  code(code: string): string;
  by(wallet: string): string;
  at(moment: string): string;
  sent(command: string, amount: string | undefined, moment: string): string;

  // Contradictions.
  doubted(inquiry: string, doubt: Doubt): string;
  paidTwice(times: number, amounts: readonly string[]): string;
  slipAndBill(slip: string, bill: string): string;
  inquireAndSearch(inquire: string, search: string): string;
  inquiryTwice(inquiry: string, one: string, other: string): string;
  commandSays(command: string): string;
  payloadAsks(kind: string): string;
  amountSays: string;
  bankSays(who: string, amount: string, bank: string): string;
  reversalNotShown(command: string, bank: string): string;
  reversedTwice(commands: readonly string[]): string;
  journalAgainst(command: string, state: State, bank: string): string;
  journalUnknownToBank(command: string): string;
  journalUnconfirmed(command: string): string;
  journalBehind(state: State, bank: string): string;
  takenBack(bank: string): string;
  wrongWallet(command: string, sent: string, bank: string): string;
  confirmationAmount(confirmation: string, inquiry: string): string;
  confirmationTransaction(id: string): string;
  confirmationUnknown(amount: string | undefined): string;
  confirmationUnpaid(amount: string | undefined, bank: string): string;
  confirmationsDiffer(id: string, fields: string): string;
  notDelivered(id: string): string;
  broken(kind: string, fault: string): string;
  otherBiller(payee: string, own: string): string;

  // Verdicts.
  notFound: string;
  notAccepted: string;
  contradiction(message: string): string;
  openWithBank(sent: string, bank: string): string;
  openAlone(sent: string): string;
  onItsWay(sent: string): string;
  journalUndid(done: string, sent: string, why: string): string;
  journalAlone(sent: string, state: State, code: string, why: string): string;
  bankDoesNotKnow: string;
  bankNotAsked: string;
  givenBack: string;
  closedUnpaid: string;
  foreignSlip(bank: string): string;
  unpaid: string;
  paid(payment: string, remark: string): string;
  registered(payment: string, remark: string): string;
  noConfirmation: string;
  inPart(payment: string): string;
  reversed(payment: string): string;
  undoneBy(isClosed: boolean, sent: string, bank: string, times: number): string;
  givenBackBut(message: string): string;
  canceled(bank: string): string;
  refused(bank: string, reason: string | undefined): string;
  pending(bank: string, sinceMs: number | undefined): string;
  initiated(payment: string): string;
  noAnswer(source: string, why: string): string;
  alsoKnown(reference: string, source: string, bank: string): string;

  // What steps are for.
  recover: string;
  replay: string;
  complain: string;
  askWhereSent: string;
  explain: string;
  otherDay: string;
  otherReference: string;
  byTime: string;
  doctor: string;
  again: string;
  untilFinal: string;
  untilPaid: string;
}

function minutes(ms: number): number {
  return Math.floor(ms / 60_000);
}

const EN: Phrases = {
  moment: bangkokDateTime,
  state: (state) => state,
  standing: (standing) => standing,
  wallet: (name) => name,

  of: (amount) => `of ${amount}`,
  code: (code) => `(code ${code})`,
  by: (wallet) => `by ${wallet}`,
  at: (moment) => `at ${moment}`,
  sent: (command, amount, moment) => `${command}${amount ? ` of ${amount}` : ''}, sent ${moment}`,

  doubted: (inquiry, doubt) => `${inquiry}: ${doubtSaid(doubt)}`,
  paidTwice: (times, amounts) =>
    `paid ${times} times under one reference: ${amounts.join(' and ')}`,
  slipAndBill: (slip, bill) => `the slip says ${slip}, bill inquire says ${bill}`,
  inquiryTwice: (inquiry, one, other) => `${inquiry} says ${one} and ${other} of one transaction`,
  inquireAndSearch: (inquire, search) => `bill inquire says ${inquire}, bill search says ${search}`,
  commandSays: (command) => `our ${command} says`,
  payloadAsks: (kind) => `the ${kind} asks for`,
  amountSays: 'the amount given is',
  bankSays: (who, amount, bank) => `${who} ${amount}, the bank says ${bank}`,
  reversalNotShown: (command, bank) =>
    `we sent ${command}, but the bank shows none: it says ${bank}`,
  reversedTwice: (commands) => `${commands.join(' and ')} both succeeded: it was given back twice`,
  journalAgainst: (command, state, bank) =>
    `our journal says that ${command} was ${state}, the bank says ${bank}`,
  journalUnknownToBank: (command) =>
    `our journal says that ${command} succeeded, the bank does not know it`,
  journalUnconfirmed: (command) =>
    `our journal says that ${command} succeeded, the bank says that it is not confirmed`,
  journalBehind: (state, bank) => `our journal says ${state}, the bank says ${bank}`,
  takenBack: (bank) =>
    `it was paid, and the bank now says ${bank}: taken back, but not by this machine`,
  wrongWallet: (command, sent, bank) => `we sent ${command} to ${sent}, the bank has it in ${bank}`,
  confirmationAmount: (confirmation, inquiry) =>
    `the confirmation says ${confirmation}, the inquiry says ${inquiry}`,
  confirmationTransaction: (id) =>
    `the confirmation ${id} names a transaction that the bank does not have`,
  confirmationUnknown: (amount) =>
    `a confirmation of ${amount ?? 'a payment'} arrived, but the bank has no such payment`,
  confirmationUnpaid: (amount, bank) =>
    `a confirmation of ${amount ?? 'a payment'} arrived, but the bank says that it is not paid: ${bank}`,
  confirmationsDiffer: (id, fields) =>
    `confirmation ${id} arrived with different contents (${fields}): one may be forged`,
  notDelivered: (id) => `confirmation ${id} was received, but your application never accepted it`,
  broken: (kind, fault) => `the ${kind} is broken or was altered: ${fault}`,
  otherBiller: (payee, own) => `it pays biller ${payee}, but the profile has biller ${own}`,

  notFound: 'Not found: neither the bank nor this machine knows it.',
  notAccepted: 'Not found: no inquiry accepts it, and this machine does not know it.',
  contradiction: (message) => `Contradiction: ${message}.`,
  openWithBank: (sent, bank) => `Unknown: ${sent} has no known outcome; the bank says ${bank}.`,
  openAlone: (sent) => `Unknown: ${sent} has no known outcome, and no inquiry knows it.`,
  onItsWay: (sent) => `Not final: ${sent} is on its way.`,
  journalUndid: (done, sent, why) => `By the journal alone: ${done}, by ${sent}; ${why}.`,
  journalAlone: (sent, state, code, why) =>
    `By the journal alone: ${[`${sent}: ${state}`, code].filter(Boolean).join(' ')}; ${why}.`,
  bankDoesNotKnow: 'the bank does not know it',
  bankNotAsked: 'the bank could not be asked',
  givenBack: 'given back',
  closedUnpaid: 'closed unpaid',
  foreignSlip: (bank) =>
    `Not found: the slip was issued by bank ${bank}, and this bank does not know it.`,
  unpaid: 'Not paid yet: the bank has no payment for this code.',
  paid: (payment, remark) => `Paid: ${payment}${remark}.`,
  registered: (payment, remark) => `Registered: ${payment}${remark}.`,
  noConfirmation: 'no confirmation of it was received on this machine',
  inPart: (payment) => `Paid in part: ${payment}.`,
  reversed: (payment) => `Given back: ${payment} was paid, and then reversed.`,
  undoneBy: (isClosed, sent, bank, times) => {
    const what = isClosed ? 'Closed unpaid' : 'Given back once';
    const more = times > 1 ? `; asked for ${times} times` : '';
    return `${what}, by ${sent}; the bank says ${bank}${more}.`;
  },
  givenBackBut: (message) => `Given back: ${message}.`,
  canceled: (bank) =>
    `No payment stands: it was cancelled, closed or given back; the bank says ${bank}.`,
  refused: (bank, reason) => `Not paid: the bank says ${bank}${reason ? `: ${reason}` : ''}.`,
  pending: (bank, since) => {
    const count = minutes(since ?? 0);
    const age = count < 1 ? 'less than a minute' : counted(count, 'minute');
    return `Not final: the bank says ${bank}${since === undefined ? '' : `, ${age} after it was sent`}.`;
  },
  initiated: (payment) =>
    `Initiated only: ${payment}; nothing moves before the transfer is confirmed.`,
  noAnswer: (source, why) => `No verdict: ${source} could not answer: ${why}.`,
  alsoKnown: (reference, source, bank) => ` ${reference} is also known to ${source}: ${bank}.`,

  recover:
    'asks the bank until the outcome is known, and records it in the journal; sends nothing else',
  replay: 'sends the confirmation to your application again',
  complain: 'writes a redacted case that the bank can work with',
  askWhereSent: 'writes a redacted case, to ask the bank where it sent the confirmation',
  explain: 'says what it means and what to do',
  otherDay: 'searches a day other than the last three, by the date or reference of the order',
  otherReference: 'no inquiry accepts this: use the reference of the order, or the slip',
  byTime: 'finds a direct debit by the time of its charge',
  doctor: 'finds out why the bank could not be asked',
  again: 'asks again',
  untilFinal: 'asks again until it is final',
  untilPaid: 'waits for the payment',
};

const STATES_TH: Readonly<Record<State, string>> = {
  'in-flight': 'กำลังส่ง',
  unknown: 'ไม่ทราบผล',
  pending: 'ยังไม่สิ้นสุด',
  succeeded: 'สำเร็จ',
  partial: 'สำเร็จบางส่วน',
  rejected: 'ถูกปฏิเสธ',
  'not-executed': 'ไม่ได้ดำเนินการ',
  'settled-executed': 'เจ้าหน้าที่สรุปว่าดำเนินการแล้ว',
  'settled-not-executed': 'เจ้าหน้าที่สรุปว่าไม่ได้ดำเนินการ',
};

const TH: Phrases = {
  moment: (at) => thaiDates(bangkokDateTime(at)),
  state: (state) => STATES_TH[state],
  standing: inThai,
  wallet: (name) => name.replace(/^wallet /, 'วอลเล็ต '),

  of: (amount) => `จากยอด ${amount}`,
  code: (code) => `(รหัส ${code})`,
  by: (wallet) => `โดย${wallet}`,
  at: (moment) => `เมื่อ ${moment}`,
  sent: (command, amount, moment) =>
    `${command}${amount ? ` จำนวน ${amount}` : ''} ซึ่งส่งเมื่อ ${moment}`,

  doubted: (inquiry, doubt) => `คำตอบของ ${inquiry} เชื่อไม่ได้: ${doubtSaidTh(doubt)}`,
  paidTwice: (times, amounts) => `มีการชำระ ${times} ครั้งด้วยเลขอ้างอิงเดียวกัน: ${amounts.join(' และ ')}`,
  slipAndBill: (slip, bill) => `สลิประบุ ${slip} แต่ bill inquire ระบุ ${bill}`,
  inquiryTwice: (inquiry, one, other) => `${inquiry} ระบุทั้ง ${one} และ ${other} ของรายการเดียวกัน`,
  inquireAndSearch: (inquire, search) => `bill inquire ระบุ ${inquire} แต่ bill search ระบุ ${search}`,
  commandSays: (command) => `คำสั่ง ${command} ของเราระบุ`,
  payloadAsks: (kind) => `${inThai(kind)}ขอเรียกเก็บ`,
  amountSays: 'จำนวนเงินที่ให้มาคือ',
  bankSays: (who, amount, bank) => `${who} ${amount} แต่ธนาคารระบุ ${bank}`,
  reversalNotShown: (command, bank) =>
    `เราส่ง ${command} แล้ว แต่ธนาคารไม่แสดงรายการคืนเงิน โดยระบุ ${bank}`,
  reversedTwice: (commands) => `${commands.join(' และ ')} สำเร็จทั้งคู่: คืนเงินไปสองครั้ง`,
  journalAgainst: (command, state, bank) =>
    `บันทึกของเราระบุว่า ${command} ${STATES_TH[state]} แต่ธนาคารระบุ ${bank}`,
  journalUnknownToBank: (command) => `บันทึกของเราระบุว่า ${command} สำเร็จ แต่ธนาคารไม่รู้จักรายการนี้`,
  journalUnconfirmed: (command) => `บันทึกของเราระบุว่า ${command} สำเร็จ แต่ธนาคารแจ้งว่ายังไม่ได้ยืนยัน`,
  journalBehind: (state, bank) => `บันทึกของเราระบุว่า ${STATES_TH[state]} แต่ธนาคารระบุ ${bank}`,
  takenBack: (bank) => `เคยชำระแล้ว แต่ขณะนี้ธนาคารระบุ ${bank}: ถูกดึงเงินคืน แต่ไม่ใช่จากเครื่องนี้`,
  wrongWallet: (command, sent, bank) => `เราส่ง ${command} ไปที่${sent} แต่ธนาคารมีรายการใน${bank}`,
  confirmationAmount: (confirmation, inquiry) =>
    `ข้อความยืนยันระบุ ${confirmation} แต่ผลสอบถามระบุ ${inquiry}`,
  confirmationTransaction: (id) => `ข้อความยืนยัน ${id} อ้างถึงรายการที่ธนาคารไม่มี`,
  confirmationUnknown: (amount) =>
    `ได้รับข้อความยืนยัน${amount ? `จำนวน ${amount}` : 'การชำระเงิน'} แต่ธนาคารไม่มีรายการดังกล่าว`,
  confirmationUnpaid: (amount, bank) =>
    `ได้รับข้อความยืนยัน${amount ? `จำนวน ${amount}` : 'การชำระเงิน'} แต่ธนาคารแจ้งว่ายังไม่ชำระ: ${bank}`,
  confirmationsDiffer: (id, fields) =>
    `ข้อความยืนยัน ${id} มาถึงโดยมีเนื้อหาต่างกัน (${fields}): อาจมีฉบับปลอม`,
  notDelivered: (id) => `ได้รับข้อความยืนยัน ${id} แล้ว แต่แอปพลิเคชันของคุณยังไม่เคยรับ`,
  broken: (kind, fault) => `${inThai(kind)}เสียหายหรือถูกแก้ไข: ${inThai(fault)}`,
  otherBiller: (payee, own) => `เป็นการจ่ายให้ผู้รับชำระ ${payee} แต่โปรไฟล์นี้คือผู้รับชำระ ${own}`,

  notFound: 'ไม่พบรายการ: ทั้งธนาคารและเครื่องนี้ไม่รู้จักรายการนี้',
  notAccepted: 'ไม่พบรายการ: ไม่มีการสอบถามใดรับเลขนี้ และเครื่องนี้ไม่รู้จัก',
  contradiction: (message) => `ข้อมูลขัดแย้งกัน: ${message}`,
  openWithBank: (sent, bank) => `ยังไม่ทราบผล: ${sent} ยังไม่ทราบผล ธนาคารระบุ ${bank}`,
  openAlone: (sent) => `ยังไม่ทราบผล: ${sent} ยังไม่ทราบผล และไม่มีการสอบถามใดรู้จัก`,
  onItsWay: (sent) => `ยังไม่สิ้นสุด: ${sent} กำลังดำเนินการ`,
  journalUndid: (done, sent, why) => `ตามบันทึกในเครื่องเท่านั้น: ${done} โดย ${sent} ทั้งนี้ ${why}`,
  journalAlone: (sent, state, code, why) =>
    `ตามบันทึกในเครื่องเท่านั้น: ${[sent, STATES_TH[state], code].filter(Boolean).join(' ')} ทั้งนี้ ${why}`,
  bankDoesNotKnow: 'ธนาคารไม่รู้จักรายการนี้',
  bankNotAsked: 'สอบถามธนาคารไม่ได้',
  givenBack: 'คืนเงินแล้ว',
  closedUnpaid: 'ปิดรายการโดยยังไม่ชำระ',
  foreignSlip: (bank) => `ไม่พบรายการ: สลิปออกโดยธนาคาร ${bank} และธนาคารนี้ไม่รู้จัก`,
  unpaid: 'ยังไม่ชำระ: ธนาคารยังไม่มีการชำระเงินของรหัสนี้',
  paid: (payment, remark) => `ชำระแล้ว: ${payment}${remark}`,
  registered: (payment, remark) => `ลงทะเบียนแล้ว: ${payment}${remark}`,
  noConfirmation: 'เครื่องนี้ไม่ได้รับข้อความยืนยันของรายการนี้',
  inPart: (payment) => `ชำระบางส่วน: ${payment}`,
  reversed: (payment) => `คืนเงินแล้ว: ชำระ ${payment} แล้วถูกยกเลิกในภายหลัง`,
  undoneBy: (isClosed, sent, bank, times) => {
    const what = isClosed ? 'ปิดรายการโดยยังไม่ชำระ' : 'คืนเงินแล้วหนึ่งครั้ง';
    const more = times > 1 ? ` (ขอไป ${times} ครั้ง)` : '';
    return `${what} โดย ${sent} ธนาคารระบุ ${bank}${more}`;
  },
  givenBackBut: (message) => `คืนเงินแล้ว: ${message}`,
  canceled: (bank) => `ไม่มีการชำระเงินที่มีผล: รายการถูกยกเลิก ปิด หรือคืนเงินแล้ว ธนาคารระบุ ${bank}`,
  refused: (bank, reason) => `ไม่ได้ชำระ: ธนาคารระบุ ${bank}${reason ? `: ${reason}` : ''}`,
  pending: (bank, since) => {
    const count = minutes(since ?? 0);
    const age = count < 1 ? 'ไม่ถึงหนึ่งนาที' : `${count} นาที`;
    return `ยังไม่สิ้นสุด: ธนาคารระบุ ${bank}${since === undefined ? '' : ` หลังส่งไปแล้ว ${age}`}`;
  },
  initiated: (payment) => `เริ่มรายการเท่านั้น: ${payment} เงินจะไม่เคลื่อนไหวจนกว่าจะยืนยันการโอน`,
  noAnswer: (source, why) => `ยังสรุปผลไม่ได้: ${source} ตอบไม่ได้: ${inThai(why)}`,
  alsoKnown: (reference, source, bank) => ` อนึ่ง ${source} รู้จัก ${reference} ด้วย: ${bank}`,

  recover: 'สอบถามธนาคารจนทราบผล แล้วบันทึกไว้ ไม่ส่งคำสั่งอื่นใด',
  replay: 'ส่งข้อความยืนยันให้แอปพลิเคชันของคุณอีกครั้ง',
  complain: 'เขียนแฟ้มข้อมูลที่ปกปิดแล้วให้ธนาคารตรวจสอบ',
  askWhereSent: 'เขียนแฟ้มข้อมูลที่ปกปิดแล้ว เพื่อถามธนาคารว่าส่งข้อความยืนยันไปที่ใด',
  explain: 'อธิบายความหมายและสิ่งที่ต้องทำ',
  otherDay: 'ค้นหาวันอื่นนอกจากสามวันล่าสุด ด้วยวันที่หรือเลขอ้างอิงของคำสั่งซื้อ',
  otherReference: 'ไม่มีการสอบถามใดรับเลขนี้: ใช้เลขอ้างอิงของคำสั่งซื้อ หรือสลิป',
  byTime: 'ค้นหารายการหักบัญชีด้วยเวลาที่เรียกเก็บ',
  doctor: 'ตรวจหาสาเหตุที่สอบถามธนาคารไม่ได้',
  again: 'สอบถามอีกครั้ง',
  untilFinal: 'สอบถามอีกครั้งจนกว่าจะสิ้นสุด',
  untilPaid: 'รอการชำระเงิน',
};

export const PHRASES: Readonly<Record<Language, Phrases>> = { en: EN, th: TH };

/** Of another payment nothing is repeated: it is somebody else's. */
function doubtSaid(doubt: Doubt): string {
  if (doubt.id === 'other') return `the answer is about another payment: ${doubt.field} differs`;
  if (doubt.id === 'both') return 'one transaction is listed as paid and as given back';
  return String(doubtText(doubt));
}

function doubtSaidTh(doubt: Doubt): string {
  switch (doubt.id) {
    case 'other':
      return `เป็นของรายการอื่น ${doubt.field} ไม่ตรงกัน`;
    case 'no-amount':
      return 'ระบุว่าชำระแล้ว แต่ไม่มีจำนวนเงิน';
    case 'amount':
      return `ระบุว่าชำระ ${doubt.amount} ซึ่งไม่ใช่จำนวนเงินที่มากกว่าศูนย์`;
    case 'currency':
      return `ระบุว่าชำระเป็น ${doubt.currency} ไม่ใช่บาท`;
    case 'currencies':
      return `ระบุว่าชำระเป็น ${doubt.currency} ไม่ใช่ ${doubt.wanted}`;
    case 'both':
      return 'รายการเดียวกันระบุทั้งว่าชำระแล้วและคืนเงินแล้ว';
  }
}
