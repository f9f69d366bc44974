import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../sandbox.js';

export const sandboxOperator: Translation<typeof english.sandboxOperator> = {
  clockWrong: (change) => `ตั้งนาฬิกาเป็น ${change} ไม่ได้`,
  clockForms: {
    terminal: 'ใช้ +2h, 2026-01-31T22:59:00+07:00, now, stop หรือ start',
    page: 'เขียน +2h, +1d หรือ 2026-01-31T22:59:00+07:00',
  },
  noTransfer: (id) => `ธนาคารจำลองไม่มีการโอน ${id}`,
  planMissing: (plans) => `ไม่มี --plan ใช้ ${plans}`,
  noSetting: (given) => `${given} ไม่ใช่การตั้งค่าของธนาคารจำลอง`,
  settingForms: (names) => `ใช้ ชื่อ=ค่า โดยชื่อเป็นหนึ่งใน: ${names}`,
  settingWrong: ({ name, right, given }) => `${name} ต้องเป็น${right} ไม่ใช่ ${given}`,
  hostList: 'HOST หรือ HOST:PORT คั่นหลายค่าด้วยจุลภาค',
  threeDigits: 'ตัวเลขสามหลัก',
  trueOrFalse: ' true หรือ false',
  wholeNumber: 'จำนวนเต็ม',
  oneOf: (choices) => ` ${choices.join(' หรือ ')}`,
  servedWith: (names) => `sandbox serve เริ่มด้วยค่าเหล่านี้ ซึ่งใช้กับการเรียกผ่านตัวนั้นเท่านั้น: ${names}`,
  noFault: {
    terminal: (name) => `ไม่มีความผิดพลาด ${name} และไม่มีรหัสนี้ที่ธนาคารใช้ปฏิเสธ`,
    page: (name) => `ไม่มีความผิดพลาดหรือรหัส ${name}`,
  },
  faultNames: (names) => `มีดังนี้: ${names}`,
  withoutReference: (operation) => `การเรียก ${operation} ไม่มีเลขอ้างอิงให้ความผิดพลาดระบุได้`,
  leaveRefOut: {
    terminal: 'ไม่ต้องใส่ --ref และใช้ --times บอกจำนวนการเรียกที่มีผล',
    page: 'ไม่ต้องระบุเลขอ้างอิง',
    code: 'ไม่ต้องใส่ reference และใช้ times บอกจำนวนการเรียกที่มีผล',
  },
  ofAllConfirmations: {
    terminal: (name) => `${name} มีผลกับข้อความยืนยันถัดไปทุกรายการ ไม่ต้องใส่ --operation และ --ref`,
    page: (name) => `${name} มีผลกับข้อความยืนยันถัดไปทุกรายการ ไม่ต้องระบุรายการเรียก`,
  },
  detailsOfNone: 'ตัวเลือกเหล่านี้เป็นของความผิดพลาด แต่ไม่ได้ระบุความผิดพลาด',
  clearAll: 'clear ใช้เดี่ยว ๆ และลบความผิดพลาดทั้งหมด',
  noStatus: (status) => `คำตอบมีสถานะ 200 ถึง 599 ไม่ใช่ ${status}`,
  noHeader: (value) => `เฮดเดอร์ Retry-After เป็น ${value} ไม่ได้`,
  timesZero: (flag) => `${flag} เป็น 0 ระบุจำนวนครั้งที่ให้เกิดความผิดพลาด ตั้งแต่ 1`,
  probabilityWrong: (given) => `--probability คือ ${given} ใช้ตัวเลข 0 ถึง 1`,
  otherStatus: (code, status) => `${code} ไม่มาพร้อมสถานะ HTTP ${status}`,
  statuses: (statuses) => `ใช้ --status ${statuses}`,
  anyErrorStatus: 'ใช้ --status 400 ถึง 599',
  noBanks: 'ยังไม่มีธนาคารจำลอง คำสั่งแรกที่มี --sandbox จะสร้างให้',
  noBank: (name) => `ไม่มีธนาคารจำลอง ${name}`,
  banks: (names) => `เครื่องนี้มี ${names}`,
  sharedBank: 'ธนาคารที่ใช้ร่วมกัน',
  mayDeleteBank: (name) => `ลบธนาคารจำลอง ${name} และทุกอย่างที่เกิดขึ้นที่นั่นหรือไม่`,
  bankInUse: (name) => `มีโปรเซสอื่นเปิดธนาคารจำลอง ${name} อยู่`,
  endServe: 'ปิด sandbox serve ของธนาคารนั้นก่อน',
  mayDelete: 'ลบทุกสิ่งที่เกิดขึ้นในธนาคารจำลองหรือไม่',
  isNew: phrase`ธนาคารจำลองเริ่มใหม่แล้ว บันทึกรายการในเครื่องนี้ยังเก็บคำสั่งที่ส่งไว้ และไม่ยอมให้ใช้เลขอ้างอิงเดิมกับเนื้อหาอื่น ลบได้ด้วย: ${payctl.withoutProfile`sandbox reset --journal`}`,
  isNewWithoutCharges: (count) => `ธนาคารจำลองเริ่มใหม่แล้ว ลบคำสั่งจากบันทึกรายการ ${count} รายการ`,
  unbalanced: 'บัญชีของธนาคารจำลองไม่สมดุล',
  balanced: 'บัญชีสมดุล',
};

