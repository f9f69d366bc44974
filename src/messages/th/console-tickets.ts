import type { Translation } from '../../core/message.js';
import type * as english from '../console-tickets.js';

export const ticketWords: Translation<typeof english.ticketWords> = {
  lead: 'ตรวจสอบการชำระเงินของหลายทิกเก็ตพร้อมกัน',
  file: 'ไฟล์จากระบบรับเรื่อง',
  fileHelp:
    'CSV หรือ xlsx ที่มีแถวละหนึ่งทิกเก็ต ระบบหาคอลัมน์คำสั่งซื้อหรือเลขอ้างอิงจากหัวตาราง และแสดงทิกเก็ต ลูกค้า และหัวข้อไว้ด้วย',
  column: 'หัวคอลัมน์เลขอ้างอิง หากระบบหาไม่พบ',
  look: 'ตรวจสอบ',
  noFile: 'เลือกไฟล์',
  tooMany: (rows, most) => `ไฟล์มี ${rows} แถว หน้านี้ตรวจสอบได้ครั้งละไม่เกิน ${most} แถว`,
  results: 'ผลการตรวจสอบ',
  download: 'ดาวน์โหลด CSV',
  line: 'แถว',
};
