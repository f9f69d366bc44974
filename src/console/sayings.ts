import { INQUIRIES } from '../investigate/sayings.js';
import { BREAKS } from '../reconcile/sayings.js';
import { type Saying, Sayings } from '../web/sayings.js';

/** Searches, slips and pictures. */
const LOOKING: readonly Saying[] = [
  { said: 'no payment was found', th: 'ไม่พบการชำระเงิน' },
  {
    said: 'give other days with --from and --to, or fewer conditions',
    en: 'Choose other days.',
    th: 'เลือกวันอื่น',
  },
  {
    said: '--from {1} is after {2}',
    en: 'The first day comes after the last one.',
    th: 'วันแรกอยู่หลังวันสุดท้าย',
  },
  { said: 'give the earlier day as --from', en: '', th: '' },
  {
    said: '{1~} could not be asked: {2~}; what is shown is what the other sources know',
    en: '{1} could not be asked: {2}. The others know what is shown.',
    th: 'สอบถาม{1}ไม่ได้: {2} ที่แสดงคือข้อมูลจากแหล่งอื่น',
  },
  { said: 'the bank', th: 'ธนาคาร' },
  { said: 'the journal', th: 'บันทึกรายการ' },
  { said: 'the confirmations', th: 'ข้อความยืนยัน' },
  {
    said: 'these are the newest {1} of {2} payments; --limit {3} shows all',
    en: 'These are the newest {1} of {2} payments.',
    th: 'แสดงรายการล่าสุด {1} จาก {2} รายการ',
  },
  { said: 'these are the newest {1} charges; there are more', en: '', th: '' },
  { said: 'these are the newest {1} confirmations; there are more', en: '', th: '' },
  { said: 'a confirmation came, the bank says {1~}', th: 'มีข้อความยืนยัน แต่ธนาคารระบุว่า{1}' },
  {
    said: 'a confirmation came, the journal says {1~}',
    th: 'มีข้อความยืนยัน แต่บันทึกระบุว่า{1}',
  },
  {
    said: 'the bank says {1~}, the journal says {2~}',
    th: 'ธนาคารระบุว่า{1} แต่บันทึกระบุว่า{2}',
  },
  {
    said: 'the journal says {1~}, the bank says {2~}',
    th: 'บันทึกระบุว่า{1} แต่ธนาคารระบุว่า{2}',
  },
  {
    said: 'the bank says {1}, a confirmation says {2}',
    th: 'ธนาคารระบุ {1} แต่ข้อความยืนยันระบุ {2}',
  },
  {
    said: 'a confirmation says {1}, the bank says {2}',
    th: 'ข้อความยืนยันระบุ {1} แต่ธนาคารระบุ {2}',
  },
  { said: 'the bank says {1~}', th: 'ธนาคารระบุว่า{1}' },
  { said: 'given back', th: 'คืนเงินแล้ว' },
  { said: 'of its reference {1}', th: 'เลขอ้างอิงไม่ตรงกัน: {1}' },
  {
    said: 'it says {1}, the bank says {2}',
    th: 'ข้อความระบุ {1} แต่ธนาคารระบุ {2}',
  },
  {
    said: 'it cannot be inquired: {1}',
    en: 'The bank cannot be asked about it.',
    th: 'สอบถามธนาคารเรื่องนี้ไม่ได้',
  },
  { said: 'the bank has it with the same amount', th: 'ธนาคารมีรายการนี้ด้วยจำนวนเดียวกัน' },
  { said: 'the bank says that it was refunded', th: 'ธนาคารแจ้งว่าคืนเงินแล้ว' },
  {
    said: 'the bank has a payment of it, with another transactionId',
    en: 'the bank has a payment of it, with another number',
    th: 'ธนาคารมีการชำระเงินนี้ แต่เลขที่รายการต่างกัน',
  },
  {
    said: '"{1}" is not a reference of the bank',
    en: 'This is not a reference of the bank.',
    th: 'นี่ไม่ใช่เลขอ้างอิงของธนาคาร',
  },
  {
    said: 'give an outTradeNo, QR id, tokenizerId, slip, payload, picture or another reference',
    en: 'Use the number of the order, of the slip or of the QR, or drop a picture.',
    th: 'ใช้เลขคำสั่งซื้อ เลขสลิป เลข QR หรือวางรูป',
  },
  {
    said: 'no such file: {1}',
    en: 'This is the name of a file. Choose the file or drop it here; a page opens none by its name.',
    th: 'นี่เป็นชื่อไฟล์ เลือกไฟล์หรือวางไฟล์แทน เพราะหน้านี้ไม่เปิดไฟล์จากชื่อ',
  },
  { said: 'paths are relative to {1}; - reads standard input', en: '', th: '' },
  { said: 'check the path; - reads standard input', en: '', th: '' },
  { said: 'the shell expands ~ only outside quotes; - reads standard input', en: '', th: '' },
  {
    said: 'standard input contains no id',
    en: 'There is no reference in it.',
    th: 'ไม่มีเลขอ้างอิง',
  },
  {
    said: 'the image has no readable QR code or barcode',
    en: 'No QR or barcode can be read in this picture.',
    th: 'อ่าน QR หรือบาร์โค้ดในรูปนี้ไม่ได้',
  },
  {
    said: 'the image is damaged and cannot be decoded',
    en: 'The picture is damaged.',
    th: 'รูปเสียหาย',
  },
  {
    said: 'the image is refused: {1~}',
    en: 'The picture cannot be used: {1}.',
    th: 'ใช้รูปนี้ไม่ได้: {1}',
  },
  {
    said: 'it is not a complete PNG, JPEG, WebP or GIF',
    th: 'ไม่ใช่ไฟล์ PNG, JPEG, WebP หรือ GIF ที่สมบูรณ์',
  },
  {
    said: 'it has {1} pixels, at most 25 million are read',
    th: 'รูปมี {1} พิกเซล อ่านได้ไม่เกิน 25 ล้านพิกเซล',
  },
  { said: 'it has too many scans', th: 'รูปซับซ้อนเกินไป' },
  { said: 'the WebP image cannot be decoded', th: 'อ่านไฟล์ WebP นี้ไม่ได้' },
  {
    said: 'the source is {1}, which is not supported; use PNG, JPEG, WebP, GIF',
    en: 'The file is {1}. Take a screenshot of it and use that.',
    th: 'ไฟล์นี้เป็น {1} ถ่ายภาพหน้าจอแล้วใช้ภาพนั้นแทน',
  },
  {
    said: 'crop the picture to the code, or take it again, straight and sharp; or type the reference printed on the slip: {1}',
    en: 'Crop the picture to the code, or take it again, straight and sharp; or search for the reference printed on the slip.',
    th: 'ตัดรูปให้เหลือเฉพาะรหัส หรือถ่ายใหม่ให้ตรงและชัด หรือค้นหาเลขอ้างอิงที่พิมพ์บนสลิป',
  },
  {
    said: 'crop the picture to the code, or take it again, straight and sharp',
    en: 'Crop the picture to the code, or take it again, straight and sharp.',
    th: 'ตัดรูปให้เหลือเฉพาะรหัส หรือถ่ายใหม่ให้ตรงและชัด',
  },
  {
    said: 'crop the picture to the code and save it as PNG{1}',
    en: 'Crop the picture to the code, or search for the reference printed on the slip.',
    th: 'ตัดรูปให้เหลือเฉพาะรหัส หรือค้นหาเลขอ้างอิงที่พิมพ์บนสลิป',
  },
  {
    said: 'type the reference printed on the slip: {1}',
    en: 'Search for the reference printed on the slip.',
    th: 'ค้นหาเลขอ้างอิงที่พิมพ์บนสลิป',
  },
  { said: 'take a screenshot of it, or: {1}', en: '', th: '' },
  {
    said: 'the inquiry named bank {1} as the sender; if the money came from another bank, set --sending-bank',
    en: 'The bank was asked for a slip of bank {1}. If the money came from another bank, use the picture of the slip.',
    th: 'ถามธนาคารถึงสลิปของธนาคาร {1} ถ้าเงินมาจากธนาคารอื่น ให้ใช้รูปสลิป',
  },
  { said: 'the picture shows {1} slips', th: 'ในรูปมีสลิป {1} ใบ' },
  { said: 'crop it to one of them', en: 'Crop it to one of them.', th: 'ตัดให้เหลือใบเดียว' },
];

