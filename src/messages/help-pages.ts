import { area } from '../core/message.js';

const english = {
  none: (asked: string) => `there is no help about ${asked}`,
  meant: (words: string) => `did you mean: payctl help ${words}`,
  listed: 'payctl --help lists commands and topics',
};

export type HelpPageSentences = typeof english;

/** Help that does not exist. */
export const helpPages = area('helpPages', english);
