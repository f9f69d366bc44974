import type { Translation } from '../../core/message.js';
import type { HelpPageSentences } from '../help-pages.js';

export const helpPages: Translation<HelpPageSentences> = {
  none: (asked) => `ไม่มีคำอธิบายเรื่อง ${asked}`,
  meant: (words) => `หมายถึง payctl help ${words} หรือไม่`,
  listed: 'payctl --help แสดงคำสั่งและหัวข้อทั้งหมด',
};