/** The journal, reconciliation, and a console whose connection was changed. */
const MACHINE: readonly Saying[] = [
  {
    said: 'the journal has no charge with the reference {1}',
    en: 'Nothing that can move money was sent from here under {1}.',
    th: 'เครื่องนี้ไม่เคยส่งคำสั่งเคลื่อนย้ายเงินด้วยเลข {1}',
  },
  { said: 'payctl journal list', en: '', th: '' },
  { said: '{1} (profile {2})', th: '{1} (โปรไฟล์ {2})' },
  {
    said: 'the settings have changed since this console was started for {1}, {2}; nothing was sent. End it and start it again: payctl console',
    th: 'การตั้งค่าเปลี่ยนไปหลังเปิดคอนโซลนี้สำหรับ {1}, {2} ไม่มีการส่งคำสั่งใด ปิดแล้วเปิดใหม่ด้วยคำสั่ง payctl console',
  },
  {
    said: 'payctl doctor',
    en: 'The page Health shows what is wrong.',
    th: 'หน้าสถานะระบบแสดงสาเหตุ',
  },
  {
    said: 'correct the line or the mapping, and run again',
    en: 'correct the line, and compare again',
    th: 'แก้บรรทัดนี้ แล้วเปรียบเทียบอีกครั้ง',
  },
  {
    said: 'run again with the file of the next day',
    en: 'compare again with the file of the next day',
    th: 'เปรียบเทียบอีกครั้งกับไฟล์ของวันถัดไป',
  },
  {
    said: 'give one payment back, after {1}',
    en: 'open its report, then give one payment back',
    th: 'เปิดรายงานของรายการนี้ แล้วคืนเงินหนึ่งครั้ง',
  },
  {
    said: 'mark the order as paid, after {1}',
    en: 'open its report, then mark the order as paid',
    th: 'เปิดรายงานของรายการนี้ แล้วบันทึกว่าชำระแล้ว',
  },
  { said: 'reference, amount, date', th: 'เลขอ้างอิง จำนวนเงิน วันที่' },
  { said: 'reference, amount', th: 'เลขอ้างอิง จำนวนเงิน' },
  { said: 'reference, date', th: 'เลขอ้างอิง วันที่' },
  { said: 'amount, date', th: 'จำนวนเงิน วันที่' },
  { said: 'reference', th: 'เลขอ้างอิง' },
  { said: 'amount', th: 'จำนวนเงิน' },
  { said: 'date', th: 'วันที่' },
  {
    said: 'the rest is reconciled; correct the file or the mapping, and run again',
    en: 'The rest is compared. Correct the file, and compare again.',
    th: 'ส่วนที่เหลือเปรียบเทียบแล้ว แก้ไฟล์แล้วเปรียบเทียบอีกครั้ง',
  },
  {
    said: 'orders.csv:{1}: {2~}',
    en: 'your orders, line {1}: {2}',
    th: 'คำสั่งซื้อของคุณ บรรทัด {1}: {2}',
  },
  {
    said: 'bank.csv:{1}: {2~}',
    en: "the bank's file, line {1}: {2}",
    th: 'ไฟล์ของธนาคาร บรรทัด {1}: {2}',
  },
  {
    said: '{1} has more than {2} lines that cannot be read; is it in another format?',
    th: 'อ่าน{1}ไม่ได้มากกว่า {2} บรรทัด อาจเป็นรูปแบบอื่น',
  },
  { said: '{1} is {2}; save it as CSV', th: '{1}เป็น {2} บันทึกเป็น CSV ก่อน' },
  {
    said: '{1} is empty: it has no header',
    en: '{1}: the file is empty.',
    th: '{1}: ไฟล์ว่าง',
  },
  {
    said: '{1} has no column for {2~}; its header has {3}',
    en: '{1}: there is no column for {2}. The first line has {3}.',
    th: '{1}: ไม่มีคอลัมน์สำหรับ {2} บรรทัดแรกมี {3}',
  },
];

