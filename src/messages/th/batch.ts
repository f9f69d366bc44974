import { payctl, phrase, shell } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import { visible } from '../../core/text.js';
import type * as english from '../batch.js';

export const batch: Translation<typeof english.batchMessages> = {
  unknownOperation: (name) => `batch ไม่มีรายการชื่อ ${name}`,
  chooseOneOf: (names) => `เลือกหนึ่งใน ${names.join(', ')}`,
  jobIsForOperations: '--job ใช้กับรายการของธนาคารเท่านั้น investigate ไม่มี job',
  leaveOutJob: 'ไม่ต้องใส่ --job เครื่องเดียวก็รักษาจังหวะที่ธนาคารกำหนดได้',
  reportIsForTickets: phrase`--report ใช้กับเรื่องที่ลูกค้าแจ้งเท่านั้น: ${payctl`batch investigate`}`,
  columnIsForTickets: phrase`--reference-column ใช้กับทิกเก็ตเท่านั้น: ${payctl`batch investigate`}, ${payctl`batch "slip verify"`}`,
  onceIsForSlips: phrase`--once ใช้กับสลิปเท่านั้น: ${payctl`batch "slip verify"`}`,
  onlyForPayments: (flag, command) =>
    `${flag} ใช้กับการชำระเงินเท่านั้น ส่วน ${command} ไม่ทำให้เงินเคลื่อนไหว`,
  queryIsForOneCall: '--query ใช้กับการเรียกครั้งเดียว แต่ batch เรียกหลายครั้ง',
  bothFromStandardInput: 'แถวข้อมูลและ --data มาจาก standard input พร้อมกันไม่ได้',
  bomIsForCsv: '--bom ใช้กับ CSV เท่านั้น',
  bomNeedsCsv: 'ใส่ -o csv หรือไม่ต้องใส่ --bom',
  notWithJob: (flag) => `ใช้ ${flag} พร้อมกับ --job ไม่ได้`,
  jobGoesOn: (job) => phrase`job ทำต่อได้เอง ดูผลได้ด้วย ${payctl`batch results ${job}`}`,
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
  output: (given) => `-o คือ ${given} แต่ batch เขียนแถวละหนึ่งบรรทัด เป็น jsonl หรือ csv`,
  oneArray: phrase`-o jsonl มี JSON บรรทัดละหนึ่งรายการ รวมเป็นอาร์เรย์ได้ด้วย ${shell`jq -s .`}`,
  unknownColumn: (column, known) =>
    `--columns: ไม่รู้จักช่อง ${column} เลือกจาก ${known.join(', ')}, data หรือ data.NAME จากคำตอบของธนาคาร`,
};

