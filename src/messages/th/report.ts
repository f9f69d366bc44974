import type { Translation } from '../../core/message.js';
import type * as english from '../report.js';

export const report: Translation<typeof english.reportWords> = {
  title: 'รายงานตรวจสอบการชำระเงิน',
  titleOf: (what) => `การตรวจสอบ ${what}`,
  made: (moment) => `จัดทำเมื่อ ${moment}`,
  tickets: 'รายการตรวจสอบ',
  failed: 'ตรวจสอบไม่ได้',
  line: (number) => `บรรทัด ${number}`,
  recognised: 'ระบบอ่านว่าเป็น',
  certain: 'แน่นอน',
  likely: 'น่าจะใช่',
  possible: 'อาจใช่',
  possibly: (kinds) => `อาจเป็น ${kinds.join(', ')}`,
  possibleToo: (kinds) => `หรืออาจเป็น ${kinds.join(', ')}`,
  timeline: 'ลำดับเหตุการณ์ (เวลากรุงเทพฯ)',
  drawn: 'ลำดับของเหตุการณ์ ตารางด้านล่างมีข้อมูลเดียวกัน',
  source: 'แหล่งข้อมูล',
  sides: 'ข้อมูลจากแต่ละแหล่ง',
  ofSource: (source, what) => `${source}: ${what}`,
  ticket: 'ทิกเก็ต',
  customer: 'ลูกค้า',
  subject: 'หัวข้อ',
  asked: 'คำถามที่ส่งไป',
  answer: (question, says) => `${question}: ${says}`,
  result: 'ผล',
  request: 'รหัสคำขอ',
  inquiries: 'การสอบถาม',
  contradictions: 'ข้อขัดแย้ง',
  noContradictions: 'ไม่มี',
  conflict: 'ขัดแย้ง',
  gap: 'ข้อมูลไม่ครบ',
  verdict: 'ข้อสรุป',
  next: 'ขั้นตอนถัดไป',
  nothingNext: 'ไม่มีสิ่งที่ต้องทำต่อ',
  picture: 'ไม่แสดงรูปสลิป เพราะอาจมีชื่อและเลขบัญชี ค่า SHA-256 ของรูป:',
  payloadSum: 'ค่า SHA-256 ของข้อมูลในรหัส:',
  payload: 'ข้อมูลในรหัส',
  sendingBank: 'ธนาคารผู้ส่ง',
  from: 'จาก',
  to: 'ถึง',
  slip: 'สลิปที่วาดขึ้นใหม่ โดยไม่มีชื่อและเลขบัญชี',

  bundle: (file) => `แฟ้มข้อมูล ${file}`,
  bundleHolds: 'ไม่มีข้อมูลรับรอง ชื่อ เลขบัญชี หรือเนื้อความ โปรดตรวจดูก่อนส่ง',
  bytes: (count) => `${count} ไบต์`,

  oneCase: (count) => `--bundle เขียนได้ครั้งละหนึ่งรายการ แต่ให้มา ${count} รายการ`,
  oneAtATime: 'ให้เลขอ้างอิงครั้งละหนึ่งรายการ',
  noIds: { terminal: 'ข้อมูลนำเข้าไม่มีเลขอ้างอิง', page: 'ไม่มีเลขอ้างอิง' },
  emptyId: 'เลขอ้างอิงว่างเปล่า',
  tooLongAgo: (flag, most) => `${flag} นานกว่า ${most} วันที่แล้ว`,
  oneDay: 'ให้วันที่ชำระเงินด้วย --date หรือให้วันที่หลังจากนั้น',
  dashId: 'บรรทัดหนึ่งของข้อมูลนำเข้าเป็น "-" ซึ่งไม่ใช่เลขอ้างอิง',
  noReference: {
    terminal: (id) => `${id} ไม่ใช่เลขอ้างอิงของธนาคาร`,
    page: () => 'นี่ไม่ใช่เลขอ้างอิงของธนาคาร',
  },
  lookUpEach: {
    terminal: (investigate) => `มีเลขอ้างอิงหลายเลข: ค้นหาทีละเลข ${investigate}`,
    page: () => 'มีเลขอ้างอิงหลายเลข: ค้นหาทีละเลข',
  },
  findAmount: { terminal: (find) => find, page: () => 'ค้นหาด้วยจำนวนเงินอย่างเดียว' },
  giveReference: {
    terminal: 'ให้ outTradeNo, QR id, tokenizerId, สลิป, ข้อมูลในรหัส, รูป หรือเลขอ้างอิงอื่น',
    page: 'ใช้เลขคำสั่งซื้อ เลขสลิป เลข QR หรือวางรูป',
  },
};

