import { area } from '../core/message.js';

/** What the entries of an export say of themselves. */
export const bookEntries = area('bookEntries', () => ({
  fee: "the bank's fee",
  decided: (as: string, note: string) => `${as}: ${note}`,
}));
