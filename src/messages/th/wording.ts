import type { Translation } from '../../core/message.js';
import type { WordingSentences } from '../wording.js';

export const wording: Translation<WordingSentences> = {
  command: (line) => line,
  quoted: (words) => words,
  about: (what, one) => `${what}: ${one}`,
  didYouMean: (guess) => `หมายถึง ${guess} หรือไม่`,
};
