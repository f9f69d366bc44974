import { createHash } from 'node:crypto';
import { checkInput, fieldAt } from '../../bank/check.js';
import type { Fields, Operation } from '../../bank/define.js';
import { relativeDates } from '../../bank/flags.js';
import { generated } from '../../bank/generate.js';
import { fromPlain, isJsonObject, textOf } from '../../core/json.js';
import { parseAmount } from '../../core/money.js';
import { visible } from '../../core/text.js';
import type { Clock, Random } from '../../host/host.js';
import { claimOf } from '../../journal/claim.js';
import type { Row } from './read.js';
import { isIn, type Shard } from './row-source.js';

/** A row's fields over those for all rows. */
function overlaid(base: Fields, given: Fields): Fields {
  const fields = { ...base };
  for (const [key, value] of Object.entries(given)) {
    const below = fields[key];
    fields[key] = isJsonObject(value) && isJsonObject(below) ? overlaid(below, value) : value;
  }
  return fields;
}

/** A row that may be sent. */
export interface Ready {
  line: number;
  /** Checked; goes on the wire. */
  input: Fields;
  reference?: string;
  /** In satang, if the operation has an amount and the row gives it. */
  amount?: bigint;
  warnings: readonly string[];
}

/** A row that is never sent, and why. */
export interface Wrong {
  line: number;
  reference?: string;
  problem: string;
}

export interface PrepareParts {
  operation: Operation;
  /** Fields for every row; a row's own value wins. */
  base: Fields;
  environment: 'test' | 'live';
  outTradeNoPrefix?: string;
  /** Relative dates count from the start of the run, so they are the same in every row. */
  startedAt: number;
  clock: Clock;
  random: Random;
}

/** Completes rows and checks them against the specification. */
export function preparer(parts: PrepareParts): (row: Row) => Ready | Wrong {
  const { operation, base, environment, outTradeNoPrefix, startedAt, clock, random } = parts;
  const withDates = relativeDates(operation);
  const named = operation.reference ?? operation.positional;

  return ({ line, given, problem }) => {
    if (given === undefined) return { line, problem: problem ?? 'cannot be read' };
    const now = clock.now();
    const dated = withDates(overlaid(base, given), startedAt);
    const fields = { ...dated, ...generated(operation, dated, { now, random, outTradeNoPrefix }) };
    const checked = checkInput(operation, fields, { environment, now, outTradeNoPrefix });
    const reference = named && textAt(checked.ok ? checked.value : fields, named);
    const known = reference === undefined ? { line } : { line, reference };
    if (!checked.ok) {
      const problems = checked.problems.map(({ field, message }) => `${field} ${message}`);
      return { ...known, problem: visible(problems.join('; ')) };
    }
    const { value: input } = checked;
    const warnings = checked.warnings.map(String);
    const amount = operation.amount && parseAmount(textAt(input, operation.amount) ?? '');
    return typeof amount === 'bigint'
      ? { ...known, input, warnings, amount }
      : { ...known, input, warnings };
  };
}

function textAt(fields: Fields, path: string): string | undefined {
  return textOf(fromPlain(fieldAt(fields, path) ?? null));
}

/**
 * Which line had a key first: 64 bits of its hash and the number of the line, in an open table.
 * Twelve bytes a slot and at most 70 % of the slots in use make 17 to 34 MB for a million rows,
 * where a Map of strings takes 130. Two keys of ten million share 64 bits once in 370,000 files; then
 * a row is taken for a duplicate that is not one, and nothing is sent.
 */
export class Seen {
  #slots = new Uint32Array(3 * 1024);
  #used = 0;

  /** The line that had this key (hexadecimal) first; undefined for a new key, which is kept. */
  first(key: string, line: number): number | undefined {
    if (this.#used * 3 > this.#slots.length * 0.7) this.#grow();
    const high = Number.parseInt(key.slice(0, 8), 16);
    const low = Number.parseInt(key.slice(8, 16), 16);
    return this.#put(high, low, line);
  }

  #put(high: number, low: number, line: number): number | undefined {
    const slots = this.#slots;
    const count = slots.length / 3;
    for (let slot = low % count; ; slot = (slot + 1) % count) {
      const at = slot * 3;
      const found = slots[at + 2];
      if (found && slots[at] === high && slots[at + 1] === low) return found;
      if (found) continue;
      slots.set([high, low, line], at);
      this.#used += 1;
      return undefined;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2);
    this.#used = 0;
    for (let at = 0; at < old.length; at += 3) {
      const [high = 0, low = 0, line = 0] = old.subarray(at, at + 3);
      if (line) this.#put(high, low, line);
    }
  }
}

/** What a whole file contains, read before anything is sent. */
export interface Survey {
  rows: number;
  /** Only this shard's rows. */
  mine: { rows: number; satang: bigint; amounts: number };
  wrong: number;
  /** The first of the wrong ones. */
  examples: Wrong[];
  warnings: string[];
}

const EXAMPLES = 20;
const WARNINGS = 5;

/**
 * Checks every row, also those of other shards, so that a bad file stops all machines. No two rows
 * may be the same charge. `each` gets the rows of this shard and all wrong ones.
 */
export async function survey(
  rows: AsyncIterable<readonly Row[]>,
  prepare: (row: Row) => Ready | Wrong,
  operation: Operation,
  shard: Shard,
  each: (row: Ready | Wrong) => Promise<void> | void = () => {},
): Promise<Survey> {
  const seen = new Seen();
  const found: Survey = {
    rows: 0,
    mine: { rows: 0, satang: 0n, amounts: 0 },
    wrong: 0,
    examples: [],
    warnings: [],
  };
  for await (const some of rows) {
    for (const row of some) {
      found.rows += 1;
      const ready = refusedIfSeen(prepare(row), operation, seen);
      if ('problem' in ready || isIn(shard, found.rows)) await each(ready);
      if ('problem' in ready) {
        found.wrong += 1;
        if (found.examples.length < EXAMPLES) found.examples.push(ready);
      } else {
        if (isIn(shard, found.rows)) add(found.mine, ready);
        addWarnings(found.warnings, ready);
      }
    }
  }
  return found;
}

function refusedIfSeen(ready: Ready | Wrong, operation: Operation, seen: Seen): Ready | Wrong {
  if ('problem' in ready || operation.effect !== 'money') return ready;
  const { line, reference } = ready;
  const { key, reference: name } = claimOf('https://bank.invalid', operation, ready.input);
  const first = seen.first(key, line);
  if (first === undefined) return ready;
  const what = reference === undefined ? 'the same call' : `${operation.reference} ${name}`;
  const problem = `${what} is already on line ${first}`;
  return reference === undefined ? { line, problem } : { line, reference, problem };
}

function add(mine: Survey['mine'], { amount }: Ready): void {
  mine.rows += 1;
  if (amount === undefined) return;
  mine.satang += amount;
  mine.amounts += 1;
}

function addWarnings(warnings: string[], { line, warnings: own }: Ready): void {
  for (const text of own) {
    if (warnings.length >= WARNINGS || warnings.some((known) => known.endsWith(text))) continue;
    warnings.push(`line ${line}: ${text}`);
  }
}

/** Identifies an input by its hash; the number of lines is for the progress line. */
export async function digestOf(
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ digest: string; lines: number }> {
  const hash = createHash('sha256');
  let lines = 0;
  for await (const chunk of chunks) {
    hash.update(chunk);
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) lines += 1;
  }
  return { digest: hash.digest('hex'), lines };
}