export const sandboxServer: Translation<typeof english.sandboxServer> = {
  reachable: (host) => `เครื่องอื่นเข้าถึง ${host} ได้`,
  keyWrong: 'PAYCTL_SANDBOX_KEY ไม่ใช่กุญแจที่เป็นตัวอักษร ตัวเลข และเครื่องหมาย 16 ถึง 200 ตัว',
  unsetKey: 'ยกเลิกการตั้ง PAYCTL_SANDBOX_KEY แล้ว sandbox serve จะสร้างกุญแจและแสดงให้',
  tlsNeeds: (option) => `HTTPS ต้องมี ${option} FILE`,
  listens: ({ url, test, live }) =>
    `ธนาคารจำลองเปิดรับที่ ${url} (และใต้ ${test} กับ ${live}) หยุดด้วย ctrl-C`,
  pages: 'โทรศัพท์ของลูกค้าและธนาคาร เปิดในเบราว์เซอร์ของเครื่องนี้ (ลิงก์ใช้ได้ครั้งเดียว):',
  inAnotherTerminal: 'ในเทอร์มินัลอื่น:',
  noneSent: (why) => `ไม่ได้ส่งข้อความยืนยัน: ${why}`,
  noneCanBeSent: (why) => `ส่งข้อความยืนยันไม่ได้: ${why}`,
  confirmation: (reference) => `ข้อความยืนยันของ ${reference}`,
  status: (reference) => `สถานะของ ${reference}`,
  acknowledged: ({ what, url }) => `ส่ง${what} ไปที่ ${url} และได้รับการตอบรับแล้ว`,
  acknowledgedAgain: ({ what, url, attempt }) =>
    `ส่ง${what} ไปที่ ${url} และได้รับการตอบรับแล้วในครั้งที่ ${attempt}`,
  unacknowledged: ({ what, url, why }) => `ส่ง${what} ไปที่ ${url} แต่ไม่ได้รับการตอบรับ: ${why}`,
  unacknowledgedAgain: ({ what, url, attempt, why }) =>
    `ส่ง${what} ไปที่ ${url} แต่ไม่ได้รับการตอบรับในครั้งที่ ${attempt}: ${why}`,
  noAddress: {
    terminal: (prefix) =>
      phrase`ไม่ได้ส่งข้อความยืนยัน เพราะธนาคารจำลองยังไม่มีที่อยู่ปลายทาง หากต้องการรับ: ${prefix}${payctl.on('sandbox')`listen --from-sandbox`} หากต้องการส่งไปยังแอปพลิเคชัน: ${prefix}${payctl.withoutProfile`sandbox settings confirmationUrl=http://127.0.0.1:3000/`}`,
    page: () => 'ไม่ได้ส่งข้อความยืนยัน เพราะธนาคารจำลองยังไม่มีที่อยู่ปลายทาง',
  },
  sentElsewhere: (what) => `sandbox serve ที่ทำงานอยู่เป็นผู้ส่ง${what}`,
  heldBack: (what) =>
    phrase`${what} ถูกกักไว้ด้วยความผิดพลาดที่ตั้งไว้ ดูที่ ${payctl.withoutProfile`sandbox faults`}`,
  answeredWith: (status) => `ได้รับคำตอบ ${status}`,
  resCodeWrong: (code) => `คำตอบมี resCode ${code} ไม่ใช่ "00"`,
  resCodeMissing: 'คำตอบไม่มี resCode "00"',
  urlElsewhere: 'confirmationUrl ของธนาคารจำลองต้องเป็นที่อยู่ของเครื่องนี้',
  nameHost: (host) =>
    phrase`หากต้องการใช้โฮสต์อื่น ให้ระบุชื่อ: ${payctl.withoutProfile`sandbox serve --deliver-to ${host} --confirmation-url URL`}`,
  urlWrong: 'confirmationUrl ของธนาคารจำลองต้องเป็นที่อยู่ http หรือ https และไม่มีชื่อผู้ใช้',
  urlExample: phrase`ตัวอย่าง: ${payctl.withoutProfile`sandbox settings confirmationUrl=http://127.0.0.1:8788/`}`,
};
