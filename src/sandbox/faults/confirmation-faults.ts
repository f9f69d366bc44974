import {
  isJsonObject,
  isLosslessNumber,
  number,
  parseJson,
  stringifyJson,
  textOf,
} from '../../core/json.js';
import { formatAmount, parseAmount } from '../../core/money.js';
import type { HandlerContext } from '../handlers/handler-context.js';
import type { Store } from '../ledger/store.js';
import { CONFIRMATION, CONFIRMATION_FAULTS, takeFault } from './faults.js';

/** A message to the partner, and when it goes out. */
export interface Message {
  body: string;
  /** By the sandbox clock. */
  nextAt: number;
  /** `held` goes out behind the next one; `unaddressed` and `withheld` never do. */
  state: 'waiting' | 'held' | 'unaddressed' | 'withheld';
}

/** How long a late one takes, and a held one at most, unless the fault says. */
const LATE_MS = 60_000;
/** What a wrong amount is too much, in satang. */
const WRONG_BY = 100n;

/** The confirmations that a message becomes: one, unless a fault strikes it. Needs a transaction. */
export function confirmationsFor(
  { store, now, settings }: HandlerContext,
  body: string,
): Message[] {
  const confirmation: Message = { body, nextAt: now, state: 'waiting' };
  if (settings.confirmationUrl === '') return [{ ...confirmation, state: 'unaddressed' }];
  releaseHeld(store, now);
  const fault = takeFault(store, CONFIRMATION);
  const name = CONFIRMATION_FAULTS.find((known) => known === fault?.name);
  return name === undefined
    ? [confirmation]
    : DISTURBED[name](confirmation, now + (fault?.ms ?? LATE_MS));
}

const DISTURBED: Readonly<
  Record<(typeof CONFIRMATION_FAULTS)[number], (confirmation: Message, later: number) => Message[]>
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

/** What was held goes right behind the one that is laid out now. */
function releaseHeld(store: Store, now: number): void {
  store.run(
    "UPDATE confirmation SET state = 'waiting', next_at = ? WHERE state = 'held' AND next_at > ?",
    now + 1,
    now,
  );
}

/** The amount stays text or number, as it was. */
function withWrongAmount(body: string): string {
  const fields = parseJson(body);
  if (!isJsonObject(fields)) return body;
  const satang = parseAmount(textOf(fields.amount) ?? '');
  if (satang === undefined) return body;
  const wrong = formatAmount(satang + WRONG_BY);
  return stringifyJson({
    ...fields,
    amount: isLosslessNumber(fields.amount) ? number(wrong) : wrong,
  });
}
