import type { Claim } from './claim.js';
import { type Journal, stamp } from './journal.js';
import { attemptsOf, evidenceOf, mayRepeat } from './state.js';
import { addFile, type History, readHistory } from './store.js';

/**
 * The lines of a claim, under whichever spelling of the address they lie. There is one place for
 * them: where two spellings could name it, the other one is made to point there by exclusive
 * creation, before anything is sent. An older version, which knows its own spelling alone, goes on
 * where the lines are and stops at a redirect, so under one spelling both may run side by side.
 */
export function historyOf(journal: Journal, claim: Claim): History {
  for (;;) {
    const own = readHistory(journal, claim.key);
    const written = claim.written === undefined ? [] : [readHistory(journal, claim.written)];
    const places = [own, ...written];
    const to = redirectOf(own);
    const known = [to === undefined ? own : readHistory(journal, to), ...written];
    const others = claim.others.map((key) => readHistory(journal, key));
    const used = [...known, ...others].filter(isUsed);
    const empty = to === undefined ? places.at(-1) : known[0];
    const place = used.find((one) => isTaken(journal, one)) ?? used[0] ?? empty ?? own;
    const vacant = places.find((one) => one.key !== place.key && one.newest === 0);
    if (vacant === undefined || redirect(journal, vacant, place.key)) return place;
  }
}

/** Where its lines lie instead; undefined for a place that has lines of its own, or none. */
export function redirectOf({ entries: [first] }: History): string | undefined {
  return first?.type === 'redirect' ? first.to : undefined;
}

function isUsed({ entries }: History): boolean {
  return attemptsOf(entries).length > 0;
}

/** Older versions may have used two spellings: the one that forbids another charge decides. */
function isTaken(journal: Journal, { entries }: History): boolean {
  const attempt = attemptsOf(entries).at(-1);
  return attempt !== undefined && !mayRepeat(evidenceOf(journal, attempt).state);
}

/** false where another process was first; then all must be read again. */
function redirect(journal: Journal, vacant: History, to: string): boolean {
  return addFile(journal, vacant, [{ type: 'redirect', ...stamp(journal), to }]) !== undefined;
}
