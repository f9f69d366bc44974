import { payctl } from '../core/command-line.js';
import type { Text } from '../core/message.js';
import { breaks } from '../messages/breaks.js';
import type { MatchRecord } from './classes.js';
import type { Reconciled } from './reconcile.js';
import { sortReference, sortTransactionId } from './record-order.js';

/** What a person may do about a record, in one line; null where nothing is left to do. */
export function nextStep(match: MatchRecord, result: Reconciled): Text | null {
  const { own, bank, local } = result;
  const id =
    local.texts.lookUp(sortReference(match, own, bank)) ||
    local.texts.lookUp(sortTransactionId(match, own, bank));
  if (match.settled && match.kind === 'amount') return breaks.compareSum;
  if (match.kind === 'fee') return match.settled ? breaks.compareRate : breaks.compareFee;
  if (id === '' && !match.bad && match.kind !== 'matched') return breaks.askWhatFor;
  // What looks like an option stands behind `--`, or `=`.
  const isDashed = id.startsWith('-');
  const investigate = isDashed ? payctl`investigate -- ${id}` : payctl`investigate ${id}`;
  const recover = isDashed
    ? payctl`journal recover --ref=${id}`
    : payctl`journal recover --ref ${id}`;
  const settle = isDashed
    ? payctl`journal settle --as executed --note TEXT -- ${id}`
    : payctl`journal settle ${id} --as executed --note TEXT`;
  const isOpen = local.isOpen(sortReference(match, own, bank));
  switch (match.kind) {
    case 'matched':
      return null;
    case 'bad-line':
      return breaks.correct;
    case 'duplicate-line':
      return breaks.askWhyTwice;
    case 'wrong-day':
      return breaks.bookOnDay;
    case 'timing':
      return isOpen ? breaks.askHowItEnded(recover) : breaks.otherFile;
    case 'paid-twice':
      return breaks.refundOne(investigate);
    case 'unknown-but-paid':
      return isOpen ? breaks.recover(recover, settle) : breaks.markPaid(investigate);
    case 'missing-at-bank':
      return isOpen ? breaks.askHowItEnded(recover) : breaks.investigate(investigate);
    case 'reversed':
    case 'refund-missing':
    case 'amount':
    case 'missing-in-orders':
    case 'not-in-journal':
    case 'success-but-absent':
      return breaks.investigate(investigate);
  }
}
