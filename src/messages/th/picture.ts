import type { Translation } from '../../core/message.js';
import type { PictureSentences } from '../picture.js';

export const picture: Translation<PictureSentences> = {
  noCode: 'อ่าน QR หรือบาร์โค้ดในรูปนี้ไม่ได้',
  takeAgain: 'ตัดรูปให้เหลือเฉพาะรหัส หรือถ่ายใหม่ให้ตรงและชัด',
  damaged: 'รูปเสียหาย',
  badWebp: 'อ่านไฟล์ WebP นี้ไม่ได้',
  refused: (why) => `ใช้รูปนี้ไม่ได้: ${why}`,
  savePng: {
    terminal: 'ตัดรูปให้เหลือเฉพาะรหัสแล้วบันทึกเป็น PNG',
    page: 'ตัดรูปให้เหลือเฉพาะรหัส หรือค้นหาเลขอ้างอิงที่พิมพ์บนสลิป',
  },
  incomplete: 'ไม่ใช่ไฟล์ PNG, JPEG, WebP หรือ GIF ที่สมบูรณ์',
  tooManyBytes: (bytes, most) => `รูปมี ${bytes} ไบต์ อ่านได้ไม่เกิน ${most} ไบต์`,
  tooManyPixels: (width, height) => `รูปมี ${width} × ${height} พิกเซล อ่านได้ไม่เกิน 25 ล้านพิกเซล`,
  tooManyScans: 'รูปซับซ้อนเกินไป',
  tooManyChunks: 'รูปมีส่วนย่อยมากเกินไป',
  pixelsTooLarge: (bytes, most) => `พิกเซลใช้ ${bytes} ไบต์ อ่านได้ไม่เกิน ${most} ไบต์`,
  morePixels: 'รูปมีพิกเซลมากกว่าที่ส่วนหัวระบุ',

  holds: (bytes) => `QR เก็บได้ 1 ถึง 2331 ไบต์ แต่ข้อมูลมี ${bytes} ไบต์`,
  tooWide: (needed, columns) => `QR ต้องใช้ ${needed} คอลัมน์ แต่เทอร์มินัลมี ${columns} คอลัมน์`,
  widen: 'ขยายเทอร์มินัล หรือบันทึกรหัสด้วย --save FILE.png',
  pixelsWide: (least, size) => `รูปของรหัสนี้ต้องกว้าง ${least} ถึง 4096 พิกเซล ไม่ใช่ ${size}`,
  doesNotScan: 'QR ที่วาดสแกนแล้วไม่ได้ข้อมูลเดิม',
};
