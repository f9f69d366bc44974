import { area } from '../core/message.js';

/** What `transfer` says of its steps. */
export const transfers = area('transfers', () => ({
  needsRecord: '--expect-amount needs the record of the transfer, which --dry-run does not fetch',
  noAmount: 'the record has no amount',
  amountUnknown: (id: string, why: string) =>
    `the amount of transfer ${id} is unknown: ${why}; nothing was confirmed`,
  initiated: (id: string) => `initiated: tokenizerId ${id}`,
  initiatedBefore: (id: string) => `initiated before: tokenizerId ${id}`,
  notConfirmed: (why: string) => `${why}; nothing was confirmed, so no money has moved`,
  safeAgain: 'running the same command again is safe: it initiates anew and confirms once',
  stopped: 'stopped by a signal before the confirm; no money has moved',
  continue: 'run the same command again to continue',
  inquiryFailed: (why: string) => `confirmed, but the inquiry afterwards failed: ${why}`,
}));
