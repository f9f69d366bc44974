import type { Translation } from '../../core/message.js';
import type * as english from '../pictures.js';

const CROP = 'ตัดรูปให้เหลือเฉพาะรหัส';

export const pictures: Translation<typeof english.pictures> = {
  unreadable: 'อ่าน QR หรือบาร์โค้ดในรูปนี้ไม่ได้',
  damaged: 'รูปเสียหาย',
  damagedWebp: 'อ่านไฟล์ WebP นี้ไม่ได้',
  cropOrRetake: `${CROP} หรือถ่ายใหม่ให้ตรงและชัด`,
  cropAsPng: { terminal: `${CROP} แล้วบันทึกเป็น PNG`, page: CROP },

  refused: (why) => `ใช้รูปนี้ไม่ได้: ${why}`,
  incomplete: 'ไม่ใช่ไฟล์ PNG, JPEG, WebP หรือ GIF ที่สมบูรณ์',
  manyBytes: (count, most) => `รูปมี ${count} ไบต์ อ่านได้ไม่เกิน ${most}`,
  manyPixels: (width, height) => `รูปมี ${width} × ${height} พิกเซล อ่านได้ไม่เกิน 25 ล้านพิกเซล`,
  largePixels: (bytes, most) => `พิกเซลของรูปมี ${bytes} ไบต์ อ่านได้ไม่เกิน ${most}`,
  morePixels: 'รูปมีพิกเซลมากกว่าที่ส่วนหัวระบุ',
  manyScans: 'รูปซับซ้อนเกินไป',
  manyChunks: 'รูปซับซ้อนเกินไป',
};

export const drawing: Translation<typeof english.drawing> = {
  holds: (bytes) => `QR เก็บได้ 1 ถึง 2331 ไบต์ แต่ข้อมูลมี ${bytes} ไบต์`,
  tooWide: (needed, columns) => `QR ต้องใช้ ${needed} คอลัมน์ แต่เทอร์มินัลมี ${columns} คอลัมน์`,
  widen: 'ขยายเทอร์มินัล หรือบันทึกรหัสด้วย --save FILE.png',
  pixelsWide: (least, size) => `รูปของรหัสนี้ต้องกว้าง ${least} ถึง 4096 พิกเซล ไม่ใช่ ${size}`,
  doesNotScan: 'QR ที่วาดสแกนแล้วไม่ได้ข้อมูลเดิม',
};
