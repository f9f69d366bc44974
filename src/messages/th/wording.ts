import type { Translation } from '../../core/message.js';
import type * as english from '../wording.js';

export const wording: Translation<typeof english.wording> = {
  pageOfMenu: { terminal: (command) => command, page: () => '' },
  quoted: (words) => words,
  about: (what, one) => `${what}: ${one}`,
  noDirectory: (named) => `${named}: ไม่มีไดเรกทอรีนี้`,
  notRegular: (named) => `${named} ไม่ใช่ไฟล์ปกติ`,
  nameRegular: 'ระบุไฟล์ปกติหรือไฟล์ใหม่ ไม่ใช่ไดเรกทอรี อุปกรณ์ หรือไปป์',
  isLink: (named) => `${named} เป็นลิงก์สัญลักษณ์ ให้ระบุไฟล์โดยตรง`,
  leaveOut: (option) => `ไม่ต้องระบุ ${option}`,
  leaveOutOne: 'ระบุเพียงอย่างเดียว',
  giveOne: 'ระบุเพียงอย่างเดียว',
  didYouMean: (guess) => `หมายถึง ${guess} หรือไม่`,
};
