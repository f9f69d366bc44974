import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../confirmations.js';

const NO_AMOUNT = 'ไม่มีจำนวนเงิน';

export const confirmations: Translation<typeof english.confirmations> = {
  noKind: 'ไม่ระบุทั้งการชำระเงินและการลงทะเบียน',
  notJson: 'ไม่ใช่ JSON',
  notObject: 'ไม่ใช่ออบเจกต์ JSON',
  badTransactionId: (most) => `transactionId ไม่ใช่ข้อความที่ยาวไม่เกิน ${most} อักขระ`,

  byPost: 'ข้อความยืนยันต้องส่งด้วย POST',
  tooMuch: 'มีงานรออยู่มากเกินไป',
  notConfirmation: (why) => `เนื้อหาไม่ใช่ข้อความยืนยัน: ${why}`,
  notStored: 'เก็บข้อความไม่ได้',
  refused: (count, why) => `ไม่รับไปแล้ว ${count} ฉบับ ล่าสุด: ${why}`,
  verdictNotKept: (id, why) => `เก็บผลตรวจของ ${id} ไม่ได้: ${why}`,

  noTransactionId: 'ไม่มี transactionId',
  noInquiry: 'ไม่มีการสอบถามที่รู้จักรายการนี้',
  cannotInquire: {
    terminal: (field, problem) => `สอบถามไม่ได้: ${field} ${problem}`,
    page: () => 'สอบถามธนาคารเรื่องนี้ไม่ได้',
  },
  bankSays: (state) => `ธนาคารระบุว่า${state}`,
  otherTransaction: 'ธนาคารมีการชำระเงินนี้ แต่เลขที่รายการต่างกัน',
  namelessPayment: 'ธนาคารมีการชำระเงินนี้ แต่ไม่มีเลขที่รายการ',
  refunded: 'ธนาคารแจ้งว่าคืนเงินแล้ว',
  otherField: (field) => `ธนาคารมี ${field} ที่ต่างออกไป`,
  sameAmount: 'ธนาคารมีรายการนี้ด้วยจำนวนเดียวกัน',
  amountsDiffer: (own, bank) => `ข้อความระบุ ${own ?? NO_AMOUNT} แต่ธนาคารระบุ ${bank ?? NO_AMOUNT}`,

  noAmount: NO_AMOUNT,
  contradicts: (fields) => `มีข้อความอื่นที่มีรหัสนี้แต่เนื้อหาต่างกัน${fields && `: ${fields}`}`,

  notUrl: '--forward-to ไม่ใช่ URL',
  notHttp: '--forward-to ไม่ใช่ URL แบบ http(s)',
  holdsPassword: '--forward-to มีชื่อผู้ใช้หรือรหัสผ่าน',
  notHere: (host) => `--forward-to ระบุ ${host} ซึ่งไม่ใช่เครื่องนี้`,
  giveHere: 'ระบุที่อยู่ของเครื่องนี้ เช่น http://127.0.0.1:3000/confirmations แล้วให้พร็อกซีที่นั่นส่งต่อ',
  tried: (id, result, ms) => `ส่งต่อ ${id}: ${result} ใน ${ms} มิลลิวินาที`,
  triedAgain: (id, result, ms, seconds) =>
    `ส่งต่อ ${id}: ${result} ใน ${ms} มิลลิวินาที จะลองใหม่ในอีก ${seconds} วินาที`,
  gaveUp: (id, why) => phrase`เลิกส่งต่อ ${id}: ${why} ส่งอีกครั้งด้วย: ${payctl`listen replay`}`,
  takenWithoutCode: 'แอปพลิเคชันรับไว้โดยไม่ตอบ resCode "00" ธนาคารจะส่งซ้ำ',
  forwardingWaits: (why) => `การส่งต่อรออยู่: ${why}`,
  noAddress: 'ไม่มีที่อยู่',
  answered: (status) => `แอปพลิเคชันตอบ ${status}`,
  connectionRefused: 'ไม่รับการเชื่อมต่อ',
  unreadable: 'อ่านไม่ได้',
  messageNamed: (id) => `ข้อความ ${id}`,
};
