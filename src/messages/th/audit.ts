import type { Translation } from '../../core/message.js';
import type * as english from '../audit.js';

export const audit: Translation<typeof english.auditMessages> = {
  exportNeeds: 'export ต้องมี --since คือตั้งแต่เมื่อใด',
  damagedCharge: (operation, reference) =>
    `บันทึกของ ${operation} ${reference} เชื่อถือไม่ได้ ที่นี่มีเท่าที่อ่านได้`,
  damagedLine: (place) => `${place} ถูกแก้ไขหรือถูกตัด จึงไม่รวมไว้`,
};
