import { area } from '../core/message.js';

/** How many records of the bank are listed. */
export const recordLists = area('recordLists', () => ({
  limitZero: (flag: string) => `${flag} is 0; give 1 or more`,
}));
