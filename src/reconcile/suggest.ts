import type { Message } from '../core/message.js';
import { distance } from '../core/text.js';
import { breaks as words } from '../messages/breaks.js';
import type { MatchRecord } from './classes.js';
import type { Columns } from './columns.js';
import type { SettlementRule } from './mapping.js';
import type { Side } from './open-rows.js';
import { SettlementMatcher } from './settlement.js';
import type { Texts } from './texts.js';

/** A line of the other side that looks like it. Never a match: a person decides. */
export interface Suggestion {
  side: 'orders' | 'bank';
  rows: readonly number[];
  why: Message;
}

interface Sides {
  own: Columns;
  bank: Columns;
  texts: Texts;
  settlement: SettlementRule | undefined;
  tolerance: number;
}

/** With more lines than this of one amount, the amount says nothing. */
const MOST = 50;
/** With more lines than this on one side alone, the files do not belong together, and likeness is chance. */
const MANY = 20_000;
/** Letters that may differ. */
const NEAR = 2;

/** For records that stand on one side alone, the likest of the other side. */
export function suggestionsFor(
  records: readonly MatchRecord[],
  sides: Sides,
): Map<MatchRecord, Suggestion> {
  const suggestions = unpaidOrders(records, sides);
  const oneSided = records.filter(isOneSided);
  const ofOwn = oneSided.filter(({ own }) => own.length === 1);
  const ofBank = oneSided.filter(({ bank }) => bank.length === 1);
  const isMany = ofOwn.length > MANY || ofBank.length > MANY;
  if (ofOwn.length === 0 || ofBank.length === 0 || isMany) return suggestions;
  const [own, bank] = [byLikeness(ofOwn, 'own', sides), byLikeness(ofBank, 'bank', sides)];
  for (const one of ofOwn) {
    const like = likest(one, 'own', bank, sides);
    if (like) suggestions.set(one, { side: 'bank', rows: like.record.bank, why: like.why });
  }
  for (const one of ofBank) {
    const like = likest(one, 'bank', own, sides);
    if (like) suggestions.set(one, { side: 'orders', rows: like.record.own, why: like.why });
  }
  return suggestions;
}

/** For sums that are too small, the fewest orders that would make the difference. */
function unpaidOrders(
  records: readonly MatchRecord[],
  { own, bank, settlement, tolerance }: Sides,
): Map<MatchRecord, Suggestion> {
  const suggestions = new Map<MatchRecord, Suggestion>();
  if (settlement === undefined) return suggestions;
  const rule = new SettlementMatcher(settlement, { own, bank, tolerance });
  for (const record of records) {
    const { kind, settled } = record;
    const rows = kind === 'amount' && settled ? rule.findUnpaid(settled) : undefined;
    if (rows) suggestions.set(record, { side: 'orders', rows, why: words.notPaidOut(rows.length) });
  }
  return suggestions;
}

function isOneSided({ kind, own, bank }: MatchRecord): boolean {
  const isBreak = !['matched', 'bad-line', 'duplicate-line', 'reversed', 'paid-twice'].includes(
    kind,
  );
  return isBreak && own.length + bank.length === 1;
}

interface Index {
  byAmount: Map<number, MatchRecord[]>;
  byPlain: Map<string, MatchRecord[]>;
}

function byLikeness(records: readonly MatchRecord[], side: Side, sides: Sides): Index {
  const index: Index = { byAmount: new Map(), byPlain: new Map() };
  for (const one of records) {
    const row = one[side][0] ?? 0;
    put(index.byAmount, sides[side].amount[row] ?? 0, one);
    const plain = simplify(sides.texts.lookUp(sides[side].reference[row] ?? 0));
    if (plain !== '') put(index.byPlain, plain, one);
  }
  return index;
}

function put<K>(map: Map<K, MatchRecord[]>, key: K, one: MatchRecord): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [one]);
  else if (list.length <= MOST) list.push(one);
}

/** Without case, separators, and what is easily taken for another. */
function simplify(reference: string): string {
  return reference
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .replace(/^0+/, '');
}

function likest(
  one: MatchRecord,
  side: Side,
  others: Index,
  sides: Sides,
): { record: MatchRecord; why: Message } | undefined {
  const otherSide = side === 'own' ? 'bank' : 'own';
  const row = one[side][0] ?? 0;
  const reference = sides.texts.lookUp(sides[side].reference[row] ?? 0);
  const amount = sides[side].amount[row] ?? 0;
  const spelled = others.byPlain.get(simplify(reference)) ?? [];
  const same = others.byAmount.get(amount) ?? [];
  if (same.length > MOST || spelled.length > MOST) return undefined;
  const scored = [...new Set([...spelled, ...same])].map((record) => {
    const other = record[otherSide][0] ?? 0;
    const theirs = sides.texts.lookUp(sides[otherSide].reference[other] ?? 0);
    const likeness = spellingDistance(reference, theirs);
    const isCurrency = sides[otherSide].currency[other] === sides[side].currency[row];
    const isAmount = isCurrency && sides[otherSide].amount[other] === amount;
    const away = Math.abs((sides[otherSide].date[other] ?? 0) - (sides[side].date[row] ?? 0));
    return { record, theirs, likeness, isAmount, isCurrency, away };
  });
  const [best, second] = scored
    .filter(
      ({ likeness, isAmount, away }) =>
        likeness < Number.POSITIVE_INFINITY || (isAmount && away <= 1),
    )
    .sort(
      (a, b) =>
        a.likeness - b.likeness ||
        Number(b.isAmount) - Number(a.isAmount) ||
        a.away - b.away ||
        (a.theirs < b.theirs ? -1 : Number(a.theirs > b.theirs)),
    );
  if (best === undefined) return undefined;
  const isSpelled = best.likeness < Number.POSITIVE_INFINITY;
  // Two that look alike are no suggestion.
  const rivals =
    second !== undefined && second.likeness === best.likeness && second.away === best.away;
  if (!isSpelled && rivals) return undefined;
  const other = best.isCurrency ? words.otherAmount : words.otherCurrency;
  const amounts = best.isAmount ? words.sameAmount : other;
  return {
    record: best.record,
    why: isSpelled ? words.likeReference(amounts) : words.likeAmount(amounts, best.away),
  };
}

/** 0: spelled otherwise; then the letters that differ; infinity: not alike. */
function spellingDistance(one: string, other: string): number {
  if (one === '' || other === '') return Number.POSITIVE_INFINITY;
  const [a, b] = [simplify(one), simplify(other)];
  if (a === b) return 0;
  if (a.length < 6 || Math.abs(a.length - b.length) > NEAR) return Number.POSITIVE_INFINITY;
  const edits = distance(a, b);
  return edits <= NEAR ? edits : Number.POSITIVE_INFINITY;
}
