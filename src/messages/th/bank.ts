import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../bank.js';
import { listedThai } from './listed.js';

export const bank: Translation<typeof english.bank> = {
  unknownOperation: (id) => `ไม่มีการทำงาน ${id}`,
  operations: (ids) => `มีดังนี้: ${ids}`,
  prefixTooLong: (length, most) =>
    `outTradeNoPrefix มี ${length} ตัวอักษร แต่ outTradeNo ที่สร้างให้มีที่ว่างเพียง ${most} ตัว`,

  notInquirable: (problem) => `outTradeNo ${problem} มิฉะนั้นจะสอบถามที่นั่นไม่ได้`,
  refundTooLate: 'เลย 23:00 น. ที่กรุงเทพฯ แล้ว คืนเงินเต็มจำนวนได้เฉพาะก่อนเวลานั้นในวันที่ชำระ',
  expired: 'expiryDate ผ่านไปแล้ว',
  longQrId: (length) => `qrId มี ${length} หลัก ข้อกำหนดให้ไม่เกิน 20 หลัก`,
  openRange: 'ถ้าไม่ระบุ dateTo การค้นหาอาจยาวถึงวันนี้ ซึ่งเกิน 3 วันที่ธนาคารให้ค้นได้',

  refunded: 'คืนเงินแล้ว',
  undone: 'รายการนี้ถูกยกเลิก ปิด หรือคืนเงินแล้ว',
  nothingYet: 'ยังไม่พบการชำระเงิน',
  nothingOn: (day) => `ไม่มีการชำระเงินวันที่ ${day}`,
  anotherDay: {
    terminal: phrase`ลองวันอื่นด้วย --transaction-date YYYY-MM-DD หรือใช้ ${payctl`bill search`}`,
    page: 'ลองวันอื่น',
  },
  nobodyPaid: 'ยังไม่มีผู้ชำระ',
  customerCancelled: 'ลูกค้ายกเลิกแล้ว',
  deeplinkExpired: 'ลิงก์หมดอายุแล้ว',
  compareAmounts: {
    terminal: 'เทียบ tranAmount กับ confirmAmount',
    page: 'เทียบจำนวนเงินที่ขอกับจำนวนเงินที่ยืนยัน',
  },
  unpaidOrVoided: {
    terminal: 'ธนาคารตอบเช่นนี้กับ QR ที่ยังไม่ชำระหรือถูกยกเลิกด้วย ให้เพิ่ม --wait หรือตรวจเลขอ้างอิง',
    page: 'ธนาคารตอบเช่นนี้กับ QR ที่ยังไม่ชำระหรือถูกยกเลิกด้วย',
  },

  noQr: 'ไม่มีค่า จึงไม่มี QR ให้แสดง',
  noHeader: 'มีอักขระที่ส่วนหัวส่งไม่ได้',

  reference1: 'เลขอ้างอิง 1',
  billerId: 'รหัสผู้รับชำระ',
  otherCall: (field) => `คำตอบเป็นของรายการอื่น: ${field} ไม่ตรงกับที่ส่งไป`,
  paidWithoutAmount: 'คำตอบระบุว่าชำระแล้ว แต่ไม่มีจำนวนเงิน',
  paidNothing: (amount) => `คำตอบระบุว่าชำระ ${amount} ซึ่งไม่ใช่จำนวนเงินที่มากกว่าศูนย์`,
  paidInForeign: (currency) => `คำตอบระบุว่าชำระเป็น ${currency} ไม่ใช่บาท`,
  paidInOther: (currency, wanted) => `คำตอบระบุว่าชำระเป็น ${currency} ไม่ใช่ ${wanted}`,
  paidAndRefunded: 'คำตอบระบุรายการเดียวกันทั้งว่าชำระแล้วและคืนเงินแล้ว',
};

