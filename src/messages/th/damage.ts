import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../damage.js';

export const damage: Translation<typeof english.damage> = {
  cannotTrust: (file, line, why) => `บันทึกรายการเชื่อถือไม่ได้: ${file} บรรทัด ${line}: ${why}`,
  unfinished: (file) => phrase`เทียบเนื้อหาในไฟล์กับ ${payctl`journal list`} แล้วย้าย ${file} ออกไป`,

  noLine: 'ไม่มีบรรทัดที่สมบูรณ์',
  notOfJournal: 'ไม่ใช่บรรทัดของบันทึกรายการ',
  notSealed: 'ไม่ใช่บรรทัดที่ payctl เขียน',
  checksum: 'ผลรวมตรวจสอบไม่ถูกต้อง',
  notObject: 'ไม่ใช่ออบเจกต์',
  notJson: 'ไม่ใช่ JSON',
  notContinued: 'ไม่ต่อเนื่องจากบรรทัดก่อนหน้า',
  numberJumps: 'เลขลำดับไม่ต่อเนื่อง',
  laterVersion: 'payctl รุ่นนี้อ่านไม่ได้',
  archivedLineGone: (archive) => `บรรทัดที่ระบุว่าย้ายไปไฟล์เก็บถาวร ${archive} หายไป`,
  fileNotContinued: 'ไม่ต่อเนื่องจากไฟล์ก่อนหน้า',
  outcomeGone: 'ผลที่เคยบันทึกไว้ตรงนี้หายไป',
  noBackupLinks: (files) => `ไฟล์ ${files} ไฟล์ของบันทึกรายการไม่มีชื่อสำรอง ถ้าถูกลบจะไม่มีใครรู้`,
  fileMissing: 'ไฟล์หายไป',
  lacksLines: (file) => `ขาดบรรทัดที่มีใน ${file} ซึ่งเป็นไฟล์หลัก`,
  linesGone: (name) => `มีบรรทัดหายไป แต่ชื่อสำรองยังมี: ${name}`,
  otherLines: (name) => `ชื่อสำรองมีบรรทัดอื่น: ${name}`,

  transferRecord: (place, why) => `บันทึกของการโอนที่เริ่มไว้ ${place}: ${why} จึงไม่ได้ส่งคำสั่งใด`,
  transferMissing: 'ไม่มีไฟล์ ทั้งที่บันทึกรายการมีการโอนนี้',
  transferOther: 'เป็นของการโอนอื่น',
  damaged: 'เสียหาย',
  restoreOrInquire: (tokenizerId) =>
    phrase`กู้คืนจากไฟล์สำรอง หรือสอบถาม: ${payctl`transfer inquire --tokenizer-id ${tokenizerId}`}`,
  restoreOrAsk: 'กู้คืนไฟล์จากไฟล์สำรอง หรือถามธนาคารว่ามีรายการใดของเลขอ้างอิงนี้',
  transferDamaged: (place) => `บันทึกของการโอนที่เริ่มไว้เสียหาย: ${place} จึงไม่ได้ส่งคำสั่งใด`,

  archive: (line, why) => `ไฟล์เก็บถาวรเสียหาย: บรรทัด ${line}: ${why}`,
  anotherCopy: 'เก็บไฟล์ไว้ตามเดิม แล้วใช้สำเนาอื่นของไฟล์นี้',
  afterEnd: 'มีข้อมูลต่อท้ายหลังจุดสิ้นสุด',
  endMissing: 'ไม่มีบรรทัดสุดท้าย',
  endDiffers: 'บรรทัดสุดท้ายนับจำนวนบรรทัดไม่ตรง หรือค่าแฮชไม่ตรง',
  notArchive: 'ไม่ใช่ไฟล์เก็บถาวรของบันทึกรายการ',
  noEntry: 'ไม่มีข้อมูลของคำสั่ง',
  entryNotContinued: 'ข้อมูลไม่ต่อเนื่องจากรายการก่อนหน้า',
};
