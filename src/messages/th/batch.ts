import type { Translation } from '../../core/message.js';
import type * as english from '../batch.js';

export const batch: Translation<typeof english.batchMessages> = {
  unknownOperation: (name) => `batch ไม่มีรายการชื่อ ${name}`,
  chooseOneOf: (names) => `เลือกหนึ่งใน ${names.join(', ')}`,
  leaveOut: (flag) => `ไม่ต้องใส่ ${flag}`,
  jobIsForOperations: '--job ใช้กับรายการของธนาคารเท่านั้น investigate ไม่มี job',
  leaveOutJob: 'ไม่ต้องใส่ --job เครื่องเดียวก็รักษาจังหวะที่ธนาคารกำหนดได้',
  reportIsForTickets: '--report ใช้กับเรื่องที่ลูกค้าแจ้งเท่านั้น: payctl batch investigate',
  columnIsForTickets:
    '--reference-column ใช้กับทิกเก็ตเท่านั้น: payctl batch investigate, payctl batch "slip verify"',
  onceIsForSlips: '--once ใช้กับสลิปเท่านั้น: payctl batch "slip verify"',
  onlyForPayments: (flag, command) =>
    `${flag} ใช้กับการชำระเงินเท่านั้น ส่วน ${command} ไม่ทำให้เงินเคลื่อนไหว`,
  queryIsForOneCall: '--query ใช้กับการเรียกครั้งเดียว แต่ batch เรียกหลายครั้ง',
  bothFromStandardInput: 'แถวข้อมูลและ --data มาจาก standard input พร้อมกันไม่ได้',
  bomIsForCsv: '--bom ใช้กับ CSV เท่านั้น',
  bomNeedsCsv: 'ใส่ -o csv หรือไม่ต้องใส่ --bom',
  notWithJob: (flag) => `ใช้ ${flag} พร้อมกับ --job ไม่ได้`,
  jobGoesOn: (job) => `job ทำต่อได้เอง ดูผลได้ด้วย payctl batch results ${job}`,
  jobName: (name) => `ใช้ชื่อ job ${name} ไม่ได้ ใช้ตัวอักษรภาษาอังกฤษ ตัวเลข จุด - และ _ ไม่เกิน 64 ตัว`,
  input: 'ไฟล์ข้อมูลเข้า',
  standardOutput: 'standard output',
  checkpoint: 'ไฟล์ checkpoint',
  sameFile: ({ one, other, file }) => `${one} และ ${other} เป็นไฟล์เดียวกัน คือ ${file}`,
  differentFiles: 'ใช้ไฟล์แยกกันสำหรับแต่ละอย่าง',
  concurrency: (given, most) => `--concurrency คือ ${given} ใช้ได้ตั้งแต่ 1 ถึง ${most}`,
  rate: (given) => `--rate คือ ${given} ระบุจำนวนแถวต่อวินาที เช่น 5 หรือ 0.5 หรือ 0 หากไม่จำกัด`,
  shardOrShards: 'ใช้ --shard และ --shards พร้อมกันไม่ได้',
  shard: (given) => `--shard คือ ${given} ส่วนนับจาก 1: 1/8 คือส่วนแรกจากแปดส่วน 8/8 คือส่วนสุดท้าย`,
  shards: (given, index) =>
    `--shards คือ ${given} และ JOB_COMPLETION_INDEX คือ ${index} ส่วนนับจาก 1: 1/8 คือส่วนแรกจากแปดส่วน 8/8 คือส่วนสุดท้าย`,
  shardsNeedIndex: '--shards ต้องมี JOB_COMPLETION_INDEX ในตัวแปรแวดล้อม',
  giveIndex: 'รันเป็น Kubernetes Indexed Job หรือระบุ --shard 2/8',
  output: (given) => `-o คือ ${given} แต่ batch เขียนได้เฉพาะ jsonl หรือ csv`,
  unknownColumn: (column, known) =>
    `--columns: ไม่รู้จักช่อง ${column} เลือกจาก ${known.join(', ')}, data หรือ data.NAME จากคำตอบของธนาคาร`,
};
