import { expect } from 'vitest';
import { isLosslessNumber } from '../../src/core/json.js';
import { sayEnglish } from '../../src/core/message.js';
import { parseDate } from '../../src/core/time.js';
import type { Role } from '../../src/reconcile/mapping.js';
import { PLAIN } from '../../src/reconcile/mapping.js';
import { readMapping } from '../../src/reconcile/mapping-file.js';
import { Presenter } from '../../src/reconcile/present.js';
import type { SourceFile } from '../../src/reconcile/read.js';
import { type Request, reconcile } from '../../src/reconcile/reconcile.js';

type Text = string | Uint8Array;

export interface Night {
  orders?: Text | readonly Text[];
  bank?: Text | readonly Text[];
  map?: string;
  from?: string;
  to?: string;
  more?: Partial<Request>;
}

export interface Printed {
  inputs: {
    role: string;
    file: string;
    rows: number;
    total: string;
    rejected: number;
    format: string;
    sha256: string;
    control: { rows: number | null; total: string | null; agrees: boolean } | null;
  }[];
  summary: Record<string, Tally>;
  breaks: Break[];
  /** What a statement says that its entries do not, and what is missing between statements. */
  faults: string[];
}

interface Side {
  rows: number;
  amount: string;
}

interface Tally {
  count: number;
  amount: string;
  orders: Side;
  bank: Side;
}

export interface Break {
  class: string;
  reference: string | null;
  transactionId: string | null;
  amounts: Record<'orders' | 'bank' | 'journal' | 'inquiry', string | null>;
  rows: Record<'orders' | 'bank', (number | string)[]>;
  days: number | null;
  learned: unknown;
  next: string | null;
  suggests?: { reference: string | null; why: string };
  where?: { file: string; line: number; column: string | null; message: string };
}

/** What the command would print for these files, as JSON. */
export async function reconciled(night: Night): Promise<Printed> {
  const { from, to, map, more } = night;
  const plain = { orders: PLAIN, bank: PLAIN };
  const result = await reconcile({
    sources: [...sourcesOf('orders', night.orders), ...sourcesOf('bank', night.bank)],
    mappings: map === undefined ? plain : readMapping(map, 'map.yaml'),
    days: {
      ...(from !== undefined && { from: parseDate(from) }),
      ...(to !== undefined && { to: parseDate(to) }),
    },
    tolerance: 0,
    cutoff: 22 * 3600,
    all: true,
    seed: () => 7,
    charges: [],
    refunds: [],
    confirmations: [],
    ...more,
  });
  const faults = [
    ...result.inputs.flatMap(({ control }) => control?.faults ?? []),
    ...result.missing,
  ].map(String);
  const printed = new Presenter(result, sayEnglish).whole();
  return { ...JSON.parse(JSON.stringify(printed, numbers)), faults };
}

function numbers(_: string, value: unknown): unknown {
  return isLosslessNumber(value) ? Number(value.value) : value;
}

function sourcesOf(role: Role, given: Night['orders']): SourceFile[] {
  const texts = given === undefined ? [] : Array.isArray(given) ? given : [given];
  return texts.map((text: Text, index) => ({
    role,
    index,
    file: `${role}${index === 0 ? '' : index + 1}.csv`,
    async *chunks() {
      const bytes = Buffer.from(text);
      // In odd pieces, as they come from a pipe.
      for (let at = 0; at < bytes.length; at += 1009) yield bytes.subarray(at, at + 1009);
    },
  }));
}

/** `class orders/bank`, a record each: what became of every line. */
export function fates({ breaks }: Pick<Printed, 'breaks'>): string[] {
  return breaks.map(
    ({ class: kind, rows }) => `${kind} ${rows.orders.join('+')}/${rows.bank.join('+')}`,
  );
}

function satang(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

/** Every line of every input is in one class, and so is its amount. */
export function expectConserved({ inputs, summary }: Printed): void {
  for (const role of ['orders', 'bank'] as const) {
    const own = inputs.filter((input) => input.role === role);
    const sides = Object.values(summary).map((tally) => tally[role]);
    const rows = own.reduce((sum, input) => sum + input.rows, 0);
    const total = own.reduce((sum, input) => sum + satang(input.total), 0n);
    expect(sides.reduce((sum, side) => sum + side.rows, 0)).toBe(rows);
    expect(sides.reduce((sum, side) => sum + satang(side.amount), 0n)).toBe(total);
  }
}
