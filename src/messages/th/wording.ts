import type { Translation } from '../../core/message.js';
import type * as english from '../wording.js';
import { listedThai } from './listed.js';

export const wording: Translation<typeof english.wording> = {
  pageOfMenu: { terminal: (command) => command, page: () => '' },
  quoted: (words) => words,
  about: (what, one) => `${what}: ${one}`,
  noDirectory: (named) => `ไม่มีไดเรกทอรีของ ${named}`,
  otherEnding: (named, endings) => `${named} ลงท้ายด้วยอย่างอื่น ให้ใช้ชื่อที่ลงท้ายด้วย ${listedThai(endings)}`,
  leaveOut: (option) => `ไม่ต้องระบุ ${option}`,
  leaveOutOne: 'ระบุเพียงอย่างเดียว',
  giveOne: 'ระบุเพียงอย่างเดียว',
  didYouMean: (guess) => `หมายถึง ${guess} หรือไม่`,
};
