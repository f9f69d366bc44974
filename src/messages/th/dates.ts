import type { Translation } from '../../core/message.js';
import { bangkokDateTime, thaiDates } from '../../core/time.js';
import type { DateSentences } from '../dates.js';

export const dates: Translation<DateSentences> = {
  moment: (at) => thaiDates(bangkokDateTime(at)),
  written: (date) => thaiDates(date),
  withoutYear: (day) => thaiDates(day).split(' ').slice(0, 2).join(' '),
};
