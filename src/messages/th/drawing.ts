import type { Translation } from '../../core/message.js';
import type * as english from '../drawing.js';

export const drawing: Translation<typeof english.drawing> = {
  holds: (bytes) => `QR เก็บได้ 1 ถึง 2331 ไบต์ แต่ข้อมูลมี ${bytes} ไบต์`,
  tooWide: (needed, columns) => `QR ต้องใช้ ${needed} คอลัมน์ แต่เทอร์มินัลมี ${columns} คอลัมน์`,
  widen: 'ขยายเทอร์มินัล หรือบันทึกรหัสด้วย --save FILE.png',
  pixelsWide: (least, size) => `รูปของรหัสนี้ต้องกว้าง ${least} ถึง 4096 พิกเซล ไม่ใช่ ${size}`,
  doesNotScan: 'QR ที่วาดสแกนแล้วไม่ได้ข้อมูลเดิม',
};
