import type { Translation } from '../../core/message.js';
import type * as english from '../journal-command.js';

export const journalCommand: Translation<typeof english.journalCommand> = {
  newest: {
    terminal: (shown) => `นี่คือ ${shown} รายการล่าสุด ยังมีรายการอื่นอีก`,
    page: () => '',
  },
  settleNeeds: 'settle ต้องมี --as executed หรือ --as not-executed และ --note ที่บอกว่าทราบได้อย่างไร',
  damaged: (places) => `บันทึกรายการเสียหาย ${places} แห่ง`,
  keepFiles: 'เก็บไฟล์ไว้ตามเดิม และสอบถามธนาคารทีละเลขอ้างอิงก่อนทำรายการซ้ำ',
  stopped: 'หยุดก่อนตรวจครบทุกรายการ',
  archiveNeeds: 'archive ต้องมี --before คือถึงเมื่อใด และ --out คือไฟล์ที่จะเขียน',
  nothingToArchive: 'ไม่มีรายการที่จบก่อนเวลานั้น จึงไม่ได้เขียนอะไร',
  alreadyArchived: 'มีไฟล์เก็บถาวรนี้อยู่แล้วและครบถ้วน รายการที่จบหลังจากนั้นต้องใช้ไฟล์อื่น',
  stayed: (count) => `${count} รายการในไฟล์ยังอยู่ในบันทึกรายการ เพราะเปลี่ยนไปหลังจากเขียนไฟล์ หรือยังไม่สิ้นสุด`,
};
