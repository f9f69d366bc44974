import { at, jsonText, readJson } from '../../core/json.js';
import { parseAmount } from '../../core/money.js';
import type { Sqlite } from '../../host/sqlite.js';
import { CONFIRMATION, CONFIRMATION_FAULTS, type ConfirmationFault, takeFault } from '../faults.js';
import type { HandlerContext } from '../handlers/handler-context.js';
import { withAmount } from './altered.js';

/** A confirmation to the partner, and when it goes out. */
interface NewConfirmation {
  body: string;
  /** By the sandbox clock. */
  nextAt: number;
  /** `held` goes out behind the next one; `unaddressed` and `withheld` never do. */
  state: 'waiting' | 'held' | 'unaddressed' | 'withheld';
}

/** Delay of a late confirmation, and the longest of a held one, unless the fault sets it. */
const LATE_CONFIRMATION_MS = 60_000;
/** What a wrong amount adds, in satang. */
const WRONG_BY = 100n;

/** The confirmations to send: one, unless a fault changes that. Needs a transaction. */
export function confirmationsFor(
  { store, now, settings }: HandlerContext,
  body: string,
): NewConfirmation[] {
  const confirmation: NewConfirmation = { body, nextAt: now, state: 'waiting' };
  if (settings.confirmationUrl === '') return [{ ...confirmation, state: 'unaddressed' }];
  releaseHeld(store, now);
  const fault = takeFault(store, CONFIRMATION);
  const name = CONFIRMATION_FAULTS.find((known) => known === fault?.name);
  return name === undefined
    ? [confirmation]
    : BY_FAULT[name](confirmation, now + (fault?.ms ?? LATE_CONFIRMATION_MS));
}

const BY_FAULT: Readonly<
  Record<ConfirmationFault, (confirmation: NewConfirmation, later: number) => NewConfirmation[]>
> = {
  'duplicate-callback': (confirmation) => [confirmation, confirmation],
  'late-callback': (confirmation, later) => [{ ...confirmation, nextAt: later }],
  'reordered-callback': (confirmation, later) => [
    { ...confirmation, nextAt: later, state: 'held' },
  ],
  'wrong-amount-callback': (confirmation) => [
    { ...confirmation, body: withWrongAmount(confirmation.body) },
  ],
  'no-callback': (confirmation) => [{ ...confirmation, state: 'withheld' }],
};

/** Held confirmations go right after the one that is enqueued now; in the same moment, if the clock stands still. */
function releaseHeld(store: Sqlite, now: number): void {
  store.run("UPDATE confirmation SET next_at = ?1 WHERE state = 'held' AND next_at > ?1", now);
}

function withWrongAmount(body: string): string {
  const satang = parseAmount(jsonText(at(readJson(body), 'amount')) ?? '');
  return satang === undefined ? body : withAmount(body, satang + WRONG_BY);
}
