import type { MatchRecord } from '../reconcile/classes.js';
import type { BookItem, BookLine } from '../state/books.js';
import { ITEM_CLASSES, parseDecision } from './codec.js';
import { itemId, sumSide } from './lines.js';
import type { Matched } from './match.js';
import type { ItemClass } from './state.js';

/** Lines that do not match, as they belong together. */
export interface Mismatch {
  id: string;
  class: ItemClass;
  lines: readonly BookLine[];
  /** undefined of a line that is late: nothing was compared with it, or it matches. */
  record: MatchRecord | undefined;
}

/**
 * All that does not match, with ids. Whoever consists of equal lines gets a number behind the id, so that
 * the ids follow from the lines alone.
 *
 * @param isWhole whether what the matcher says of a line counts
 */
export function mismatches(
  matched: Pick<Matched, 'records' | 'linesFor'>,
  lines: Iterable<BookLine>,
  isWhole: (line: BookLine) => boolean,
): Mismatch[] {
  const found = [...unnamed(matched, lines, isWhole)].map((one) => ({
    ...one,
    base: itemId(one.lines),
    first: least(one.lines.map(({ id }) => id)),
  }));
  const rank = ({ class: kind }: { class: ItemClass }) => ITEM_CLASSES.indexOf(kind);
  found.sort((a, b) => rank(a) - rank(b) || a.first - b.first);
  const seen = new Map<string, number>();
  return found.map(({ base, class: kind, lines: its, record }) => {
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    return { id: count === 1 ? base : `${base}-${count}`, class: kind, lines: its, record };
  });
}

/** The ids of the items that lines belong to, by line. */
export function itemsByLine(found: readonly Pick<Mismatch, 'id' | 'lines'>[]): Map<number, string> {
  const items = new Map<number, string>();
  for (const { id, lines } of found) for (const line of lines) items.set(line.id, id);
  return items;
}

type Unnamed = Omit<Mismatch, 'id'>;

function* unnamed(
  { records, linesFor }: Pick<Matched, 'records' | 'linesFor'>,
  lines: Iterable<BookLine>,
  isWhole: (line: BookLine) => boolean,
): Generator<Unnamed> {
  const listed = new Set<number>();
  for (const record of records) {
    if (record.kind === 'matched') continue;
    const its = linesFor(record);
    if (!its.some(isWhole)) continue;
    const isWithdrawn = its.some(({ waits }) => waits === 'withdrawn');
    for (const { id } of its) listed.add(id);
    yield { class: isWithdrawn ? 'late' : record.kind, lines: its, record };
  }
  for (const line of lines) {
    const { id, waits } = line;
    // Of what was withdrawn: it matches, but the file that had it no longer has it.
    const isLate = waits === 'late' || (waits === 'withdrawn' && !listed.has(id) && isWhole(line));
    if (isLate) yield { class: 'late', lines: [line], record: undefined };
  }
}

/** Satang: what the bank has, else what our own side has. */
function itemAmount(lines: readonly BookLine[]): number {
  return sumSide(lines, 'bank') ?? lines.reduce((sum, { amount }) => sum + amount, 0);
}

/** The settlement day of the bank's lines, else of our own. */
function itemDay(lines: readonly BookLine[]): number {
  const ofBank = lines.filter(({ side }) => side === 'bank');
  return least((ofBank.length > 0 ? ofBank : lines).map(({ settles }) => settles));
}

/** Of more numbers than a call can take. */
function least(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
}

/**
 * The row of each mismatch.
 *
 * @param known items that there are or were, by id
 * @param today ISO date
 */
export function toItems(
  found: readonly Mismatch[],
  known: ReadonlyMap<string, BookItem>,
  { today, seq }: { today: string; seq: number },
): Map<string, BookItem> {
  const ids = new Set(found.map(({ id }) => id));
  const items = found.map(({ id, class: kind, lines }): [string, BookItem] => {
    const before = known.get(id);
    const isDecided = before !== undefined && decides(before, ids);
    const item: BookItem = {
      ...{ id, class: kind, amount: itemAmount(lines), day: itemDay(lines) },
      firstSeen: before?.firstSeen ?? earliest(lines, known, today),
      resolved: isDecided ? (before.resolved ?? seq) : null,
      decided: before?.decided ?? null,
      decision: before?.decision ?? null,
    };
    return [id, item];
  });
  return new Map(items);
}

/** Whether what a person decided still holds: of all that was matched by hand, nothing has changed. */
function decides(item: BookItem, ids: ReadonlySet<string>): boolean {
  return parseDecision(item)?.group.every((id) => ids.has(id)) ?? false;
}

/** Of the items whose lines it took over. */
function earliest(
  lines: readonly BookLine[],
  known: ReadonlyMap<string, BookItem>,
  today: string,
): string {
  const dates = lines.flatMap(({ item }) => (item && known.get(item)?.firstSeen) ?? []);
  return [...dates, today].sort()[0] ?? today;
}