const caseWords: Translation<typeof english.caseWords> = {
  title: 'แฟ้มข้อมูลสำหรับฝ่ายสนับสนุนของธนาคาร เขียนโดย payctl investigate',
  verdict: (exit, sentence) => `ข้อสรุป (exit ${exit}): ${sentence}`,
  contradiction: (severity, what) => `${severity}: ${what}`,
  files: `\
case.json         สิ่งที่พบ ในรูปข้อมูล
timeline.txt      ลำดับเหตุการณ์ เวลากรุงเทพฯ
requests.csv      การเรียกทุกครั้ง: เวลา การทำงาน requestUId สถานะ HTTP รหัสของธนาคาร
environment.json  รุ่นของ payctl และบริษัท เทอร์มินัล ผู้รับชำระที่สอบถาม
SHA256SUMS        ค่าตรวจสอบของไฟล์ข้างต้น`,
  leftOut: `\
ไม่มีข้อมูลรับรอง ชื่อ เลขบัญชี หรือเนื้อความใดๆ ในแฟ้มนี้ เลขอ้างอิงแสดงตามจริง
เพราะธนาคารใช้ค้นหารายการชำระเงิน บันทึกแสดงตามที่เขียนไว้ โดยปิดเลขและที่อยู่ของบุคคล
โปรดอ่านก่อนส่ง`,
};

export const steps: Translation<typeof english.steps> = {
  settle: 'ไม่มีการสอบถามใดชี้ขาดได้: บันทึกสิ่งที่ฝ่ายสนับสนุนของธนาคารแจ้ง ใช้ --as executed หากเงินคืนไปแล้ว',
  recover: 'สอบถามธนาคารจนทราบผล แล้วบันทึกไว้ ไม่ส่งคำสั่งอื่นใด',
  replay: 'ส่งข้อความยืนยันให้แอปพลิเคชันของคุณอีกครั้ง',
  complain: 'เขียนแฟ้มข้อมูลที่ปกปิดแล้วให้ธนาคารตรวจสอบ',
  askWhereSent: 'เขียนแฟ้มข้อมูลที่ปกปิดแล้ว เพื่อถามธนาคารว่าส่งข้อความยืนยันไปที่ใด',
  explain: 'อธิบายความหมายและสิ่งที่ต้องทำ',
  byAmount: 'ค้นหาการชำระจำนวนนี้',
  oneOfSeveral: 'มีเลขอ้างอิงหลายเลข: ค้นหาทีละเลข',
  earlier: 'ค้นหาวันก่อนหน้านั้นด้วย; --date ค้นหาวันเดียว ไม่ว่านานเท่าใด',
  otherDay: 'ค้นหาวันที่ชำระเงิน ไม่ว่านานเท่าใด',
  otherReference: 'ไม่มีการสอบถามใดรับเลขนี้: ใช้เลขอ้างอิงของคำสั่งซื้อ หรือสลิป',
  byTime: 'ค้นหารายการหักบัญชีด้วยเวลาที่เรียกเก็บ',
  doctor: 'ตรวจหาสาเหตุที่สอบถามธนาคารไม่ได้',
  again: 'สอบถามอีกครั้ง',
  untilFinal: 'สอบถามอีกครั้งจนกว่าจะสิ้นสุด',
  untilPaid: 'รอการชำระเงิน',
};

export { caseWords as case };
