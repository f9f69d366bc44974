import type { Translation } from '../../core/message.js';
import { bangkokDateTime, thaiDates } from '../../core/time.js';
import type * as english from '../dates.js';

export const dates: Translation<typeof english.dates> = {
  moment: (at) => thaiDates(bangkokDateTime(at)),
  written: (date) => thaiDates(date),
  withoutYear: (day) => thaiDates(day).split(' ').slice(0, 2).join(' '),
};
