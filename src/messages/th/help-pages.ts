import type { Translation } from '../../core/message.js';
import type * as english from '../help-pages.js';

export const helpPages: Translation<typeof english.helpPages> = {
  none: (asked) => `ไม่มีคำอธิบายเรื่อง ${asked}`,
  noCommand: (asked) => `ไม่มีคำสั่ง ${asked}`,
  meant: (words) => `หมายถึง payctl help ${words} หรือไม่`,
  listed: 'payctl --help แสดงคำสั่งและหัวข้อทั้งหมด',
};
