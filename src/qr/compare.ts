import { sameAmount } from './amount.js';
import { decode } from './decode.js';

/** What a payload was requested to say. Null: it must not say it; left out: not compared. */
export interface Wanted {
  amount?: string | null;
  billerId?: string | null;
  ref1?: string | null;
  ref2?: string | null;
  ref3?: string | null;
}

/** null: nothing was wanted, or nothing was found. */
export interface Difference {
  field: keyof Wanted | 'payload';
  wanted: string | null;
  found: string | null;
}

const FIELDS = ['amount', 'billerId', 'ref1', 'ref2', 'ref3'] as const;

/**
 * Where a payload says something else than was requested. Amounts are compared as money, all else
 * to the character. A broken payload is a difference of its own.
 */
export function differences(payload: string, wanted: Wanted): Difference[] {
  const decoded = decode(payload);
  const broken = decoded.errors.slice(0, 1).map(({ message }): Difference => {
    return { field: 'payload', wanted: 'a valid payment code', found: message };
  });
  const differing = FIELDS.flatMap((field): Difference[] => {
    const want = wanted[field];
    const found = decoded[field];
    if (want === undefined || want === found) return [];
    const same = field === 'amount' && want !== null && found !== null && sameAmount(want, found);
    return same ? [] : [{ field, wanted: want, found }];
  });
  return [...broken, ...differing];
}
