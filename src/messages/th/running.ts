import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../running.js';

export const running: Translation<typeof english.running> = {
  bug: (what) => `ข้อผิดพลาดของ payctl: ${what}`,
  notTraced: (why) => `บันทึกร่องรอยการทำงาน (trace) ของครั้งนี้ไม่ได้: ${why}`,
  report: {
    terminal: phrase`แจ้งปัญหาพร้อมผลของ -vv ก่อนส่งการชำระเงินซ้ำ ให้ตรวจ ${payctl`journal list`}`,
    page: 'โปรดลองอีกครั้ง หากยังเป็นเช่นเดิม ให้แจ้งผู้ดูแลคอนโซลนี้ เพราะเทอร์มินัลของคอนโซลบอกจุดที่ขัดข้อง ก่อนคืนเงินซ้ำให้ดูบันทึกรายการ',
  },
  endedBySignal: 'หยุดด้วยสัญญาณ',
  nothingInFlight: 'หยุดด้วยสัญญาณ ไม่มีคำสั่งใดค้างส่ง',
  cutShort: (why, signal) => `${why} (หยุดด้วย ${signal})`,
  afterwards: (how) => `${how} หลังจากนั้นเครื่องนี้ขัดข้อง`,
  howItEnded: {
    terminal: phrase`${payctl`journal list`} แสดงว่าจบอย่างไร`,
    page: 'บันทึกรายการแสดงว่าจบอย่างไร',
  },

  noDryRun: (command) => `${command} ไม่มี --dry-run จึงไม่ได้ทำสิ่งใด`,
  helpSays: (help) => `${help} อธิบายการทำงาน`,
  oneCallOnly: (option, command) => `${option} ใช้กับคำสั่งที่เรียกธนาคารครั้งเดียว ${command} ไม่ใช่คำสั่งแบบนั้น`,
  severalCalls: '--dry-run=curl แสดงการเรียกครั้งเดียว แต่คำสั่งนี้เรียกหลายครั้ง',
  plainDryRun: 'ใช้ --dry-run',
  curlSecrets: (line) => `บรรทัดนี้อ่านความลับจากเชลล์ ${line}`,
  limitOfPages: '--limit นับรายการของทุกหน้า แต่เมื่อใช้ --page-number หรือ --page-size จะมีหน้าเดียว',
  limitOfRaw: '--limit นับรายการของทุกหน้า แต่เมื่อใช้ -o raw จะมีหน้าเดียว',
  notPromFile: (flag, given) => `${flag} คือ ${given} ให้ระบุชื่อที่ลงท้ายด้วย .prom`,
  notHttp: (flag) => `${flag} ต้องเป็นที่อยู่ http หรือ https`,
  pingExample: (flag) => `ตัวอย่าง: ${flag} https://checks.example/ID`,

  inFlight: (call, seconds) =>
    `กำลังส่ง ${call} รอคำตอบของธนาคาร ${seconds} วินาที (สัญญาณครั้งที่สองจะหยุดทันที)`,
  inquiring: (call) => `ยังไม่ทราบผลของ ${call} กำลังสอบถาม`,
  replayed: 'ตอบจากบันทึกรายการ: คำสั่งนี้เคยส่งแล้ว จึงไม่ได้ส่งซ้ำ',
  initiatedBefore: 'ตอบจากบันทึกรายการ: รายการนี้เคยเริ่มแล้ว จึงไม่ได้ส่งซ้ำ',
  sendIt: (payment) => `${payment} ส่งหรือไม่?`,
  noTerminal: (payment) => `โปรไฟล์ใช้งานจริงต้องยืนยัน แต่ไม่มีเทอร์มินัลให้ยืนยัน ${payment}`,
  answeredNo: 'ไม่ได้ส่ง เพราะคุณตอบว่าไม่',
  cannotAsk: (question) => `${question} แต่ไม่มีเทอร์มินัลให้ถาม`,
  changedNothing: 'คุณตอบว่าไม่ จึงไม่มีการเปลี่ยนแปลง',
  confirmByYes: 'ในสคริปต์ ให้ยืนยันด้วย --yes',
  readOnly: (command, profile) =>
    `${command} เคลื่อนย้ายเงินได้ แต่โปรไฟล์ ${profile} เป็นแบบอ่านอย่างเดียว จึงไม่ได้ส่งคำสั่งใด`,
  otherProfile: (command) => `ใช้โปรไฟล์อื่นด้วย -p หรือ: ${command}`,
  badExpected: (problem) => `--expect-amount ${problem}`,
  nothingExpected: 'ระบุ --expect-amount แต่การเรียกนี้ไม่มีจำนวนเงินให้เทียบ',
  otherAmount: (amount, expected) =>
    `จำนวนเงินคือ ${amount} ไม่ใช่ ${expected} ตาม --expect-amount จึงไม่ได้ส่งคำสั่งใด`,
  otherTotal: (amount, expected) =>
    `ยอดรวมของทุกแถวคือ ${amount} ไม่ใช่ ${expected} ตาม --expect-amount จึงไม่ได้ส่งคำสั่งใด`,
  atHost: (host, profile) => `${host} (โปรไฟล์ ${profile})`,
  callOf: (call, amount, currency) => `${call} จำนวน ${amount} ${currency}`,
  goesTo: (environment, place) => `${environment} ที่ ${place}`,

  notPaidInTime: 'ยังไม่ชำระภายในเวลาของ --wait',
  createdUnasked: (why) => `สร้างแล้ว แต่ยังไม่ทราบสถานะ: ${why}`,
  inquireLater: 'สอบถามอีกครั้งภายหลัง',
  asking: (operation, state) => `${operation}: ${state} กำลังสอบถามอีกครั้ง`,
  askingFor: (operation, state, seconds) =>
    `${operation}: ${state} กำลังสอบถามอีกครั้ง  เหลือ ${seconds} วินาที`,

  recordAndReplay: 'ตั้งทั้ง PAYCTL_RECORD และ PAYCTL_REPLAY',
  unsetOne: 'ยกเลิกตัวแปรหนึ่งตัว',
  replaying: (file) => `ตอบจาก ${file} ไม่มีการส่งคำสั่งไปยังธนาคาร`,
  recording: (file) => `กำลังบันทึกลง ${file}`,
  noRecording: (file) => `PAYCTL_REPLAY ระบุไฟล์ ${file} ซึ่งไม่มีอยู่`,
  recordFirst: 'PAYCTL_RECORD=FILE.jsonl สร้างไฟล์นี้',
  notRecorded: (why) => `บันทึกการแลกเปลี่ยนไม่ได้: ${why}`,

  inClear: (origin) => `${origin} ไม่ได้เข้ารหัส ความลับและการชำระเงินส่งโดยไม่มีการปกปิด`,
  spoolStays: (why) => `ข้อมูลที่รอส่งไปยังที่เก็บร่วมยังอยู่ในเครื่องนี้: ${why}`,
  bankNotOpened: (path, why) => `ธนาคารจำลองเปิด ${path} ไม่ได้: ${why}`,
  newBank: (remove) => `เริ่มใหม่ด้วยธนาคารจำลองใหม่: ${remove}`,

  pingAnswered: (origin, status) => `${origin} ตอบ ping ด้วย ${status}`,
  notPinged: (origin, why) => `ส่ง ping ไปยัง ${origin} ไม่ได้: ${why}`,
  everyNeedsMetrics: '--every เขียนลงในไฟล์ของ --metrics แต่ไม่ได้ระบุไฟล์',
  tooOften: (flag) => `${flag} ต้องไม่น้อยกว่า 1m`,
  notMonitored: (given, commands) => `${given} ไม่มีตัวเลข คำสั่งที่มีคือ ${commands.join(', ')}`,
  forgetWhere: 'ระบุไฟล์ด้วย --metrics',
  noFigures: (why) => `เขียนตัวเลขไม่ได้: ${why}`,
  openNotCounted: (why) => `นับคำสั่งที่ยังไม่ทราบผลไม่ได้: ${why}`,
};
