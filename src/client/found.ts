import type { Standing } from '../api/operation.js';
import { excerpt } from '../text.js';
import { type Exchange, nameOf, quoted, type Verdict } from './verdict.js';

/** An inquiry went well: what it has found may be no success all the same. */
export function found(exchange: Exchange, standing: Standing): Verdict {
  const { class: ended, state, code, reason } = standing;
  const what = standing.found ?? FOUND[ended];
  const word = state === undefined ? '' : ` (${quoted(exchange, state, 60)})`;
  const because = reason ? `: ${quoted(exchange, reason)}` : '';
  return {
    class: ended,
    executed: EXECUTED[ended],
    message: `${nameOf(exchange.operation)}: ${what}${word}${because}`,
    hint: standing.hint ?? afterFound(exchange, standing),
    found: true,
    state,
    code,
  };
}

const FOUND = {
  SUCCESS: 'confirmed',
  PENDING: 'not final yet',
  PARTIAL: 'carried out in part only',
  REJECTED: 'ended without success',
} as const;
const EXECUTED = { SUCCESS: 'yes', PENDING: 'unknown', PARTIAL: 'yes', REJECTED: 'no' } as const;

function afterFound({ operation, input }: Exchange, { class: ended, code }: Standing) {
  if (ended === 'PENDING') return 'inquire again in a few seconds, or give --wait';
  if (ended === 'PARTIAL') return 'compare tranAmount with confirmAmount';
  // What a code inside other data means nobody says: `explain` would take it for one of these.
  if (code && /^(?:transfer|dd)\./.test(operation.id)) return `payctl explain ${excerpt(code, 20)}`;
  const reference = input[operation.positional ?? operation.reference ?? ''];
  if (typeof reference !== 'string') return undefined;
  return `payctl investigate ${excerpt(reference, 60)} tells what became of it`;
}
