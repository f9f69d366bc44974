import type { RecordedDecision } from '../../books/decisions.js';
import type {
  Amendment,
  BookStatus,
  CountedSum,
  ItemEvidence,
  Movement,
  OpenItem,
} from '../../books/state.js';
import { fromPlain, type JsonObject } from '../../core/json.js';
import { formatDate } from '../../core/time.js';
import { baht } from '../../reconcile/amounts.js';

/** The columns of a table of items, the last of which go first on a narrow terminal. */
export const ITEM_FIELDS = [
  'id',
  'class',
  'reference',
  'amount',
  'age',
  'firstSeen',
  'sides.orders',
  'sides.bank',
  'transactionId',
];

export function statusData(status: BookStatus): JsonObject {
  const { book, through, closed, total, ages, classes } = status;
  return {
    book,
    through: dayData(through),
    closed: dayData(closed),
    ...movementData(total),
    ages: Object.fromEntries([...ages].map(([age, figures]) => [age, figuresData(figures)])),
    classes: Object.fromEntries(
      [...classes].map(([kind, movement]) => [kind, movementData(movement)]),
    ),
  };
}

function movementData({ carried, new: added, resolved, open }: Movement): JsonObject {
  return {
    carried: figuresData(carried),
    new: figuresData(added),
    resolved: figuresData(resolved),
    open: figuresData(open),
  };
}

function figuresData({ count, amount }: CountedSum): JsonObject {
  return { count: fromPlain(count), amount: baht(amount) };
}

export function itemData(item: OpenItem): JsonObject {
  const { id, firstSeen, age, sides } = item;
  return {
    id,
    class: item.class,
    reference: item.reference || null,
    transactionId: item.transactionId || null,
    amount: baht(item.amount),
    firstSeen,
    age: fromPlain(age),
    sides: { orders: amountData(sides.orders), bank: amountData(sides.bank) },
    evidence: item.evidence.map(evidenceData),
  };
}

function evidenceData(evidence: ItemEvidence): JsonObject {
  const { side, file, line, reference, transactionId, amount, date, fault, waits } = evidence;
  return {
    side,
    file,
    line: fromPlain(line),
    reference: reference || null,
    transactionId: transactionId || null,
    amount: amountData(amount),
    date: formatDate(date),
    ...(fault !== undefined && { fault }),
    ...(waits !== undefined && { waits }),
  };
}

export function amendmentData({ side, file, added, removed, withdrawn }: Amendment): JsonObject {
  return {
    side,
    file,
    added: added.map(evidenceData),
    removed: removed.map(evidenceData),
    withdrawn: withdrawn.map(evidenceData),
  };
}

function amountData(satang: number | null): string | null {
  return satang === null ? null : baht(satang);
}

export function decidedData({ seq, at, who, as, note, day, item }: RecordedDecision): JsonObject {
  return {
    ...{ at, user: who.user, sudoUser: who.sudoUser ?? null, host: who.host, as },
    ...{ day: day ?? null, id: item?.id ?? null, class: item?.class ?? null },
    reference: item?.reference || null,
    amount: item === undefined ? null : baht(item.amount),
    ...{ note: note || null, holds: item?.holds ?? null, event: fromPlain(seq) },
  };
}

function dayData(day: number | undefined): string | null {
  return day === undefined ? null : formatDate(day);
}
