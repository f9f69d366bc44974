import type { Translation } from '../../core/message.js';
import type * as english from '../smoke-facts.js';

export const smokeFacts: Translation<typeof english.smokeFacts> = {
  exit: 'รหัสออก',
  code: 'รหัส',
  state: 'สถานะ',
  query: 'ข้อมูล',
  save: 'ค่าที่ต้องเก็บ',
  within: 'ภายใน',
  httpStatus: 'รหัส HTTP',
  missing: 'ฟิลด์ที่ขาด',
  additional: 'ฟิลด์ที่เกิน',
  type: 'ชนิดข้อมูล',
  format: 'รูปแบบ',
};
