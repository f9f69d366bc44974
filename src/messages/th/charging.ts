import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../charging.js';

export const charging: Translation<typeof english.charging> = {
  confirmed: (charge) => `ธนาคารยืนยัน ${charge} เมื่อสอบถามอีกครั้ง`,
  inPart: (charge) => `ธนาคารแจ้งว่า ${charge} สำเร็จเพียงบางส่วน`,
  refused: (charge) => `ธนาคารแจ้งว่าปฏิเสธ ${charge}`,
  notFinal: (charge) => `${charge} ยังไม่สิ้นสุด`,
  inItsWord: (message, word, why) =>
    [`${message}${word === undefined ? '' : ` (${word})`}`, why].filter(Boolean).join(': '),
  neverExecuted: (charge) =>
    `ธนาคารไม่มีรายการ ${charge} แม้ส่งไปนานพอแล้ว รายการนี้จึงไม่ได้ดำเนินการและส่งซ้ำได้`,
  afterwards: (lost, why) => `${lost} หลังจากนั้น: ${why}`,
  unknown: (charge, why) => `ไม่ทราบผลของ ${charge}: ${why}`,
  inFlight: (charge, pid, since) => `โปรเซส ${pid} กำลังส่ง ${charge} ตั้งแต่ ${since} จึงไม่ได้ส่งคำสั่งใด`,
  settled: (charge, executed, note) =>
    `เจ้าหน้าที่สรุปว่า ${charge} ${executed ? 'ดำเนินการแล้ว' : 'ไม่ได้ดำเนินการ'}: ${note}`,
  initiatedBefore: (charge) => `เริ่มรายการ ${charge} ไปก่อนหน้านี้แล้ว`,
  archived: (file) => `บันทึกของรายการนี้อยู่ในไฟล์เก็บถาวร ${file}`,
  settleByHand: (reference) => phrase`สอบถามธนาคาร แล้วใช้: ${payctl`journal settle ${reference}`}`,
  givenUp: 'บันทึกของรายการนี้ถูกทิ้งแล้ว เช่นเดียวกับรายการเก่าอื่นๆ',

  usedOtherwise: (charge, since) => `${charge} เคยใช้กับเนื้อหาอื่นแล้ว (${since}) จึงไม่ได้ส่งคำสั่งใด`,
  usedWithOther: (charge, since, amount, how) =>
    `${charge} เคยใช้กับเนื้อหาอื่นแล้ว (${since}${amount === undefined ? '' : ` จำนวน ${amount}`}): ${how} จึงไม่ได้ส่งคำสั่งใด`,
  differences: (fields, more) => {
    const shown = fields.map(
      ({ path, before = 'ไม่มี', now = 'ไม่มี' }) => `${path} เดิมคือ ${before} ตอนนี้คือ ${now}`,
    );
    return [...shown, ...(more > 0 ? [`และอีก ${more} รายการ`] : [])].join(', ');
  },
  maskedDiffers: 'ช่องที่บันทึกรายการปิดบังไว้ไม่ตรงกัน',
  showOrReset: {
    terminal: (show) =>
      phrase`${show} หรือเริ่มใหม่ด้วย: ${payctl.withoutProfile`sandbox reset --journal`}`,
    page: () => '',
  },
  anotherId: 'ใช้ partnerTransactionID อื่นสำหรับเนื้อหาอื่น',
  initiatedTwice: (charge, ids) =>
    `${charge} ถูกเริ่มจากหลายเครื่องที่ไม่ได้ใช้ที่เก็บร่วมกัน (tokenizerId ${ids}) จึงไม่ได้ส่งคำสั่งใด`,
  askAboutEach: phrase`สอบถามแต่ละรายการก่อนยืนยัน: ${payctl`transfer inquire --tokenizer-id TOKENIZERID`}`,
  mustAskAgain: (charge, why) =>
    `ต้องสอบถามธนาคารเรื่อง ${charge} อีกครั้ง แต่สอบถามไม่ได้: ${why} จึงไม่ได้ส่งคำสั่งใด`,
  runAgainLater: {
    terminal: 'ใช้คำสั่งเดิมอีกครั้งในภายหลัง',
    page: 'ลองใหม่ในอีกสักครู่',
  },
  stopped: (operation) => `${operation} ถูกหยุดก่อนส่ง`,
  claimUnconfirmed: 'ที่เก็บร่วมไม่ยืนยันการจองเลขอ้างอิง จึงไม่ได้ส่งคำสั่งใด',
  bankNotAsked: (refusal, why) => `${refusal} และสอบถามธนาคารไม่ได้: ${why}`,
  nameMissing: (field) => `ไม่มี ${field} ซึ่งเป็นค่าเดียวที่แยกรายการหนึ่งจากอีกรายการ จึงไม่ได้ส่งคำสั่งใด`,
  nameTwice: (field, other) => `มี ${field} ซ้ำในชื่อ ${other} จึงไม่ได้ส่งคำสั่งใด`,
  nameUnusable: (field, problem) => `${field} ใช้ไม่ได้: ${problem} จึงไม่ได้ส่งคำสั่งใด`,
  giveOnce: (field) => `ระบุ ${field} ครั้งเดียวเป็นข้อความธรรมดา`,

  takenUp: 'โปรเซสอื่นรับรายการนี้ไปทำแล้ว',
  claimNotSeen: 'ถามที่เก็บร่วมไม่ทันว่าเลขอ้างอิงนี้ยังเป็นของโปรเซสนี้หรือไม่',
  claimDeleted: (place) => `${place} ถูกลบก่อนส่งคำสั่ง`,
  claimChanged: (place) => `${place} ถูกแก้ไขก่อนส่งคำสั่ง`,
  whoTouches: 'ตรวจว่าใครแก้ไขโฟลเดอร์ข้อมูลของ payctl แล้วส่งคำสั่งใหม่',
  clocksDisagree: 'นาฬิกาของเครื่องนี้ไม่ตรงกัน มีการตั้งเวลาใหม่หรือเครื่องพักการทำงานก่อนส่งคำสั่ง',
  tooLate: 'ล่าช้าเกินกว่าจะส่งได้อย่างปลอดภัย',

  failedBefore: (error) => `payctl ขัดข้องก่อนส่งคำสั่ง (${error ?? 'ข้อผิดพลาด'})`,
  failedAfter: 'payctl ขัดข้องก่อนเข้าใจคำตอบ',
  failedWaiting: (error) =>
    `payctl ขัดข้องขณะรอคำตอบ (${error ?? 'ข้อผิดพลาด'}) นี่เป็นข้อผิดพลาดของโปรแกรม`,
  outcomeNotWritten: (why) =>
    phrase`เขียนผลลงบันทึกรายการไม่ได้: ${why} ในบันทึกจึงยังไม่ทราบผลจนกว่าจะใช้คำสั่ง: ${payctl`journal recover`}`,
  answerNotWritten: (why) => `เขียนคำตอบของธนาคารลงบันทึกรายการไม่ได้: ${why}`,
};

