import { area } from '../core/message.js';

/** Help that does not exist. */
export const helpPages = area('helpPages', () => ({
  none: (asked: string) => `there is no help about ${asked}`,
  noCommand: (asked: string) => `there is no command ${asked}`,
  meant: (words: string) => `did you mean: payctl help ${words}`,
  listed: 'payctl --help lists commands and topics',
}));
