import { area } from '../core/message.js';

const english = {
  limitZero: (flag: string) => `${flag} is 0; give 1 or more`,
};

export type RecordListSentences = typeof english;

/** How many records of the bank are listed. */
export const recordLists = area('recordLists', english);
