import { area } from '../core/message.js';

/** Of lists that the bank gives page by page. */
export const lists = area('lists', () => ({
  shrank: (before: number, now: number) =>
    `the list shrank from ${before} to ${now} while it was read, so a record may be missing`,
  repeats: (page: number) => `page ${page} repeats what came before it`,
  miscounted: (total: number, given: number) =>
    `the bank counts ${total} records and gave ${given}`,
  fetched: (count: number, total: number | undefined) =>
    total === undefined
      ? `${count} records were fetched`
      : `${count} of ${total} records were fetched`,
  pageFailed: ({ page, why, fetched }: { page: number; why: string; fetched: string }) =>
    `page ${page}: ${why}; ${fetched}`,
  contradicted: ({ call, why, fetched }: { call: string; why: string; fetched: string }) =>
    `${call}: ${why}; ${fetched}`,
  onePage: {
    terminal: 'try again later; --page-number 1 shows one page',
    page: 'Try again later.',
  },
  cut: {
    terminal: (count: number, total: number) =>
      `these are ${count} of ${total} records; --limit ${total} fetches all`,
    page: (count: number, total: number) => `These are ${count} of ${total} records.`,
  },
  first: {
    terminal: (count: number) =>
      `these are the first ${count} records, there may be more; raise --limit`,
    page: (count: number) => `These are the first ${count} records, there may be more.`,
  },
}));
