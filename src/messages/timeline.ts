import { area } from '../core/message.js';

/** What happened to a payment, and what the bank says of it. */
export const timeline = area('timeline', () => ({
  codeMade: {
    terminal: (reference: string) => `a code was made for ${reference}`,
    page: 'a code was made',
  },
  sent: {
    terminal: (command: string, reference: string, machine: string | undefined) =>
      `we sent ${command} ${reference}${machine ? ` from ${machine}` : ''}`,
    page: (name: string, reference: string) => `sent: ${name} ${reference}`,
  },
  answered: {
    terminal: ({ httpStatus, ending, code, ms }: Answer) =>
      [
        httpStatus === undefined ? 'no answer came:' : `the bank answered HTTP ${httpStatus}:`,
        ending,
        code && `(code ${code})`,
        ms === undefined ? '' : `after ${ms} ms`,
      ]
        .filter(Boolean)
        .join(' '),
    page: ({ httpStatus, ending }: Answer) =>
      httpStatus === undefined ? `no answer came: ${ending}` : `the bank answered: ${ending}`,
  },
  silent: 'no answer was recorded',
  asked: {
    terminal: (operation: string, word: string) => `${operation} was asked: ${word}`,
    page: 'asked later',
  },
  resolved: {
    terminal: (ending: string) => `resolved as ${ending}`,
    page: 'resolved later',
  },
  settled: {
    terminal: (as: string) => `settled by hand as ${as}`,
    page: 'settled by hand',
  },
  received: {
    terminal: ({ id, machine, differs = [] }: Received) => {
      const where = machine === undefined ? '' : ` on ${machine}`;
      const other = `; another confirmation with this id differs: ${differs.join(', ')}`;
      return `confirmation ${id} was received${where}${differs.length === 0 ? '' : other}`;
    },
    page: ({ id }: Received) => ['confirmation received', id].filter(Boolean).join(' '),
  },
  paid: {
    terminal: (transaction: string | undefined) =>
      `paid${transaction ? `, transaction ${transaction}` : ''}`,
    page: (transaction: string | undefined) => ['paid', transaction].filter(Boolean).join(' '),
  },
  bankSays: {
    terminal: (what: string, wallet: string | undefined) =>
      `the bank says${wallet ? ` of ${wallet}` : ''}: ${what}`,
    page: (what: string, inquiry: string | undefined) => `the bank says: ${what} (${inquiry})`,
  },

  noted: (by: string, text: string) => `note by ${by}: ${text}`,

  /** The columns of the drawing. */
  journal: { terminal: 'journal', page: 'Journal' },
  confirmations: { terminal: 'confirmations', page: 'Confirmations' },
  bank: { terminal: 'bank', page: 'Bank' },
}));

interface Answer {
  httpStatus: number | undefined;
  /** The bank's own word, or the class of the exit table. */
  ending: string;
  code?: string;
  ms?: number;
}

interface Received {
  id: string | undefined;
  machine?: string;
  /** Fields in which another one of this id differs. */
  differs?: readonly string[];
}
