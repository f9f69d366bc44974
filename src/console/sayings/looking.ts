import type { Saying } from '../../web/sayings.js';

/** Searches, slips and pictures. */
export const LOOKING: readonly Saying[] = [
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