/** The customer and the operator of the embedded bank. */
const SANDBOX: readonly Saying[] = [
  { said: 'the customer cannot pay: {1~}', en: 'It cannot be paid: {1}.', th: 'ชำระไม่ได้: {1}' },
  { said: 'the QR has expired', th: 'QR หมดอายุแล้ว' },
  { said: 'the code has expired', th: 'รหัสหมดอายุแล้ว' },
  { said: 'the code is void', th: 'รหัสถูกยกเลิกแล้ว' },
  { said: 'the customer gave up', th: 'ลูกค้าไม่ชำระ' },
  { said: 'this code takes no cards', th: 'รหัสนี้ไม่รับบัตร' },
  { said: 'this code takes cards only', th: 'รหัสนี้รับเฉพาะบัตร' },
  { said: 'the code asks for {1}', th: 'รหัสนี้ขอรับ {1}' },
  { said: 'the code was paid {1} times already', th: 'รหัสนี้ชำระไปแล้ว {1} ครั้ง' },
  { said: 'the payment is paid', th: 'รายการนี้ชำระแล้ว' },
  { said: 'the payment is {1}', th: 'สถานะของรายการคือ {1}' },
  {
    said: 'the code leaves the amount open',
    en: 'This code leaves the amount open: fill it in.',
    th: 'รหัสนี้ไม่ระบุจำนวน โปรดกรอกจำนวนเงิน',
  },
  { said: 'set the amount, e.g. --amount 100.00', en: '', th: '' },
  {
    said: '--amount {1}',
    en: 'The amount is baht with at most two decimals, as 100.00.',
    th: 'จำนวนเงินเป็นบาท ทศนิยมไม่เกินสองตำแหน่ง เช่น 100.00',
  },
  {
    said: 'the sandbox has no such reference, QR or bill payment code',
    en: 'The embedded bank knows no such reference, QR or bill payment code.',
    th: 'ธนาคารจำลองไม่มีเลขอ้างอิง QR หรือรหัสชำระบิลนี้',
  },
  {
    said: 'list what it has with payctl sandbox log; create a QR with payctl --sandbox qr create',
    en: 'Choose a code from the screen of the shop.',
    th: 'เลือกรหัสจากหน้าจอของร้าน',
  },
  {
    said: 'the balance {1} is not an amount',
    en: 'The balance is not an amount.',
    th: 'ยอดเงินไม่ถูกต้อง',
  },
  { said: 'the clock cannot be set to "{1}"', th: 'ตั้งนาฬิกาเป็น “{1}” ไม่ได้' },
  {
    said: 'give +2h, 2026-01-31T22:59:00+07:00, now, stop or start',
    en: 'Write +2h, +1d or 2026-01-31T22:59:00+07:00.',
    th: 'เขียน +2h, +1d หรือ 2026-01-31T22:59:00+07:00',
  },
  {
    said: 'there is no fault "{1}", and no code with which the bank refuses a call',
    en: 'There is no fault or code “{1}”.',
    th: 'ไม่มีความผิดพลาดหรือรหัส “{1}”',
  },
  { said: 'did you mean {1}?', en: 'Did you mean {1}?', th: 'หมายถึง {1} หรือไม่' },
  { said: 'give one of {1}', en: 'There are: {1}.', th: 'มีดังนี้: {1}' },
  { said: 'there is no operation "{1}"', th: 'ไม่มีการทำงาน “{1}”' },
  { said: 'the operations are {1}', en: 'There are: {1}.', th: 'มีดังนี้: {1}' },
];

