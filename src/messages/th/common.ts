import type { Translation } from '../../core/message.js';
import type { CommonSentences } from '../common.js';

export const common: Translation<CommonSentences> = {
  command: (line) => line,
  quoted: (words) => words,
  about: (what, one) => `${what}: ${one}`,
  didYouMean: (guess) => `หมายถึง ${guess} หรือไม่`,
};
