import { area } from '../core/message.js';
import { capitalized } from '../core/text.js';
import { theseAre } from './wording.js';

type Source = 'bank' | 'journal' | 'confirmation';

const SAYS: Readonly<Record<Source, string>> = {
  bank: 'the bank says',
  journal: 'the journal says',
  confirmation: 'a confirmation says',
};

const NAMES: Readonly<Record<Source, string>> = {
  bank: 'the bank',
  journal: 'the journal',
  confirmation: 'the confirmations',
};

/** Payments that were looked for without a reference. */
export const finding = area('finding', () => ({
  // What about a payment cannot all be true.
  says: (source: Source, what: string) => `${SAYS[source]} ${what}`,
  differ: (statements: readonly string[]) => statements.join(', '),
  badAmount: (source: Source) => `${SAYS[source]} an amount that cannot be read`,
  confirmedBut: (source: Source, state: string) =>
    `a confirmation came, but ${SAYS[source]} ${state}`,
  refundedBut: (state: string) => `the journal says refunded, the bank says ${state}`,
  references: (statements: readonly string[]) => `different references: ${statements.join(', ')}`,
  confirmationsDiffer: (fields: readonly string[]) =>
    `two confirmations of one transaction differ: ${fields.length === 0 ? 'their contents' : fields.join(', ')}`,
  contradicted: 'the bank contradicted the confirmation',

  // Why not all is known.
  question: (from: string, to: string) => `${from} to ${to}`,
  of: (operation: string, why: string) => `${operation}: ${why}`,
  notAsked: (source: Source, why: string) => `${NAMES[source]} could not be asked: ${why}`,
  notBelieved: (source: Source, why: string) => `${NAMES[source]} is not believed: ${why}`,
  incomplete: (gaps: readonly string[]) =>
    `${gaps.join('; ')}; what is shown is what the other sources know`,
  stopped: 'stopped before every source was asked',
  taken: (taken: string, typed: string) => `${taken} was looked up, because nobody knows ${typed}`,
  none: (from: string, to: string) =>
    `no payment was found ${from === to ? `on ${to}` : `from ${from} to ${to}`}`,
  widen: {
    terminal: (command: string) => `${command}, or fewer conditions`,
    page: () => 'Choose other days.',
  },
  first: {
    terminal: (shown: number, total: number) =>
      `${shown === 1 ? 'this is the first' : `these are the first ${shown}`} of ${total} payments; --limit ${total} shows all`,
    page: (shown: number, total: number) =>
      `${shown === 1 ? 'This is the first' : `These are the first ${shown}`} of ${total} payments.`,
  },
  firstOnly: {
    terminal: (shown: number) =>
      `${theseAre(shown, 'first', 'payment')}; a larger --limit or other days show more`,
    page: (shown: number) => `${capitalized(theseAre(shown, 'first', 'payment'))}.`,
  },
  badBeginning:
    '--begin-at takes an amount and a moment with --sort largest and smallest (250.00,2026-01-31T09:30:00+07:00), else a moment alone',
  backwards: {
    terminal: (from: string, end: string) => `--from ${from} is after ${end}`,
    page: (_from: string, _end: string) => 'The first day comes after the last one.',
  },
  today: (date: string) => `today, ${date}`,
  earlierFirst: { terminal: 'give the earlier day as --from', page: '' },
}));
