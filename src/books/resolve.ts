import { PayctlError, type Problem } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { visible } from '../core/text.js';
import { books as words } from '../messages/books.js';
import { baht } from '../reconcile/amounts.js';
import type { Book, BookItem } from '../state/books.js';
import type { KeptDecision } from './codec.js';
import { type BookAct, commitAct } from './event.js';
import { accumulate, movementsBetween, openFigures } from './figures.js';
import { sumSide } from './lines.js';
import type { BookDecision, BookState, BookStatus, Clerk } from './state.js';
import { statusFrom } from './status.js';

/**
 * Writes down what a person decided about open items: all of it or nothing. Rejects with USAGE, whose
 * details name each decision that cannot be taken.
 */
export async function resolveItems(
  book: Book,
  clerk: Clerk,
  decisions: readonly BookDecision[],
): Promise<BookStatus> {
  return await commitAct(book, clerk, async (state, seq) => {
    const open = await book.items('open');
    const byId = new Map(open.map((item) => [item.id, item]));
    const groups = grouped(decisions);
    await requireSound(book, state, groups, byId);
    const resolved = groups.flatMap((group) => decided(group, byId, clerk, seq));
    const ids = new Set(resolved.map(({ id }) => id));
    const left = open.filter(({ id }) => !ids.has(id));
    const movements = movementsBetween(openFigures(state), open, left);
    const after = { ...state, all: accumulate(state.all, movements) };
    const status = statusFrom(book.name, after, left, 'all');
    if (resolved.length === 0) return { result: status };
    const listed = resolved.map(({ id, decision }) => ({ id, decision: decision ?? '' }));
    const act: BookAct = {
      ...{ type: 'resolve', state: after, movements, rows: { putItems: resolved } },
      former: { items: open.filter(({ id }) => ids.has(id)) },
      facts: { decisions: listed },
    };
    return { act, result: status };
  });
}

/** One decision, or several of `matched-with` that name one another. */
interface Group {
  decision: BookDecision;
  ids: Set<string>;
}

function grouped(decisions: readonly BookDecision[]): Group[] {
  let groups: Group[] = [];
  for (const decision of decisions) {
    const group: Group = { decision, ids: new Set(decision.ids) };
    if (decision.with !== undefined) group.ids.add(decision.with);
    if (decision.as === 'matched-with') {
      const isLinked = (other: Group) =>
        other.decision.as === 'matched-with' && [...other.ids].some((id) => group.ids.has(id));
      for (const other of groups.filter(isLinked)) for (const id of other.ids) group.ids.add(id);
      groups = groups.filter((other) => !isLinked(other));
    }
    groups.push(group);
  }
  return groups;
}

async function requireSound(
  book: Book,
  state: BookState,
  groups: readonly Group[],
  open: ReadonlyMap<string, BookItem>,
): Promise<void> {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const { decision, ids } of groups) {
    const wrong = (message: Message) =>
      problems.push({ field: decision.place ?? [...decision.ids].join(' '), message });
    const unknown = [...ids].filter((id) => !open.has(id));
    const twice = [...ids].find((id) => seen.has(id));
    for (const id of ids) seen.add(id);
    if (decision.note.trim() === '') wrong(words.noteNeeded);
    for (const id of unknown) wrong(words.noItem(visible(id)));
    if (twice !== undefined) wrong(words.decidedTwice(visible(twice)));
    if (decision.as !== 'matched-with' || unknown.length > 0) continue;
    const fault = await pairFault(book, state, decision, ids);
    if (fault !== undefined) wrong(fault);
  }
  if (problems.length === 0) return;
  const count = new Set(problems.map(({ field }) => field)).size;
  throw new PayctlError('USAGE', words.badDecisions(count), {
    details: problems,
    ...(problems.some(({ message }) => message.id === 'noteNeeded') && { hint: words.giveNote }),
  });
}

/** What is matched by hand must agree as what the matcher matches. */
async function pairFault(
  book: Book,
  { tolerance }: BookState,
  decision: BookDecision,
  ids: ReadonlySet<string>,
): Promise<Message | undefined> {
  if (decision.with === undefined) return words.withNeeded;
  if (ids.size === 1) return words.withItself(visible(decision.with));
  const lines = await book.lines({ items: [...ids] });
  const [own, bank] = [sumSide(lines, 'own'), sumSide(lines, 'bank')];
  if (own === undefined || bank === undefined) return words.notBoth;
  return Math.abs(own - bank) <= tolerance ? undefined : words.sumsDiffer(baht(own), baht(bank));
}

function decided(
  { decision, ids }: Group,
  open: ReadonlyMap<string, BookItem>,
  clerk: Clerk,
  seq: number,
): BookItem[] {
  const kept: KeptDecision = {
    as: decision.as,
    group: decision.as === 'matched-with' ? [...ids].sort() : [],
    note: decision.note,
    at: new Date(clerk.clock.now()).toISOString(),
    user: clerk.who.user,
  };
  const text = JSON.stringify(kept);
  return [...ids].flatMap((id) => {
    const item = open.get(id);
    return item ? [{ ...item, resolved: seq, decided: seq, decision: text }] : [];
  });
}