export const batchRun: Translation<typeof english.batchRun> = {
  planned: (found) =>
    [
      `${found.command}: ${found.rows} แถว`,
      found.of > 1 ? ` (ส่วนที่ ${found.part} จาก ${found.of})` : '',
      found.total === undefined ? '' : ` รวม ${found.total} บาท`,
      ` โปรไฟล์ ${found.profile} (${found.environment})`,
    ].join(''),
  sendThem: (what) => `${what} ต้องการส่งหรือไม่`,
  unasked: (what) => `ยังไม่ได้ส่ง เพราะท่านต้องยืนยัน ${what}`,
  refused: 'ไม่ได้ส่ง เพราะท่านตอบว่าไม่',
  cannotBeSent: ({ wrong, of, shown }) =>
    `ส่งไม่ได้ ${wrong} จาก ${of} แถว ยังไม่ได้ส่งอะไร${wrong > shown ? ` แสดง ${shown} แถวแรก:` : ''}`,
  wouldBeSent: ({ command, rows, total }) =>
    `${command}: จะส่ง ${rows} แถว${total === undefined ? '' : ` รวม ${total} บาท`}`,
  areWrong: (wrong, of) => `ไม่ถูกต้อง ${wrong} จาก ${of} แถว ยังไม่ได้ส่งอะไร`,
  ended: (run) =>
    [
      `${run.command}: ${run.of === undefined ? run.rows : `${run.rows} จาก ${run.of}`} แถว`,
      run.earlier > 0 ? ` (ทำไว้ก่อนแล้ว ${run.earlier})` : '',
      `: ${run.results || 'ไม่มีแถว'}`,
      run.perSecond === undefined ? '' : ` วินาทีละ ${run.perSecond}`,
    ].join(''),
  confirmed: (amount, of) => `ยืนยันแล้ว ${amount} จาก ${of} บาท`,
  unknown: (count) => phrase`ไม่ทราบผล ${count} รายการ: เรียก ${payctl`journal recover`}`,
  notAllDone: (goOn) => `ยังทำไม่ครบทุกแถว ทำต่อด้วย ${goOn}`,
  stopped: (why) => `batch หยุดกลางคัน: ${why}`,
  fixAndGoOn: (goOn) => `แก้ปัญหาแล้วทำต่อด้วย ${goOn}`,
  stopping: (seconds) => `กำลังหยุด: รอแถวที่ส่งไปแล้วไม่เกิน ${seconds} วินาที (สั่งหยุดอีกครั้งเพื่อหยุดทันที)`,
  notSuccessful: (count) => `ไม่สำเร็จ ${count}`,
  paceNotShared: (why) => `ขณะนี้ไม่ได้แบ่งจังหวะการเรียกกับเครื่องอื่น: ${why}`,
  cannotBeResumed: (why) => `การทำงานนี้จะทำต่อภายหลังไม่ได้: ${why}`,
  otherBatch: (checkpoint) =>
    `ไฟล์ checkpoint ${checkpoint} เป็นของ batch อื่น: ข้อมูลเข้า รายการ ธนาคาร ค่าที่ใช้กับทุกแถว หรือ shard ต่างกัน`,
  sameInput: (checkpoint) => `ใช้ข้อมูลเข้าและตัวเลือกเดิม หรือลบ ${checkpoint} เพื่อเริ่มใหม่`,
  inUse: (file) => `มีการทำงานอื่นใช้ ${file} อยู่ ยังไม่ได้ส่งอะไร`,
  waitForIt: 'รอจนการทำงานนั้นเสร็จ',
  notEmpty: (file) => `มีไฟล์ ${file} อยู่แล้วและไม่ว่าง ยังไม่ได้ส่งอะไร`,
  resumeOrElsewhere: 'ทำต่อด้วย --resume หรือเลือกไฟล์อื่น',
  noCheckpoint: (results, checkpoint) => `${results} มีผลอยู่แล้ว แต่ไม่มีไฟล์ checkpoint ${checkpoint}`,
  startOver: (results) => `ลบ ${results} เพื่อเริ่มใหม่ ไม่มีรายการใดถูกเรียกเก็บซ้ำ`,
  foreignLine: (file, line) =>
    `${file}:${line} ไม่ใช่บรรทัดของ batch นี้ มีโปรแกรมอื่นเขียนหลังการทำงานครั้งก่อน ยังไม่ได้ส่งอะไร`,
  moveLine: 'ย้ายบรรทัดนั้นไปไว้ที่อื่น แล้วทำต่อด้วย --resume',
};

