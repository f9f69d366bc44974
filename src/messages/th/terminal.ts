import type { Translation } from '../../core/message.js';
import type * as english from '../terminal.js';

export const terminal: Translation<typeof english.terminalMessages> = {
  warning: (what) => `คำเตือน: ${what}`,
  error: 'ผิดพลาด:',
  details: 'รายละเอียด:',
  meaning: 'ความหมาย:',
  hint: 'คำแนะนำ:',
  nothingFound: 'ไม่พบรายการ',
  hiddenColumns: (columns) =>
    `หน้าจอไม่พอแสดง ${columns.join(', ')} ใช้ -o yaml ดูทั้งหมด หรือเลือกด้วย --columns`,
  wholeResult: (why) => `${why} จึงแสดงผลทั้งหมด`,
  bodyNotKept: 'บันทึกรายการไม่เก็บคำตอบทีละไบต์ ใช้ -o json เพื่อดูสิ่งที่เก็บไว้',
};
