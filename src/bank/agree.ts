import { at, type Json, textOf } from '../core/json.js';
import { compareAmounts } from '../core/money.js';
import type { Operation } from './define.js';

/** A place where the bank says another value than the other side. */
export interface Disagreement {
  /** In the bank's data. */
  path: string;
  theirs: string;
  ours: string;
}

/** What must agree: a path in the bank's data, our value, and whether both are amounts. */
export type Agreed = readonly [path: string, ours: string | undefined, isAmount?: boolean];

/** Whether the values are alike; what either side lacks proves nothing. */
export function agrees(theirs?: string, ours?: string, isAmount = false): boolean {
  if (!theirs || !ours || theirs === ours) return true;
  return isAmount && compareAmounts(theirs, ours) === 0;
}

/** The first place in which the bank differs. */
export function disagreement(data: Json, agreed: readonly Agreed[]): Disagreement | undefined {
  for (const [path, ours, isAmount = false] of agreed) {
    const theirs = textOf(at(data, path));
    if (theirs && ours && !agrees(theirs, ours, isAmount)) return { path, theirs, ours };
  }
  return undefined;
}

/** What an answer must echo: the fields that the record names, and the reference by its own name. */
export function agreedOf(
  { reference, echoes, amount }: Operation,
  sent: (field: string) => string | undefined,
): Agreed[] {
  const places = Object.entries({ ...(reference && { [reference]: reference }), ...echoes });
  return places.map(([path, field]) => [path, sent(field), field === amount]);
}
