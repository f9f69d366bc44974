import type { Translation } from '../../core/message.js';
import type * as english from '../sandbox-server.js';

export const sandboxServer: Translation<typeof english.sandboxServer> = {
  reachable: (host) => `เครื่องอื่นเข้าถึง ${host} ได้`,
  keyWrong: 'PAYCTL_SANDBOX_KEY ไม่ใช่กุญแจที่เป็นตัวอักษร ตัวเลข และเครื่องหมาย 16 ถึง 200 ตัว',
  unsetKey: 'ยกเลิกการตั้ง PAYCTL_SANDBOX_KEY แล้ว sandbox serve จะสร้างกุญแจและแสดงให้',
  noFile: (option, path) => `${option}: ไม่มีไฟล์ ${path}`,
  tlsNeeds: (option) => `--tls ต้องมี ${option} FILE`,
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
      `ไม่ได้ส่งข้อความยืนยัน เพราะธนาคารจำลองยังไม่มีที่อยู่ปลายทาง หากต้องการรับ: ${prefix}payctl --sandbox listen --from-sandbox หากต้องการส่งไปยังแอปพลิเคชัน: ${prefix}payctl sandbox settings confirmationUrl=http://127.0.0.1:3000/`,
    page: () => 'ไม่ได้ส่งข้อความยืนยัน เพราะธนาคารจำลองยังไม่มีที่อยู่ปลายทาง',
  },
  sentElsewhere: (what) => `sandbox serve ที่ทำงานอยู่เป็นผู้ส่ง${what}`,
  heldBack: (what) => `${what} ถูกกักไว้ด้วยความผิดพลาดที่ตั้งไว้ ดูที่ payctl sandbox faults`,
  answeredWith: (status) => `ได้รับคำตอบ ${status}`,
  resCodeWrong: (code) => `คำตอบมี resCode ${code} ไม่ใช่ "00"`,
  resCodeMissing: 'คำตอบไม่มี resCode "00"',
  urlElsewhere: 'confirmationUrl ของธนาคารจำลองต้องเป็นที่อยู่ของเครื่องนี้',
  nameHost: (host) =>
    `หากต้องการใช้โฮสต์อื่น ให้ระบุชื่อ: payctl sandbox serve --deliver-to ${host} --confirmation-url URL`,
  urlWrong: 'confirmationUrl ของธนาคารจำลองต้องเป็นที่อยู่ http หรือ https และไม่มีชื่อผู้ใช้',
  urlExample: 'ตัวอย่าง: payctl sandbox settings confirmationUrl=http://127.0.0.1:8788/',
};
