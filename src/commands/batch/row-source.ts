import { PayctlError } from '../../core/errors.js';
import type { Row } from './read.js';

/**
 * Numbers of the rows that are done, from 1: all up to one, and a few beyond it. The run never gets
 * far ahead, so the set stays small whatever the number of rows.
 */
export class RowSet {
  #upTo = 0;
  readonly #beyond = new Set<number>();

  get upTo(): number {
    return this.#upTo;
  }

  get size(): number {
    return this.#upTo + this.#beyond.size;
  }

  has(row: number): boolean {
    return row <= this.#upTo || this.#beyond.has(row);
  }

  add(row: number): void {
    if (row <= this.#upTo) return;
    this.#beyond.add(row);
    while (this.#beyond.delete(this.#upTo + 1)) this.#upTo += 1;
  }

  /** `1-50,52`. */
  toString(): string {
    const beyond = [...this.#beyond].sort((a, b) => a - b).map(String);
    return [...(this.#upTo > 0 ? [`1-${this.#upTo}`] : []), ...beyond].join(',');
  }

  static parse(text: string): RowSet | undefined {
    const rows = new RowSet();
    for (const part of text === '' ? [] : text.split(',')) {
      const [, first, last] = /^([1-9]\d{0,14})(?:-([1-9]\d{0,14}))?$/.exec(part) ?? [];
      if (first === undefined || (last !== undefined && first !== '1')) return undefined;
      if (last === undefined) rows.add(Number(first));
      else rows.#upTo = Number(last);
    }
    return rows;
  }
}

/** This machine's share of the rows: part `part` of `of`. */
export interface Shard {
  /** From 1. */
  part: number;
  of: number;
}

export const WHOLE: Shard = { part: 1, of: 1 };

const MOST = 100_000;

/** `2/8`: the second of eight. Throws USAGE for anything else. */
export function parseShard(text: string): Shard {
  const [, part, of] = /^([0-9]{1,6})\/([0-9]{1,6})$/.exec(text) ?? [];
  return checked(Number(part), Number(of), `--shard is ${JSON.stringify(text)}`);
}

/** The part of a pod of a Kubernetes Indexed Job, whose index counts from 0. */
export function shardOfJob(shards: string, index: string | undefined): Shard {
  if (index === undefined || !/^[0-9]{1,6}$/.test(index)) {
    throw new PayctlError('USAGE', '--shards needs JOB_COMPLETION_INDEX in the environment', {
      hint: 'run it as a Kubernetes Indexed Job, or give --shard 2/8',
    });
  }
  const what = `--shards is ${JSON.stringify(shards)} and JOB_COMPLETION_INDEX is ${index}`;
  return checked(
    Number(index) + 1,
    /^[0-9]{1,6}$/.test(shards) ? Number(shards) : Number.NaN,
    what,
  );
}

function checked(part: number, of: number, what: string): Shard {
  if (part >= 1 && part <= of && of <= MOST) return { part, of };
  throw new PayctlError(
    'USAGE',
    `${what}; parts count from 1: 1/8 is the first of eight, 8/8 the last`,
  );
}

/** Whether row `number`, counted from 1, belongs to the shard. */
export function isIn({ part, of }: Shard, number: number): boolean {
  return number % of === part % of;
}

export interface SourcedRow {
  row: Row;
  /** Its number among the rows of this shard, from 1. */
  place: number;
}

/** Where rows come from. */
export interface RowSource {
  /** The next row that is to be done; undefined: there are no more, or the signal ended the wait for one. */
  next(signal: AbortSignal): Promise<SourcedRow | undefined>;
}

/** Hands each row that is still to be done to the worker that asks first. */
export class Feed implements RowSource {
  readonly #source: AsyncIterator<readonly Row[]>;
  readonly #shard: Shard;
  readonly #done: RowSet;
  #rows: readonly Row[] = [];
  #at = 0;
  #number = 0;
  #place = 0;
  #ended = false;
  #loading: Promise<void> | undefined;

  constructor(rows: AsyncIterable<readonly Row[]>, shard: Shard, done: RowSet) {
    this.#source = rows[Symbol.asyncIterator]();
    this.#shard = shard;
    this.#done = done;
  }

  async next(): Promise<SourcedRow | undefined> {
    for (;;) {
      for (let row = this.#rows[this.#at]; row !== undefined; row = this.#rows[this.#at]) {
        this.#at += 1;
        this.#number += 1;
        if (!isIn(this.#shard, this.#number)) continue;
        this.#place += 1;
        if (!this.#done.has(this.#place)) return { row, place: this.#place };
      }
      if (this.#ended) return undefined;
      this.#loading ??= this.#load();
      await this.#loading;
    }
  }

  async #load(): Promise<void> {
    const { value, done } = await this.#source.next();
    this.#rows = done ? [] : value;
    this.#ended = done === true;
    this.#at = 0;
    this.#loading = undefined;
  }
}