export const jobs: Translation<typeof english.jobMessages> = {
  sandboxHasNoStore: 'job ต้องเก็บในที่เก็บร่วม แต่ sandbox ไม่ใช้ที่เก็บร่วม',
  noStore: 'job ต้องเก็บในที่เก็บร่วม แต่โปรไฟล์นี้ไม่มี',
  notFound: (name) => `ไม่มี job ${name} ในที่เก็บร่วม`,
  keepsTerms: (job) => `job ${job} ใช้ความเร็วและเวลารอตามที่เริ่มไว้`,
  other: (job) => `job ${job} มีไฟล์ รายการ หรือค่าที่ใช้กับทุกแถวต่างออกไป ยังไม่ได้ส่งอะไร`,
  otherName: (job) => phrase`${payctl`batch status ${job}`} หากเป็นไฟล์อื่นต้องใช้ชื่ออื่น`,
  ofAnother: ({ job, differs, profile }) =>
    `job ${job} เป็นของ${differs}อื่น ไม่ตรงกับโปรไฟล์ ${profile} ยังไม่ได้ส่งอะไร`,
  bank: 'ธนาคาร',
  application: 'แอปพลิเคชัน',
  company: 'บริษัท',
  environment: 'สภาพแวดล้อม',
  nameProfile: 'ระบุโปรไฟล์ของ job นี้ด้วย -p',
  otherVersion: (job) => `job ${job} เริ่มโดย payctl รุ่นอื่น`,
  loading: (job) => `ยังนำแถวของ job ${job} เข้าไม่ครบ`,
  loadAgain: 'รอสักครู่ หากเครื่องที่นำเข้าหยุดไปแล้ว ให้รัน batch เดิมพร้อม --job อีกครั้ง',
  planned: (plan) =>
    [
      `job ${plan.job}, ${plan.command}: เหลือ ${plan.open} จาก ${plan.of} แถว`,
      plan.total === undefined ? '' : ` รวม ${plan.total} บาท`,
      ` โปรไฟล์ ${plan.profile} (${plan.environment})`,
    ].join(''),
  mayBeTaken: 'เครื่องอื่นอาจรับแถวนี้ไปแล้ว',
  inFlightElsewhere: 'มีแถวหนึ่งกำลังส่งอยู่ที่เครื่องอื่น',
  statusUnread: (why) => `อ่านไม่ได้ว่า job คืบหน้าถึงไหน: ${why}`,
  ended: ({ job, command, done, of = 0, results, lastMinute }) =>
    `job ${job}, ${command}: ${done} จาก ${of} แถว: ${results || 'ไม่มีแถว'} ในนาทีที่ผ่านมา ${lastMinute}`,
  othersHaveRest: (count) => `${count} แถวสุดท้ายอยู่ที่เครื่องอื่น`,
  resultsBy: (job) => phrase`ดูผลได้ด้วย ${payctl`batch results ${job}`}`,
  head: (job, operation, since) => `job ${job}, ${operation}, เริ่ม ${since}`,
  status: ({ done, of, results, perSecond, secondsLeft }) =>
    [
      of === undefined ? `${done} ยังนำเข้าไม่ครบ` : `${done} จาก ${of} แถว`,
      `: ${results || 'ไม่มีแถว'} วินาทีละ ${perSecond}`,
      secondsLeft === undefined ? '' : ` เหลืออีก ${secondsLeft} วินาที`,
    ].join(''),
  worker: ({ machine, leased, done, seen }) =>
    `เครื่อง ${machine}: กำลังทำ ${leased} แถว เสร็จแล้ว ${done} พบล่าสุด ${seen}`,
  workerGone: ({ machine, done, seen }) => `เครื่อง ${machine}: หยุดไปแล้ว เสร็จ ${done} พบล่าสุด ${seen}`,
  goesOn: (done, of) =>
    `เสร็จแล้ว ${of === undefined ? `${done} แถว` : `${done} จาก ${of} แถว`} job ยังทำต่อ`,
};

