import type { Translation } from '../../core/message.js';
import type * as english from '../syntax.js';

export const csv: Translation<typeof english.csv> = {
  tooLong: 'ยาวกว่า 1 MB',
  endlessCell: 'มีเครื่องหมายคำพูดที่ไม่ปิด',
  textAfterQuote: 'มีข้อความหลังเครื่องหมายคำพูดปิด ถ้าต้องการเครื่องหมายคำพูดในช่อง ให้เขียนสองตัว',
  quoteInBareCell: 'มีเครื่องหมายคำพูดในช่องที่ไม่ได้ครอบ ให้ครอบช่องและเขียนเครื่องหมายสองตัว',
};

export const yaml: Translation<typeof english.yaml> = {
  at: (place, mistake) => `${place}: ${mistake}`,
  twice: (key) => `มี ${key} ซ้ำ`,
};
