import type { Standing } from './operation.js';

/** A state word of the bank ("States and transitions"), and what it decides. */
export interface StateFact {
  class: Standing['class'];
  about: string;
}

const STATES: Readonly<Record<string, StateFact>> = {
  SUCCESS: { class: 'SUCCESS', about: 'the payment succeeded (e-wallet inquiry)' },
  TRADE_SUCCESS: { class: 'SUCCESS', about: 'the payment succeeded (e-wallet pay)' },
  TRADE_FINISHED: { class: 'SUCCESS', about: 'the payment succeeded and is closed (e-wallet)' },
  USERPAYING: { class: 'PENDING', about: 'the customer is still paying (e-wallet)' },
  INITIATE_COMPLETED: {
    class: 'SUCCESS',
    about: 'the transfer was initiated; nothing moves before it is confirmed',
  },
  CONFIRM_COMPLETED: { class: 'SUCCESS', about: 'the transfer was confirmed' },
  CONFIRM_PROCESSING: { class: 'PENDING', about: 'the transfer is being confirmed' },
  CONFIRM_FAILED: { class: 'REJECTED', about: 'the transfer failed; code and description say why' },
  CANCELED: { class: 'REJECTED', about: 'cancelled' },
  SETTLED: { class: 'SUCCESS', about: 'the card payment of a QR succeeded' },
  Full: { class: 'SUCCESS', about: 'the full amount was debited' },
  Partial: { class: 'PARTIAL', about: 'only a part of the amount was debited' },
};

/** What the bank's documents say of a state word; undefined for a word that they do not list. */
export function stateFact(word: string): StateFact | undefined {
  return Object.hasOwn(STATES, word) ? STATES[word] : undefined;
}

/** Every listed state word. */
export function stateWords(): string[] {
  return Object.keys(STATES);
}

/** An unlisted or missing word is PENDING: shown as it came, never taken for a success. */
export function standingOf(word: string | undefined): Standing {
  if (word === undefined) return { class: 'PENDING' };
  return { class: stateFact(word)?.class ?? 'PENDING', state: word };
}