export const inquiring: Translation<typeof english.inquiring> = {
  otherCredentials: 'ธนาคารไม่มีรายการนี้ภายใต้ข้อมูลรับรองชุดนี้ สอบถามด้วยข้อมูลรับรองชุดที่ใช้ทำรายการ',
  silent: (word) => `ผลสอบถามไม่ระบุว่ารายการจบอย่างไร${word === undefined ? '' : ` (${word})`}`,
  turnedAway: (status, code) =>
    `ธนาคารไม่รับการสอบถาม (HTTP ${status ?? '-'} รหัส ${code ?? '-'}) ซึ่งไม่ได้หมายความว่าธนาคารไม่มีรายการ`,
  showsMore: 'ธนาคารแจ้งว่าไม่มีรายการ แต่แสดงข้อมูลมากกว่านั้น',
  contradicts: (field, theirs, ours) => `ธนาคารมี ${field} เป็น ${theirs} แต่ที่ส่งไปคือ ${ours}`,
  notCovered: 'ไม่มีการสอบถามสำหรับรายการนี้',
  rawNotCovered: {
    terminal: 'ไม่มีการสอบถามสำหรับคำสั่งที่ไม่อยู่ในรายการคำสั่ง ถ้าคำสั่งนั้นอ่านอย่างเดียว ใช้ --reads',
    page: 'ไม่มีการสอบถามสำหรับคำสั่งที่ไม่อยู่ในรายการคำสั่ง',
  },
  notAskedYet: 'ยังไม่ได้สอบถามธนาคาร',
  noRecordYet: 'ธนาคารยังไม่มีรายการนี้ ซึ่งยังพิสูจน์อะไรไม่ได้',
  notFinal: 'ยังไม่สิ้นสุด',
};
