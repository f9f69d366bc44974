import type { Translation } from '../../core/message.js';
import type * as english from '../journal-checks.js';

export const journalChecks: Translation<typeof english.journalChecks> = {
  backupLinksMade: (directory, count) => `สร้าง ${directory} ใหม่แล้ว: ลิงก์สำรอง ${count} ลิงก์`,
  damaged: ({ count, file, line, why }) =>
    `เสียหาย ${count} แห่ง แห่งแรกคือ ${file} บรรทัด ${line}: ${why}`,
  whole: (charges) => `${charges} คำสั่ง ทุกบรรทัดสมบูรณ์`,
  newestWhole: (charges) =>
    `${charges} คำสั่งล่าสุดและที่ค้างอยู่ ทุกบรรทัดสมบูรณ์ 'payctl journal verify' ตรวจทั้งหมด`,
  wholeButTorn: (charges, torn) => `${charges} คำสั่ง ทุกบรรทัดสมบูรณ์ มี ${torn} คำสั่งจบพร้อมโปรเซส`,
  noneOpen: 'ไม่มีรายการค้าง',
  open: ({ unknown, pending, inFlight }) =>
    `ไม่ทราบผล ${unknown} ยังไม่สิ้นสุด ${pending} กำลังส่ง ${inFlight}`,
  limitNotReached: 'ไม่ถึงเพดานในหนึ่งวัน',
  limitReached: (charges) => `ถึงเพดาน ${charges} คำสั่งในหนึ่งวัน ไม่มีคำสั่งใดถูกดำเนินการ`,
  spreadOut: 'กระจายการเรียก รายการเหล่านี้ส่งซ้ำได้',
};
