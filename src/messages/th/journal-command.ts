import { payctl, phrase } from '../../core/command-line.js';
import type { Translation } from '../../core/message.js';
import type * as english from '../journal-command.js';

export const journalCommand: Translation<typeof english.journalCommand> = {
  newest: {
    terminal: (shown) => `นี่คือ ${shown} รายการล่าสุด ยังมีรายการอื่นอีก`,
    page: () => '',
  },
  noCharge: phrase`บันทึกไม่มีรายการเช่นนี้ ${payctl`find`} ถามธนาคารด้วย`,
  noneYet: phrase`ยังไม่มีรายการใดในบันทึก ${payctl`find`} ถามธนาคารได้`,
  whole: (charges, lines) => `สมบูรณ์: ${charges} รายการ ${lines} บรรทัด ไม่มีบรรทัดใดถูกแก้หรือหาย`,
  settleNeeds: 'settle ต้องมี --as executed หรือ --as not-executed และ --note ที่บอกว่าทราบได้อย่างไร',
  settleWhat: 'settle ต้องมีเลขอ้างอิงของรายการ หรือ --file ที่มีหลายรายการ',
  noteNeeds: 'ใส่ --text ว่าต้องการบันทึกอะไร',
  settleOneWay: '--file บอกครบแล้ว ไม่ต้องใส่เลขอ้างอิง, --as, --note และ --operation',
  settleHeader: (required, optional) =>
    `บรรทัดแรกต้องมีชื่อคอลัมน์ ${required} และมี ${optional} ได้ นอกจากนี้ไม่ได้`,
  settleBadFile: (lines) => `ใช้ไม่ได้ ${lines} บรรทัดในไฟล์ ยังไม่ได้บันทึกอะไร`,
  settleNothing: (lines) => `ตัดสินไม่ได้ ${lines} รายการในไฟล์ ยังไม่ได้บันทึกอะไร`,
  settleStopped: 'หยุดก่อนตัดสินครบทุกรายการในไฟล์',
  settleAgain: 'ใช้คำสั่งเดิมอีกครั้งเพื่อทำส่วนที่เหลือ',
  settleEmpty: 'ไฟล์ไม่มีบรรทัดใต้หัวคอลัมน์',
  cellMissing: (column) => `ไม่มีค่าในคอลัมน์ ${column}`,
  cellUnknown: (column, known) => `ค่าในคอลัมน์ ${column} ไม่ใช่ ${known}`,
  damaged: (places) => `บันทึกรายการเสียหาย ${places} แห่ง`,
  keepFiles: 'เก็บไฟล์ไว้ตามเดิม และสอบถามธนาคารทีละเลขอ้างอิงก่อนทำรายการซ้ำ',
  stopped: 'หยุดก่อนตรวจครบทุกรายการ',
  archiveNeeds: 'archive ต้องมี --before คือถึงเมื่อใด และ --out คือไฟล์ที่จะเขียน',
  nothingToArchive: 'ไม่มีรายการที่จบก่อนเวลานั้น จึงไม่ได้เขียนอะไร',
  alreadyArchived: 'มีไฟล์เก็บถาวรนี้อยู่แล้วและครบถ้วน รายการที่จบหลังจากนั้นต้องใช้ไฟล์อื่น',
  stayed: (count) => `${count} รายการในไฟล์ยังอยู่ในบันทึกรายการ เพราะเปลี่ยนไปหลังจากเขียนไฟล์ หรือยังไม่สิ้นสุด`,
};
