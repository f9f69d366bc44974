import { type Saying, Sayings } from '../web/sayings.js';

/** What the bank was asked, what it said, and why it could not be asked. */
export const INQUIRIES: readonly Saying[] = [
  { said: 'this machine', th: 'เครื่องนี้' },
  { said: 'wallet A', th: 'วอลเล็ต A' },
  { said: 'wallet B', th: 'วอลเล็ต B' },
  { said: 'unknown', th: 'ไม่ทราบ' },
  { said: '{1~}, outTradeNo {2}', en: '{1}, order {2}', th: '{1} คำสั่งซื้อ {2}' },
  { said: 'qrId {1}', en: 'QR {1}', th: 'QR {1}' },
  { said: 'regRef {1}', en: 'registration {1}', th: 'การลงทะเบียน {1}' },
  { said: 'reference 1 {1} on {2}', th: 'เลขอ้างอิง 1 {1} วันที่ {2}' },
  { said: 'reference 1 {1}, {2} to {3}', th: 'เลขอ้างอิง 1 {1} ตั้งแต่ {2} ถึง {3}' },
  {
    said: 'partnerTransactionId {1} on {2}',
    en: 'payment at the till {1} on {2}',
    th: 'รายการหน้าร้าน {1} วันที่ {2}',
  },
  {
    said: 'transRef {1}, sent by bank {2~}',
    en: 'slip {1}, sent by bank {2}',
    th: 'สลิป {1} จากธนาคาร {2}',
  },
  {
    said: 'tokenizerId {1}, {2} to {3}',
    en: 'transfer {1}, {2} to {3}',
    th: 'การโอน {1} ตั้งแต่ {2} ถึง {3}',
  },
  {
    said: 'refNumber {1}, refDateTime {2~}',
    en: 'direct debit {1}, at {2}',
    th: 'การหักบัญชี {1} เวลา {2}',
  },

  { said: 'the bank does not know it', th: 'ธนาคารไม่รู้จักรายการนี้' },
  { said: 'no record of a payment', th: 'ไม่มีบันทึกการชำระเงิน' },
  { said: 'no charge', en: 'nothing was sent', th: 'ไม่ได้ส่งคำสั่ง' },
  { said: '{1} charge', en: 'sent: {1}', th: 'ส่งคำสั่ง {1} ครั้ง' },
  { said: '{1} charges', en: 'sent: {1}', th: 'ส่งคำสั่ง {1} ครั้ง' },
  { said: 'no confirmation', en: 'none was received', th: 'ไม่ได้รับ' },
  { said: '{1} confirmation', en: 'received: {1}', th: 'ได้รับ {1} ฉบับ' },
  { said: '{1} confirmations', en: 'received: {1}', th: 'ได้รับ {1} ฉบับ' },
  {
    said: 'outTradeNo must start with {1} in the test environment',
    en: 'orders begin with {1} in the test environment',
    th: 'ในระบบทดสอบ คำสั่งซื้อต้องขึ้นต้นด้วย {1}',
  },
  {
    said: 'refDateTime is missing',
    en: 'the time of the charge is not known',
    th: 'ไม่ทราบเวลาที่เรียกเก็บ',
  },
  { said: '{1} is missing', en: 'more would have to be known: {1}', th: 'ต้องทราบเพิ่ม: {1}' },
  { said: 'paid', th: 'ชำระแล้ว' },
  { said: 'partial', en: 'paid in part', th: 'ชำระบางส่วน' },
  { said: 'reversed', en: 'given back', th: 'คืนเงินแล้ว' },
  { said: 'refused', th: 'ถูกปฏิเสธ' },
  { said: 'pending', en: 'not final', th: 'ยังไม่สิ้นสุด' },
  { said: 'initiated', en: 'begun, nothing moved', th: 'เริ่มรายการแล้ว' },
  { said: 'paid {1}', th: 'ชำระแล้ว {1}' },

  { said: 'certain', th: 'แน่นอน' },
  { said: 'likely', th: 'น่าจะใช่' },
  { said: 'possible', th: 'อาจใช่' },
  { said: 'the journal has it: {1}', th: 'มีในบันทึกรายการ: {1}' },
  { said: 'a confirmation names it', th: 'มีในข้อความยืนยัน' },
  { said: 'the slip names it', th: 'มีในสลิป' },
  { said: 'the record of the payment names it', th: 'มีในรายการชำระเงิน' },
  {
    said: 'this machine initiated it under that partnerTransactionID',
    en: 'this machine began it under that number',
    th: 'เครื่องนี้เริ่มรายการด้วยเลขนั้น',
  },
  { said: 'this machine had a code made for it', th: 'เครื่องนี้ขอสร้างรหัสของรายการนี้' },
  { said: 'up to {1} capital letters and digits', th: 'ตัวพิมพ์ใหญ่และตัวเลขไม่เกิน {1} ตัว' },
  { said: 'up to {1} letters and digits', th: 'ตัวอักษรและตัวเลขไม่เกิน {1} ตัว' },
  { said: 'up to {1} characters', th: 'อักขระไม่เกิน {1} ตัว' },
  { said: 'exactly {1} letters and digits', th: 'ตัวอักษรและตัวเลข {1} ตัวพอดี' },
  { said: '{1} to {2} letters and digits', th: 'ตัวอักษรและตัวเลข {1} ถึง {2} ตัว' },
  { said: '{1} digits that begin with a date', th: 'ตัวเลข {1} หลักที่ขึ้นต้นด้วยวันที่' },
  { said: 'begins with the biller id of the profile', th: 'ขึ้นต้นด้วยรหัสผู้รับชำระของโปรไฟล์' },
  {
    said: 'begins with the outTradeNo prefix of the profile',
    en: 'begins as the orders of this profile do',
    th: 'ขึ้นต้นเหมือนคำสั่งซื้อของโปรไฟล์',
  },
  { said: 'a date and digits', th: 'วันที่และตัวเลข' },
  { said: 'a date and letters, as on a slip', th: 'วันที่และตัวอักษรเหมือนบนสลิป' },
  { said: 'letters, a date and digits', th: 'ตัวอักษร วันที่ และตัวเลข' },
  { said: 'a UUID', th: 'UUID' },
  { said: 'on the mini QR of the slip', th: 'ใน QR ของสลิป' },
  { said: 'on the mini QR of the slip, sent by bank {1}', th: 'ใน QR ของสลิป จากธนาคาร {1}' },
  { said: 'on the slip of a wallet', th: 'บนสลิปของวอลเล็ต' },
  { said: 'in the {1~}', th: 'ใน{1}' },
  { said: 'tag 62.05 of it', en: 'written in the code', th: 'อยู่ในรหัส' },

  { said: 'a {1~} payload', en: '{1}', th: '{1}' },
  { said: 'slip', th: 'สลิป' },
  { said: 'wallet-slip', en: 'slip of a wallet', th: 'สลิปของวอลเล็ต' },
  { said: 'bill-payment', en: 'bill payment code', th: 'รหัสชำระบิล' },
  { said: 'bill-barcode', en: 'bill barcode', th: 'บาร์โค้ดบิล' },
  { said: 'card', en: 'card QR', th: 'QR บัตร' },

  { said: 'no access token: {1~}', th: 'ขอสิทธิ์เข้าใช้จากธนาคารไม่ได้: {1}' },
  {
    said: '{1}: no access token: {2~}',
    th: '{1}: ขอสิทธิ์เข้าใช้จากธนาคารไม่ได้: {2}',
  },
  {
    said: '{1}: the bank has nothing with this reference: {2}',
    th: '{1}: ธนาคารไม่มีรายการของเลขอ้างอิงนี้: {2}',
  },
  { said: '{1}: the bank has nothing that matches: {2}', th: '{1}: ธนาคารไม่มีรายการที่ตรงกัน: {2}' },
  {
    said: 'the bank refused the credentials or their rights for {1} (HTTP {2})',
    th: 'ธนาคารไม่รับข้อมูลรับรอง หรือไม่ให้สิทธิ์ {1} (HTTP {2})',
  },
  { said: 'the bank refused {1}: {2~}', th: 'ธนาคารปฏิเสธ {1}: {2}' },
  { said: 'the answer says no{1}', th: 'ธนาคารตอบปฏิเสธ{1}' },
  {
    said: "the bank's request rate was reached before {1}; it asks to wait {2} s",
    th: 'ถามธนาคารถี่เกินกำหนดก่อนส่ง {1} ธนาคารขอให้รอ {2} วินาที',
  },
  {
    said: "the bank's request rate was reached before {1}",
    th: 'ถามธนาคารถี่เกินกำหนดก่อนส่ง {1}',
  },
  { said: '{1} failed for now: {2~}', th: '{1} ยังทำไม่ได้ในขณะนี้: {2}' },
  { said: 'the bank failed with HTTP status {1}, {2~}', th: 'ธนาคารขัดข้อง (HTTP {1}) {2}' },
  {
    said: 'whether the bank carried out {1} is not known: {2~}',
    th: 'ไม่ทราบว่าธนาคารทำ {1} แล้วหรือไม่: {2}',
  },
  { said: '{1} was not sent: {2~}', th: 'ไม่ได้ส่ง {1}: {2}' },
  { said: '{1} is not final yet{2}', th: '{1} ยังไม่สิ้นสุด{2}' },
  { said: '{1} was carried out in part only{2}', th: '{1} สำเร็จเพียงบางส่วน{2}' },
  {
    said: '{1} needs a client certificate that the bank accepts: {2}',
    th: '{1} ต้องใช้ใบรับรองที่ธนาคารยอมรับ: {2}',
  },
  {
    said: '{1}: the answer is about another call: {2}',
    th: '{1}: คำตอบเป็นของรายการอื่น: {2}',
  },
  { said: '{1}: the answer (HTTP {2}) {3}', th: '{1}: ใช้คำตอบไม่ได้ (HTTP {2}) {3}' },
  { said: '{1}: the answer {2~}: {3}', th: '{1}: คำตอบ{2}: {3}' },
  { said: 'breaks the specification', th: 'ผิดข้อกำหนด' },
  { said: 'cannot be used', th: 'ใช้ไม่ได้' },
  { said: 'the name {1} could not be resolved ({2})', th: 'หาที่อยู่ของ {1} ไม่พบ ({2})' },
  { said: '{1} refused the connection', th: '{1} ไม่รับการเชื่อมต่อ' },
  { said: 'no connection to {1} ({2})', th: 'เชื่อมต่อกับ {1} ไม่ได้ ({2})' },
  {
    said: 'the proxy gave no connection to {1} ({2})',
    th: 'พร็อกซีเชื่อมต่อกับ {1} ไม่ได้ ({2})',
  },
  { said: 'the TLS connection to {1} failed ({2})', th: 'การเชื่อมต่อ TLS กับ {1} ล้มเหลว ({2})' },
  { said: '{1} did not answer in time', th: '{1} ไม่ตอบในเวลาที่กำหนด' },
  {
    said: '{1} closed the connection before it answered ({2})',
    th: '{1} ปิดการเชื่อมต่อก่อนตอบ ({2})',
  },
  { said: 'the answer of {1} broke off', th: 'คำตอบของ {1} ขาดกลางคัน' },
  { said: 'no TLS with {1}: {2~} ({3})', th: 'ใช้ TLS กับ {1} ไม่ได้: {2} ({3})' },
  { said: 'its certificate has expired', th: 'ใบรับรองหมดอายุ' },
  { said: 'its certificate is not valid yet', th: 'ใบรับรองยังใช้ไม่ได้' },
  { said: 'its certificate is self-signed', th: 'ใบรับรองลงนามด้วยตนเอง' },
  { said: 'its certificate chain ends in an unknown root', th: 'ไม่รู้จักผู้ออกใบรับรอง' },
  { said: 'its certificate chain is incomplete or unknown', th: 'ไม่รู้จักผู้ออกใบรับรอง' },
  { said: 'its certificate is for another host name', th: 'ใบรับรองเป็นของชื่ออื่น' },

  { said: 'try again later', en: 'Try again later.', th: 'ลองใหม่ภายหลัง' },
  {
    said: 'try again later, with --retries and a lower --rate',
    en: 'Try again in a while.',
    th: 'ลองใหม่ในอีกสักครู่',
  },
  {
    said: 'check the reference, the company and the environment of the profile',
    en: 'Check the reference, and whether this is the right profile.',
    th: 'ตรวจเลขอ้างอิง และดูว่าใช้โปรไฟล์ถูกต้องหรือไม่',
  },
  {
    said: 'inquire again in a few seconds, or add --wait',
    en: 'Look again in a few seconds.',
    th: 'ดูอีกครั้งในอีกไม่กี่วินาที',
  },
  {
    said: 'check baseUrl: payctl config get baseUrl; -vv shows the exchange',
    en: 'Ask whoever set up this profile whether the address of the bank is right.',
    th: 'สอบถามผู้ดูแลโปรไฟล์นี้ว่าที่อยู่ของธนาคารถูกต้องหรือไม่',
  },
];

export const SAYINGS = new Sayings(INQUIRIES);

/** A sentence of an inquiry in Thai; what is not known stays as it is. */
export function inThai(text: string): string {
  return SAYINGS.say(text, 'th');
}
