import { area } from '../core/message.js';
import { bangkokDateTime } from '../core/time.js';

/** Days and moments as their reader writes them. */
export const dates = area('dates', () => ({
  /** Of milliseconds since the epoch, in Bangkok. */
  moment: (at: number) => bangkokDateTime(at),
  /** Of a day or a moment as a program writes it: `2026-01-31`, `2026-01-31 09:00:00`. */
  written: (date: string) => date,
  /** The same of a day, where the year is known. */
  withoutYear: (day: string) => day.slice('2026-'.length),
}));
