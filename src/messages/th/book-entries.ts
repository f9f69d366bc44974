import type { Translation } from '../../core/message.js';
import type * as english from '../book-entries.js';

export const bookEntries: Translation<typeof english.bookEntries> = {
  fee: 'ค่าธรรมเนียมของธนาคาร',
  decided: (as, note) => `${as}: ${note}`,
};
