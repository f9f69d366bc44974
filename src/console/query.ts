import { likelyAmount, typedDay } from '../core/typed-input.js';

/** What somebody typed into the search box. */
export type Query =
  | { kind: 'amount'; amount: string }
  /** As it was typed: what is today, the bank's clock decides. */
  | { kind: 'day'; day: string }
  | { kind: 'name'; payer: string }
  | { kind: 'reference'; id: string };

const NAME = /^[\p{L}\p{M}][\p{L}\p{M} .'’-]*$/u;

const FILE = /\.(?:png|jpe?g|webp|gif|heic|pdf|txt|csv|jsonl?)$/i;

/** References have digits; names have none, and amounts and days nothing else. */
export function readQuery(text: string): Query {
  const typed = text.trim();
  const amount = likelyAmount(typed);
  if (amount !== undefined) return { kind: 'amount', amount };
  if (typedDay(typed, 0) !== undefined) return { kind: 'day', day: typed };
  if (NAME.test(typed) && !FILE.test(typed)) return { kind: 'name', payer: typed };
  return { kind: 'reference', id: typed };
}

/** Whether somebody may have meant a reference all the same: people type them in any case, with blanks. */
export function mayBeReference({ kind }: Query, text: string): boolean {
  return (kind === 'amount' || kind === 'name') && /^[\x20-\x7e]{1,50}$/.test(text.trim());
}
