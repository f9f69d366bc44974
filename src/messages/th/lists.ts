import type { Translation } from '../../core/message.js';
import type * as english from '../lists.js';

export const lists: Translation<typeof english.lists> = {
  shrank: (before, now) => `รายการลดลงจาก ${before} เหลือ ${now} ระหว่างที่อ่าน จึงอาจขาดไปหนึ่งรายการ`,
  repeats: (page) => `หน้า ${page} ซ้ำกับหน้าก่อน`,
  miscounted: (total, given) => `ธนาคารนับได้ ${total} รายการ แต่ส่งมา ${given} รายการ`,
  fetched: (count, total) =>
    total === undefined ? `อ่านได้ ${count} รายการ` : `อ่านได้ ${count} จาก ${total} รายการ`,
  pageFailed: ({ page, why, fetched }) => `หน้า ${page}: ${why} (${fetched})`,
  contradicted: ({ call, why, fetched }) => `${call}: ${why} (${fetched})`,
  onePage: {
    terminal: 'ลองใหม่ภายหลัง หรือใช้ --page-number 1 เพื่อดูหน้าเดียว',
    page: 'ลองใหม่ภายหลัง',
  },
  cut: {
    terminal: (count, total) => `แสดง ${count} จาก ${total} รายการ ใช้ --limit ${total} เพื่ออ่านทั้งหมด`,
    page: (count, total) => `แสดง ${count} จาก ${total} รายการ`,
  },
  first: {
    terminal: (count) => `แสดง ${count} รายการแรก อาจมีมากกว่านี้ เพิ่มค่า --limit`,
    page: (count) => `แสดง ${count} รายการแรก อาจมีมากกว่านี้`,
  },
};
