import * as z from 'zod/mini';
import { PayctlError } from '../core/errors.js';
import { books as words } from '../messages/books.js';
import { CLASSES } from '../reconcile/classes.js';
import { type BookState, DECISIONS, type ItemClass, type Movement } from './state.js';

/** In the order in which items are listed. */
export const ITEM_CLASSES: readonly ItemClass[] = [
  ...CLASSES.filter((one) => one !== 'matched'),
  'late',
];

const FORMAT = 1;

const FIGURES = z.object({
  count: z.number(),
  amount: z.pipe(
    z.string().check(z.regex(/^-?\d+$/)),
    z.transform((text) => BigInt(text)),
  ),
});
const MOVEMENTS = z.array(
  z.object({
    class: z.enum(ITEM_CLASSES),
    carried: FIGURES,
    new: FIGURES,
    resolved: FIGURES,
    open: FIGURES,
  }),
);
/** In hexadecimal digits. */
const SUM = z.pipe(
  z.string().check(z.regex(/^[0-9a-f]{1,64}$/)),
  z.transform((text) => BigInt(`0x${text}`)),
);
const DAYS = z.array(z.object({ from: z.number(), to: z.number() }));
const STATE = z.object({
  format: z.literal(FORMAT),
  ordersMap: z.optional(z.string()),
  bankMap: z.optional(z.string()),
  tolerance: z.number(),
  cutoff: z.number(),
  covered: z.object({ own: DAYS, bank: DAYS }),
  through: z.optional(z.number()),
  closed: z.optional(z.number()),
  all: MOVEMENTS,
  lastRun: MOVEMENTS,
  nextFile: z.number(),
  nextLine: z.number(),
  sums: z.object({ lines: SUM, items: SUM }),
});

export function encodeState(state: BookState): string {
  const { all, lastRun, sums, ...rest } = state;
  return JSON.stringify({
    format: FORMAT,
    ...rest,
    ...{ all: movementsJson(all), lastRun: movementsJson(lastRun) },
    sums: { lines: sums.lines.toString(16), items: sums.items.toString(16) },
  });
}

/** Throws CONFIG where it is not what this version writes. */
export function decodeState(book: string, json: string): BookState {
  const read = STATE.safeParse(parsed(json));
  if (!read.success) throw new PayctlError('CONFIG', words.unreadable(book));
  const { format: _, ordersMap, bankMap, through, closed, all, lastRun, ...rest } = read.data;
  return {
    ...rest,
    ...{ ordersMap, bankMap, through, closed },
    ...{ all: toMovements(all), lastRun: toMovements(lastRun) },
  };
}

export function movementsJson(movements: ReadonlyMap<ItemClass, Movement>) {
  const figures = ({ count, amount }: Movement['open']) => ({ count, amount: String(amount) });
  return [...movements].map(([kind, { carried, new: added, resolved, open }]) => ({
    class: kind,
    carried: figures(carried),
    new: figures(added),
    resolved: figures(resolved),
    open: figures(open),
  }));
}

function toMovements(list: z.infer<typeof MOVEMENTS>): Map<ItemClass, Movement> {
  return new Map(list.map(({ class: kind, ...movement }) => [kind, movement]));
}

/** A decision as an item keeps it. */
const KEPT = z.object({
  as: z.enum(DECISIONS),
  /** Of `matched-with`: all items of both sides. */
  group: z.array(z.string()),
  note: z.string(),
  at: z.string(),
  user: z.string(),
});
export type KeptDecision = z.infer<typeof KEPT>;

export function parseDecision({ decision }: { decision: string | null }): KeptDecision | undefined {
  return decision === null ? undefined : KEPT.parse(JSON.parse(decision));
}

const FILE = z.object({
  ...{ id: z.number(), side: z.enum(['own', 'bank']), name: z.string() },
  ...{ sha256: z.string(), digest: z.string() },
  ...{ from: z.nullable(z.number()), to: z.nullable(z.number()) },
});

const EVENT = z.object({
  seq: z.number(),
  prev: z.string(),
  at: z.string(),
  type: z.enum(['create', 'run', 'resolve', 'close', 'reopen']),
  who: z.object({ user: z.string(), sudoUser: z.optional(z.string()), host: z.string() }),
  note: z.optional(z.string()),
  day: z.optional(z.string()),
  state: z.string(),
  classes: MOVEMENTS,
  files: z.array(FILE),
  replaced: z.array(z.number()),
  decisions: z.optional(z.array(z.object({ id: z.string(), decision: z.string() }))),
});

/** An event as far as it is read again; undefined where it is none. */
export function readEvent(content: unknown) {
  const read = EVENT.safeParse(content);
  return read.success ? { ...read.data, classes: toMovements(read.data.classes) } : undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