/** What the health check says. */
const HEALTH: readonly Saying[] = [
  { said: '{1} is not set', th: 'ไม่ได้ตั้ง {1}' },
  { said: 'no Node variable interferes', th: 'ไม่มีตัวแปรของ Node ที่รบกวน' },
  { said: '{1} is created when it is first needed', th: '{1} จะสร้างเมื่อใช้ครั้งแรก' },
  {
    said: '{1} can be written and is private ({2} files and directories)',
    th: 'เขียน {1} ได้และเป็นส่วนตัว ({2} ไฟล์และโฟลเดอร์)',
  },
  { said: '{1} can be written', th: 'เขียน {1} ได้' },
  { said: 'none of long ago', th: 'ไม่มีไฟล์เก่า' },
  {
    said: '{1} file of long ago, needed by nobody: {2}',
    th: 'มีไฟล์เก่าที่ไม่มีใครใช้ {1} ไฟล์: {2}',
  },
  {
    said: '{1} files of long ago, needed by nobody: {2}',
    th: 'มีไฟล์เก่าที่ไม่มีใครใช้ {1} ไฟล์: {2}',
  },
  { said: 'none: settings come from the environment ({1})', th: 'ไม่มี: ใช้ค่าจากตัวแปรแวดล้อม ({1})' },
  { said: 'there is no {1}', th: 'ไม่มี {1}' },
  {
    said: '{1} looks like a test address, but environment is live: its rules are not checked',
    th: '{1} เหมือนที่อยู่สำหรับทดสอบ แต่โปรไฟล์เป็นแบบใช้งานจริง',
  },
  {
    said: '{1} does not look like a test address, but environment is test: money commands do not ask',
    th: '{1} ไม่เหมือนที่อยู่สำหรับทดสอบ แต่โปรไฟล์เป็นแบบทดสอบ คำสั่งเคลื่อนย้ายเงินจะไม่ถามซ้ำ',
  },
  { said: 'outTradeNo must begin with {1}', th: 'outTradeNo ต้องขึ้นต้นด้วย {1}' },
  {
    said: '{1} needs flags for {2}: the profile has no value',
    th: '{1} ต้องระบุ {2} ทุกครั้ง เพราะโปรไฟล์ไม่มีค่า',
  },
  { said: 'complete for {1}', th: 'ครบสำหรับ {1}' },
  { said: '{1} has ended', th: '{1} หมดอายุแล้ว' },
  { said: '{1~} ends in {2} days', th: '{1} จะหมดอายุในอีก {2} วัน' },
  {
    said: 'the client certificate belongs to its key and',
    th: 'ใบรับรองตรงกับกุญแจ และ',
  },
  { said: 'valid for another {1} minutes', th: 'ใช้ได้อีก {1} นาที' },
  { said: 'in the cache, valid for another {1} minutes', th: 'เก็บไว้แล้ว ใช้ได้อีก {1} นาที' },
  { said: 'none in the cache, and the bank was not asked', th: 'ยังไม่มี และไม่ได้สอบถามธนาคาร' },
  { said: 'answers', th: 'พร้อมใช้' },
  {
    said: 'not available; secrets are stored in files (mode 0600)',
    th: 'ใช้ไม่ได้ เก็บความลับไว้ในไฟล์ (โหมด 0600)',
  },
  { said: 'the apiSecret comes from {1~}', th: 'apiSecret มาจาก{1}' },
  { said: 'the environment', th: 'ตัวแปรแวดล้อม' },
  { said: 'its file', th: 'ไฟล์ของโปรไฟล์' },
  { said: 'the keyring', th: 'พวงกุญแจของระบบ' },
  { said: 'the built-in profile', th: 'โปรไฟล์ในตัว' },
  { said: 'secretCommand', th: ' secretCommand' },
  { said: 'the PFX file can be opened', th: 'เปิดไฟล์ PFX ได้' },
  { said: 'no client certificate is set', th: 'ไม่ได้ตั้งใบรับรอง' },
  {
    said: 'the embedded bank is part of payctl: nothing leaves the machine',
    th: 'ธนาคารจำลองอยู่ใน payctl ไม่มีข้อมูลออกจากเครื่อง',
  },
  { said: '{1} charge, every line whole', th: '{1} คำสั่ง ทุกบรรทัดสมบูรณ์' },
  { said: '{1} charges, every line whole', th: '{1} คำสั่ง ทุกบรรทัดสมบูรณ์' },
  { said: '{1} ended with their process', th: '{1} คำสั่งจบพร้อมโปรเซส' },
  { said: 'none are open', th: 'ไม่มีรายการค้าง' },
  {
    said: '{1} unknown, {2} pending, {3} in flight',
    th: 'ไม่ทราบผล {1} ยังไม่สิ้นสุด {2} กำลังส่ง {3}',
  },
  { said: 'not reached within a day', th: 'ไม่ถึงเพดานในหนึ่งวัน' },
  {
    said: 'reached by {1} within a day; none was executed',
    th: 'ถึงเพดาน {1} ในหนึ่งวัน ไม่มีคำสั่งใดถูกดำเนินการ',
  },
  {
    said: 'spread the calls out; these can be repeated as they are',
    th: 'กระจายการเรียก รายการเหล่านี้ส่งซ้ำได้',
  },
];

/** The pages' own come first: what they say of a break is a link, in a report it is a command. */
export const SAYINGS_LISTED = [
  ...MACHINE,
  ...LOOKING,
  ...SANDBOX,
  ...HEALTH,
  ...INQUIRIES,
  ...BREAKS,
];

/** What the commands behind the pages say. */
export const SAYINGS = new Sayings(SAYINGS_LISTED);