export const field: Translation<typeof english.field> = {
  of: (name, problem) => `${name} ${problem}`,

  missing: ({ choices, setting, by }) =>
    [
      'ยังไม่ได้ระบุ',
      choices && `ใช้ ${listedThai(choices)}`,
      setting && `ระบุค่า หรือตั้ง ${setting} ในโปรไฟล์`,
      by && `จำเป็นสำหรับ ${by}`,
    ]
      .filter(Boolean)
      .join(' '),
  foreignCurrency: 'สกุลเงินต่างประเทศ',
  empty: 'ว่างเปล่า',
  notText: 'ไม่ใช่ข้อความ ให้เขียนเป็นสตริง',
  amountNotText: 'ไม่ใช่ข้อความ ให้เขียนเป็นสตริง เช่น "100.00"',
  notObject: 'ต้องมีฟิลด์ที่มีชื่อ (ออบเจ็กต์ JSON)',
  controlCharacters: 'มีอักขระควบคุม (เช่น การขึ้นบรรทัดใหม่หรือแท็บ) ใช้ได้เฉพาะอักขระที่พิมพ์ได้',
  tooLong: (length, most) => `มี ${length} ตัวอักษร ใช้ได้ไม่เกิน ${most} ตัว`,
  misshapen: 'มีรูปแบบไม่ถูกต้อง',
  onlyAllowed: (given, allowed) => `เป็น ${given} ใช้ได้เฉพาะ ${allowed}`,
  otherChoice: (given, choices) => `เป็น ${given} ให้ใช้ ${listedThai(choices)}`,
  noText: 'ค่าที่ไม่ใช่ข้อความ',
  notYesNo: 'ต้องเป็น true หรือ false',
  exactDigits: (count) => `ต้องเป็นตัวเลข ${count} หลักพอดี`,
  lettersAndDigits: 'ใช้ได้เฉพาะตัวอักษรและตัวเลข',
  lettersDigitsDash: 'ใช้ได้เฉพาะตัวอักษร ตัวเลข และ -',
  lettersDigitsDashes: 'ใช้ได้เฉพาะตัวอักษร ตัวเลข - และ _',
  capitalsAndDigits: 'ใช้ได้เฉพาะ A-Z และ 0-9',
  threeCapitals: 'ต้องเป็นตัวพิมพ์ใหญ่สามตัว เช่น THB',
  wholeNumber: 'ต้องเป็นจำนวนเต็ม',
  wholeMinutes: 'ต้องเป็นจำนวนเต็มของนาที',
  wholeNumberWithin: (least, most) => `ต้องเป็นจำนวนเต็มตั้งแต่ ${least} ถึง ${most}`,
  qrId: 'ต้องเป็นตัวอักษร ตัวเลข - หรือ _ ไม่เกิน 20 ตัว หรือตัวเลข 23 หลักของเลข QR',
  transRef: 'ต้องเป็นตัวอักษร ตัวเลข - หรือ _ ไม่เกิน 35 ตัว',

  notAmount: 'ไม่ใช่จำนวนเงิน: ใช้ตัวเลขและทศนิยมไม่เกินสองตำแหน่ง เช่น 100 หรือ 100.00',
  amountTooLong: (length, most) => `มี ${length} ตัวอักษร ใช้ได้ไม่เกิน ${most} ตัวรวมจุดทศนิยม`,
  amountTooLarge: (digits, most) => `มี ${digits} หลักก่อนจุดทศนิยม ใช้ได้ไม่เกิน ${most} หลัก`,
  amountZero: 'เป็นศูนย์ จำนวนเงินต้องมากกว่าศูนย์',

  notDate: 'ต้องเป็นวันตามปฏิทินในรูปแบบ YYYY-MM-DD',
  notChannelDateTime: 'ต้องเป็นเวลา 29 ตัวอักษร เช่น 2026-01-31T09:00:00.000+07:00',
  notDateTime: 'ต้องเป็นเวลาในรูปแบบ YYYY-MM-DD HH:MM:SS เช่น 2026-01-31 23:59:59',
  notCompactDateTime: 'ต้องเป็นตัวเลข 14 หลักในรูปแบบ yyyyMMddHHmmss',
  noSuchMoment: 'ไม่ใช่วันและเวลาที่มีอยู่จริง',
  before: (other) => `อยู่ก่อน ${other}`,
  lessThan: (other) => `น้อยกว่า ${other}`,
  daysApart: ({ days, other, most }) => `ห่างจาก ${other} ${days} วัน ได้ไม่เกิน ${most} วัน`,

  digitsInTest: 'ใช้ได้เฉพาะตัวเลขในระบบทดสอบ',
  prefixInTest: (prefix) => `ต้องขึ้นต้นด้วย ${prefix} ในระบบทดสอบ`,
  lettersInTest: 'ต้องขึ้นต้นด้วยตัวอักษรสามตัวของผู้ให้บริการในระบบทดสอบ',
  bahtToOtherBank: 'ต้องเป็น THB เมื่อโอนไปธนาคารอื่น',
  bahtByPromptPay: 'ต้องเป็น THB เมื่อโอนด้วยพร้อมเพย์',
  aboveOtherBankLimit: 'เกิน 2,000,000 บาท ซึ่งเป็นวงเงินโอนไปธนาคารอื่น',
  abovePromptPayLimit: 'เกิน 2,000,000 บาท ซึ่งเป็นวงเงินโอนด้วยพร้อมเพย์',
  bahtAccount: 'เป็นบัญชีเงินบาท (10 หลัก) สกุลเงินต่างประเทศต้องโอนระหว่างบัญชีของสกุลเงินนั้น',
  foreignAccount: 'เป็นบัญชีเงินตราต่างประเทศ (13 หลัก) ให้ระบุสกุลเงินนั้น หรือใช้บัญชีเงินบาท',

  twoSpellings: 'เป็นตัวเลขที่เขียนได้สองแบบ',
  nameNotText: 'ไม่ใช่ข้อความ',
  invisible: 'มีอักขระที่มองไม่เห็น',
  notComposed:
    'แยกอักขระเป็นส่วน (ยูนิโคดที่ไม่ใช่รูปแบบ NFC หรือ ํา แทน ำ หรือ เเ แทน แ) จึงดูเหมือนเลขอ้างอิงอื่น โปรดพิมพ์ใหม่',
  blankAround: 'ขึ้นต้นหรือลงท้ายด้วยช่องว่าง หรืออักขระที่ไม่ใช่ ASCII',
  slash: 'มีเครื่องหมายทับ',
  dotSegment: 'เป็นส่วนของเส้นทางที่มีแต่จุด',
};
