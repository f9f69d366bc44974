import { PayctlError } from '../core/errors.js';
import { books as words } from '../messages/books.js';
import type { BookItem } from '../state/books.js';
import { ITEM_CLASSES } from './codec.js';
import type { BookState, CountedSum, ItemClass, Movement } from './state.js';

type Movements = ReadonlyMap<ItemClass, Movement>;
type Counted = Pick<BookItem, 'id' | 'class' | 'amount'>;

/**
 * What came and went between two lists of open items, by class. Throws INTERNAL where that is not what
 * the book says was open before.
 */
export function movementsBetween(
  carried: ReadonlyMap<ItemClass, CountedSum>,
  before: readonly Counted[],
  after: readonly Counted[],
): Map<ItemClass, Movement> {
  const [earlier, later] = [byId(before), byId(after)];
  const isSame = (one: Counted, other: Counted | undefined) =>
    other?.class === one.class && other.amount === one.amount;
  const came = figuresByClass(after.filter((one) => !isSame(one, earlier.get(one.id))));
  const went = figuresByClass(before.filter((one) => !isSame(one, later.get(one.id))));
  const open = figuresByClass(after);
  const movements = new Map<ItemClass, Movement>();
  for (const kind of ITEM_CLASSES) {
    const movement = {
      carried: carried.get(kind) ?? ZERO_FIGURES,
      new: came.get(kind) ?? ZERO_FIGURES,
      resolved: went.get(kind) ?? ZERO_FIGURES,
      open: open.get(kind) ?? ZERO_FIGURES,
    };
    if (!addsUp(movement)) throw new PayctlError('INTERNAL', words.unbalanced);
    if (Object.values(movement).some((one) => !isNothing(one))) movements.set(kind, movement);
  }
  return movements;
}

/** carried + new - resolved = open, in count and satang. */
export function addsUp({ carried, new: came, resolved, open }: Movement): boolean {
  return (
    carried.count + came.count - resolved.count === open.count &&
    carried.amount + came.amount - resolved.amount === open.amount
  );
}

export const ZERO_FIGURES: CountedSum = { count: 0, amount: 0n };

function isNothing({ count, amount }: CountedSum): boolean {
  return count === 0 && amount === 0n;
}

function plus(one: CountedSum, other: CountedSum): CountedSum {
  return { count: one.count + other.count, amount: one.amount + other.amount };
}

/** What two movements in a row come to. */
export function accumulate(all: Movements, next: Movements): Map<ItemClass, Movement> {
  const kinds = ITEM_CLASSES.filter((kind) => all.has(kind) || next.has(kind));
  return new Map(
    kinds.map((kind) => {
      const [before = ZERO_MOVEMENT, after = ZERO_MOVEMENT] = [all.get(kind), next.get(kind)];
      return [
        kind,
        {
          carried: before.carried,
          new: plus(before.new, after.new),
          resolved: plus(before.resolved, after.resolved),
          open: after.open,
        },
      ];
    }),
  );
}

const ZERO_MOVEMENT: Movement = {
  carried: ZERO_FIGURES,
  new: ZERO_FIGURES,
  resolved: ZERO_FIGURES,
  open: ZERO_FIGURES,
};

export function total(movements: Movements): Movement {
  return [...movements.values()].reduce(
    (sum, one) => ({
      carried: plus(sum.carried, one.carried),
      new: plus(sum.new, one.new),
      resolved: plus(sum.resolved, one.resolved),
      open: plus(sum.open, one.open),
    }),
    ZERO_MOVEMENT,
  );
}

export function openFigures({ all }: Pick<BookState, 'all'>): Map<ItemClass, CountedSum> {
  return new Map([...all].map(([kind, { open }]) => [kind, open]));
}

/** Items by class. Throws INTERNAL for a class that no version has. */
export function figuresByClass(items: readonly Counted[]): Map<ItemClass, CountedSum> {
  const figures = new Map<ItemClass, CountedSum>();
  for (const item of items) {
    const kind = itemClass(item);
    figures.set(
      kind,
      plus(figures.get(kind) ?? ZERO_FIGURES, { count: 1, amount: BigInt(item.amount) }),
    );
  }
  return figures;
}

export function itemClass(item: Pick<BookItem, 'class'>): ItemClass {
  const kind = ITEM_CLASSES.find((one) => one === item.class);
  if (kind === undefined) throw new PayctlError('INTERNAL', words.unbalanced);
  return kind;
}

function byId(items: readonly Counted[]): Map<string, Counted> {
  return new Map(items.map((item) => [item.id, item]));
}
