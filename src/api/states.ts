import type { Standing } from './standing.js';

/** What the state words of the bank decide ("States and transitions"). */
const CLASS_OF: Readonly<Record<string, Standing['class']>> = {
  SUCCESS: 'SUCCESS',
  TRADE_SUCCESS: 'SUCCESS',
  TRADE_FINISHED: 'SUCCESS',
  USERPAYING: 'PENDING',
  // The step succeeded; nothing moves before the transfer is confirmed.
  INITIATE_COMPLETED: 'SUCCESS',
  CONFIRM_COMPLETED: 'SUCCESS',
  CONFIRM_PROCESSING: 'PENDING',
  CONFIRM_FAILED: 'REJECTED',
  CANCELED: 'REJECTED',
  SETTLED: 'SUCCESS',
  Full: 'SUCCESS',
  Partial: 'PARTIAL',
};

/** An unlisted or missing word is PENDING: shown as it came, never taken for a success. */
export function standingOf(word: string | undefined): Standing {
  if (word === undefined) return { class: 'PENDING' };
  const decided = Object.hasOwn(CLASS_OF, word) ? CLASS_OF[word] : undefined;
  return { class: decided ?? 'PENDING', state: word };
}