export const rows: Translation<typeof english.rowMessages> = {
  notUtf8: 'ไม่ใช่ข้อความ UTF-8 บันทึกไฟล์เป็น UTF-8',
  notAnObject: 'ไม่ใช่ออบเจ็กต์ JSON ระบุเป็น {"field": …}',
  notJson: (why) => `ไม่ใช่ JSON: ${why}`,
  malformed: 'รูปแบบไม่ถูกต้อง',
  cells: (cells, columns) => `มี ${cells} ช่อง แต่หัวตารางมี ${columns} ช่อง`,
  unreadable: 'อ่านไม่ได้',
  field: (field, problem) => `${field} ${problem}`,
  problems: (problems) => visible(problems.join('; ')),
  sameCall: (line) => `มีรายการเดียวกันแล้วในบรรทัดที่ ${line}`,
  sameReference: ({ field, reference, line }) => `${field} ${reference} มีแล้วในบรรทัดที่ ${line}`,
  line: (line) => `บรรทัดที่ ${line}`,
  onLine: (line, what) => `บรรทัดที่ ${line}: ${what}`,
  namedTwice: (column) => `หัวตารางมี ${column} ซ้ำสองครั้ง ยังไม่ได้ส่งอะไร`,
  unknownColumn: ({ name, command, known }) =>
    `หัวตารางมี ${name} ซึ่ง ${command} ไม่มี ช่องที่มีคือ ${known.join(', ')} ยังไม่ได้ส่งอะไร`,
  markOwnColumn: 'หากต้องการพาคอลัมน์ของท่านเองไปด้วย ใส่ # หน้าชื่อ',
};

export const tickets: Translation<typeof english.ticketMessages> = {
  lineEnds: 'หัวตารางไม่มีที่สิ้นสุด: บรรทัดของไฟล์นี้จบด้วย CR อย่างเดียว ยังไม่ได้ส่งอะไร',
  saveAsCsv: 'บันทึกเป็น CSV แบบ UTF-8',
  noReference: (names, columns) =>
    `หัวตารางไม่มีคอลัมน์ ${names.join(' หรือ ')} มีเพียง ${columns.join(', ')} ยังไม่ได้ส่งอะไร`,
  nameReference: 'ระบุคอลัมน์ที่มีเลขอ้างอิง: --reference-column NAME',
  ofWholeBatch: (column) => `หัวตารางมี ${column} ซึ่งใช้กับทั้ง batch ยังไม่ได้ส่งอะไร`,
  give: (flag) => `ระบุ ${flag}`,
  ofResult: (column) => `หัวตารางมี ${column} ซึ่งเป็นคอลัมน์ของผล ยังไม่ได้ส่งอะไร`,
  otherColumnName: 'ตั้งชื่อคอลัมน์ของท่านเป็นชื่ออื่น',
  notText: (column) => `${column} ไม่ใช่ข้อความ`,
  notTruth: (column, given) => `${column} คือ ${given} ระบุ true หรือ false`,
  empty: (column) => `${column} ว่าง`,
  unknownField: (field, known) => `${field} ไม่ใช่ช่องของ batch นี้ ช่องที่มีคือ ${known.join(', ')}`,
  reportOfOneRun: '--report แสดงทุกเรื่องของการทำงานครั้งเดียว แต่ --resume ทำส่วนที่เหลือของอีกครั้งหนึ่ง',
  reportOverwrites: (file) => `--report จะเขียนทับ ${file}`,
  standardInput: '"-" คือ standard input ซึ่งแถวหนึ่งใช้ไม่ได้',
  wouldBeAsked: (command, count) => `${command}: จะสอบถาม ${count} แถว`,
  stopped: 'หยุดแล้ว',
  slipConfirmed: 'ธนาคารยืนยันสลิปนี้',
  slipToCompare: (amount) => `ธนาคารยืนยันสลิปนี้ ยอด ${amount} บาท: โปรดเทียบกับสลิปและคำสั่งซื้อ`,
  slipAccepted: 'ธนาคารยืนยันสลิปนี้ และรับสลิปแล้ว',
  verifiedBefore: (what, when) =>
    `${what} (เคยเห็นแล้ว: รับแล้วหรือตรวจสำหรับคำสั่งซื้ออื่นแล้ว เมื่อ ${when} เวลากรุงเทพฯ)`,
};
