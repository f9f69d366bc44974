import type { Translation } from '../../core/message.js';
import type * as english from '../batch-run.js';

export const batchRun: Translation<typeof english.batchRun> = {
  planned: (found) =>
    [
      `${found.command}: ${found.rows} แถว`,
      found.of > 1 ? ` (ส่วนที่ ${found.part} จาก ${found.of})` : '',
      found.total === undefined ? '' : ` รวม ${found.total} บาท`,
      ` โปรไฟล์ ${found.profile} (${found.environment})`,
    ].join(''),
  sendThem: (what) => `${what} ต้องการส่งหรือไม่`,
  unasked: (what) => `${what}: ยังไม่ได้ส่ง เพราะต้องได้รับการยืนยันจากท่าน`,
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
  unknown: (count) => `ไม่ทราบผล ${count} รายการ: เรียก payctl journal recover`,
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
