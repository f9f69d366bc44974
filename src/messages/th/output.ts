import type { Translation } from '../../core/message.js';
import type * as english from '../output.js';

export const output: Translation<typeof english.output> = {
  shortened: {
    terminal: (start, length) => `${start}… (${length} ตัวอักษร; -o json แสดงทั้งหมด)`,
    page: (start, length) => `${start}… (${length} ตัวอักษร)`,
  },
  queryFails: (query, why) => `--query ${query} ใช้ไม่ได้: ${why}`,
  quoteQuery: 'ใส่เครื่องหมายคำพูดให้ query ตามวิธีของ shell ดู https://jmespath.org',
  noColumn: ({ column, fields, more }) => {
    const list = fields.join(', ') || 'ไม่มี';
    return `--columns ไม่มีฟิลด์ ${column} ฟิลด์ที่มีคือ ${list}${more > 0 ? ` และอีก ${more} ฟิลด์` : ''}`;
  },
};
