import { createHash } from 'node:crypto';
import { usageError } from '../../core/errors.js';
import type { Message } from '../../core/message.js';
import { type BulkInput, openInput, spool } from '../../host/bulk.js';
import { batchMessages as messages } from '../../messages/batch.js';
import type { Services } from '../../runtime/services.js';
import { statePath } from '../../state/paths.js';
import type { RowSet } from './progress.js';
import {
  csvReader,
  guessFormat,
  type HeaderReader,
  type InputFormat,
  type InputRow,
  jsonlReader,
  readRows,
} from './row-reader.js';

interface InputFile {
  /** As it was given. */
  file: string;
  /** Absolute; undefined for standard input. */
  path?: string;
  /** Where its name does not say. */
  format?: InputFormat;
}

export interface RowsInput {
  /** Whether it can be read again, which --resume needs. */
  readonly isRereadable: boolean;
  chunks(): AsyncIterable<Uint8Array>;
  rows(): AsyncIterable<readonly InputRow[]>;
  /** Names of the caller's own columns: of a stream that is read once, those met so far. */
  own(): Promise<() => readonly string[]>;
  close(): void;
}

/** Reads the rows of a file; its columns are those of the header. */
export type ReadRows = (
  chunks: AsyncIterable<Uint8Array>,
  columnsOf: HeaderReader,
  input: InputFile,
) => AsyncIterable<readonly InputRow[]>;

/** CSV and JSON Lines, in UTF-8. */
const plainRows: ReadRows = (chunks, columnsOf, { file, format }) =>
  readRows(chunks, (beginning) =>
    (format ?? guessFormat(file, beginning)) === 'jsonl' ? jsonlReader() : csvReader(columnsOf),
  );

/** Opens FILE. A stream that must be read twice is copied to a file. */
export async function openRows(
  services: Services,
  columnsOf: HeaderReader,
  file: InputFile,
  readsTwice: boolean,
  rowsOf: ReadRows = plainRows,
): Promise<RowsInput> {
  const { path } = file;
  const opened = path === undefined ? standardInput(services) : openInput(path);
  const input = opened.isRereadable || !readsTwice ? opened : await spooled(services, opened);
  let names: readonly string[] = [];
  const read = (header: readonly string[]) => {
    const columns = columnsOf(header);
    names = columns.flatMap(({ own }) => own ?? []);
    return columns;
  };
  const rows = () => rowsOf(input.chunks(), read, file);
  return {
    isRereadable: input.isRereadable,
    chunks: () => input.chunks(),
    rows,
    async own() {
      if (input.isRereadable) for await (const _ of rows()) break;
      return () => names;
    },
    close: () => input.close(),
  };
}

function standardInput({ host }: Services): BulkInput {
  return { isRereadable: false, chunks: () => host.stdin.chunks(), close: () => {} };
}

async function spooled(services: Services, stream: BulkInput): Promise<BulkInput> {
  try {
    services.host.files.makeDirectory(batchDirectory(services));
    return await spool(stream.chunks(), batchDirectory(services));
  } finally {
    stream.close();
  }
}

/** Checkpoints, their locks, and input that came as a stream. */
export function batchDirectory(services: Services): string {
  return statePath(services.paths.state, 'batch');
}

/** Identifies an input by its hash; the number of lines is for the progress line. */
export async function digestInput(
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

/** This machine's share of the rows: part `part` of `of`. */
export interface Shard {
  /** From 1. */
  part: number;
  of: number;
}

export const WHOLE: Shard = { part: 1, of: 1 };

const MOST_PARTS = 100_000;

/** `2/8`: the second of eight. Throws USAGE for anything else. */
export function parseShard(text: string): Shard {
  const [, part, of] = /^([0-9]{1,6})\/([0-9]{1,6})$/.exec(text) ?? [];
  return checkedShard(Number(part), Number(of), messages.shard(JSON.stringify(text)));
}

/** The part of a pod of a Kubernetes Indexed Job, whose index counts from 0. */
export function shardFromIndex(shards: string, index: string | undefined): Shard {
  if (index === undefined || !/^[0-9]{1,6}$/.test(index)) {
    throw usageError(messages.shardsNeedIndex, messages.giveIndex);
  }
  const of = /^[0-9]{1,6}$/.test(shards) ? Number(shards) : Number.NaN;
  return checkedShard(Number(index) + 1, of, messages.shards(JSON.stringify(shards), index));
}

function checkedShard(part: number, of: number, refusal: Message): Shard {
  if (part >= 1 && part <= of && of <= MOST_PARTS) return { part, of };
  throw usageError(refusal);
}

/** Whether row `number`, counted from 1, belongs to the shard. */
export function isInShard({ part, of }: Shard, number: number): boolean {
  return number % of === part % of;
}

export interface SourcedRow {
  row: InputRow;
  /** Its number among the rows of this shard, from 1. */
  place: number;
}

export interface RowSource {
  /** The next row that is to be done; undefined: there are no more, or the signal ended the wait for one. */
  next(signal: AbortSignal): Promise<SourcedRow | undefined>;
}

/** Hands each row that is still to be done to the worker that asks first. */
export class FileRows implements RowSource {
  readonly #source: AsyncIterator<readonly InputRow[]>;
  readonly #shard: Shard;
  readonly #done: RowSet;
  #rows: readonly InputRow[] = [];
  #at = 0;
  #number = 0;
  #place = 0;
  #ended = false;
  #loading: Promise<void> | undefined;

  constructor(rows: AsyncIterable<readonly InputRow[]>, shard: Shard, done: RowSet) {
    this.#source = rows[Symbol.asyncIterator]();
    this.#shard = shard;
    this.#done = done;
  }

  async next(): Promise<SourcedRow | undefined> {
    for (;;) {
      for (let row = this.#rows[this.#at]; row !== undefined; row = this.#rows[this.#at]) {
        this.#at += 1;
        this.#number += 1;
        if (!isInShard(this.#shard, this.#number)) continue;
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
