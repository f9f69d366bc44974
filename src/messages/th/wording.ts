import type { Translation } from '../../core/message.js';
import type * as english from '../wording.js';

export const wording: Translation<typeof english.wording> = {
  quoted: (words) => words,
  about: (what, one) => `${what}: ${one}`,
  noDirectory: (named) => `${named}: ไม่มีไดเรกทอรีนี้`,
  leaveOut: (option) => `ไม่ต้องระบุ ${option}`,
  leaveOutOne: 'ระบุเพียงอย่างเดียว',
  giveOne: 'ระบุเพียงอย่างเดียว',
  didYouMean: (guess) => `หมายถึง ${guess} หรือไม่`,
};
