import { dirname, join } from 'node:path';
import type { Context } from '../../cli/context.js';
import { PayctlError } from '../../core/errors.js';
import { isRecord } from '../../core/fields.js';
import { type BulkOutput, openOutput } from '../../host/bulk.js';
import type { Files, Host } from '../../host/host.js';
import { Untrusted } from '../../host/trust.js';
import { type FileLock, lockByFile, lockFile } from '../../state/file-lock.js';
import { RowSet } from './feed.js';
import { type BatchOptions, batchDirectory } from './options.js';
import { Tally } from './tell.js';

/** How far a batch had come. */
interface Progress {
  rows: RowSet;
  tally: Tally;
  /** Of the results up to there. */
  bytes: number;
}

/** The same as it is written. */
export interface CheckpointLine {
  rows: string;
  tally: Record<string, string | number>;
  bytes: number;
}

const LARGEST = 256 * 1024;

export interface CheckpointOptions {
  files: Files;
  path: string;
  /** Operation, bank, input, part: what must be the same. */
  identity: string;
  resume: boolean;
  /** Bytes of the results that there are. */
  most: number;
  /** Asked before each write: whether no other run has taken it over. */
  isMine?: () => boolean;
}

/**
 * The file that --resume reads: a line that says which batch it is, then a line each time results
 * were written. What lies in the results behind the last line is cut off and done again, so that
 * every row stands there once whenever the process dies.
 */
export class Checkpoint {
  readonly before: Progress | undefined;
  readonly #options: CheckpointOptions;
  #output: BulkOutput;

  /** Opens the file to go on, or anew. Throws USAGE where it belongs to another batch. */
  constructor(options: CheckpointOptions) {
    this.#options = options;
    const before = options.resume ? readProgress(options) : undefined;
    this.before = before;
    this.#output = this.#begun(
      before && { rows: String(before.rows), tally: before.tally.save(), bytes: before.bytes },
    );
  }

  record(line: CheckpointLine): void {
    this.#output.write(lineOf(line));
    if (this.#output.size < LARGEST) return;
    this.#output.close();
    this.#output = this.#begun(line);
  }

  flush(): void {
    this.#output.flush();
  }

  close(): void {
    this.#output.close();
  }

  /** A new file with the line that names the batch, and the last one that counts. */
  #begun(line: CheckpointLine | undefined): BulkOutput {
    const { files, path, identity, isMine } = this.#options;
    const head = `${JSON.stringify({ batch: identity })}\n`;
    files.replace(path, Buffer.from(head + (line ? lineOf(line) : '')));
    return openOutput(path, isMine);
  }
}

function lineOf({ rows, bytes, tally }: CheckpointLine): string {
  return `${JSON.stringify({ rows, bytes, tally })}\n`;
}

/** The last line that the results bear out: after a power cut they may be the shorter ones. */
function readProgress({ files, path, identity, most }: CheckpointOptions): Progress | undefined {
  const bytes = files.read(path);
  if (bytes === undefined) return undefined;
  const [head = '', ...lines] = Buffer.from(bytes).toString('utf8').split('\n');
  const known = recordIn(head);
  const entries = lines.map(entryOf);
  const mine = known && 'batch' in known;
  // Of a batch that was stopped before its first row, as by a wrong header, nothing can be lost.
  if (mine && most === 0 && !entries.some((entry) => entry?.rows.size)) return undefined;
  if (!mine || known.batch !== identity) {
    throw new PayctlError(
      'USAGE',
      `the checkpoint ${path} belongs to another batch: the input, the operation, the bank, the fields for every row or the shard is different`,
      { hint: `use the original input and options, or remove ${path} to start over` },
    );
  }
  return entries.findLast((entry) => entry !== undefined && entry.bytes <= most);
}

function entryOf(line: string): Progress | undefined {
  const { rows, bytes, tally } = { rows: '', bytes: -1, tally: null, ...recordIn(line) };
  const set = typeof rows === 'string' && line !== '' ? RowSet.parse(rows) : undefined;
  if (set === undefined || typeof bytes !== 'number' || bytes < 0) return undefined;
  return isRecord(tally) ? { rows: set, bytes, tally: Tally.load(tally) } : undefined;
}

function recordIn(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What outlives a run. */
export interface Kept {
  checkpoint?: Checkpoint;
  out?: BulkOutput;
}

const FORGOTTEN_MS = 30 * 24 * 3_600_000;

/** Runs the work with results and checkpoint open, and locked against every other run. */
export async function withKept<T>(
  context: Context,
  options: BatchOptions,
  identity: string,
  work: (kept: Kept) => Promise<T>,
): Promise<T> {
  const directory = batchDirectory(context);
  const wanted = options.resume || options.checkpoint !== undefined;
  const path = options.checkpoint ?? join(directory, `${identity.slice(0, 40)}.checkpoint`);
  try {
    context.host.files.makeDirectory(directory);
    for (const file of [path, options.out ?? path]) {
      context.host.files.makeDirectory(dirname(file));
    }
    forget(context, directory);
  } catch (error) {
    if (wanted || !(error instanceof PayctlError) || error instanceof Untrusted) throw error;
    await context.note(`warning: this run cannot be resumed: ${error.message}`);
    return work({});
  }
  const locks = await locked(context, options.out, path);
  try {
    const isMine = () => locks.every((lock) => lock.isHeld());
    const kept = openKept(context, options, identity, path, isMine);
    try {
      return await work(kept);
    } finally {
      kept.checkpoint?.close();
      kept.out?.close();
    }
  } finally {
    for (const lock of locks) lock.release();
  }
}

/**
 * The results' own lock goes with the file, by whatever name another run reaches it. A checkpoint is
 * replaced while it is in use, so its lock is a file beside it.
 */
async function locked(
  { host }: Context,
  out: string | undefined,
  path: string,
): Promise<readonly FileLock[]> {
  const locks: FileLock[] = [];
  const wanted = [
    ...(out === undefined ? [] : [{ file: out, take: lockFile }]),
    { file: path, take: (machine: Host) => lockByFile(machine, `${path}.lock`) },
  ];
  for (const { file, take } of wanted) {
    const lock = await take(host, file);
    if (lock !== undefined) {
      locks.push(lock);
      continue;
    }
    for (const own of locks) own.release();
    throw new PayctlError('CONFLICT', `another run is using ${file}; nothing was sent`, {
      executed: 'no',
      hint: 'wait until it has finished',
    });
  }
  return locks;
}

function openKept(
  { host: { files } }: Context,
  { out: file, resume }: BatchOptions,
  identity: string,
  path: string,
  isMine: () => boolean,
): Required<Pick<Kept, 'checkpoint'>> & Kept {
  const size = (file && files.statForeign(file)?.size) || 0;
  if (size > 0 && !resume) {
    throw new PayctlError('USAGE', `${file} exists and is not empty; nothing was sent`, {
      hint: 'continue it with --resume, or choose another file',
    });
  }
  if (size > 0 && !files.stat(path)) {
    throw new PayctlError('USAGE', `${file} has results, but its checkpoint ${path} is missing`, {
      hint: `remove ${file} to start over; no reference is charged twice`,
    });
  }
  const most = file === undefined ? Number.POSITIVE_INFINITY : size;
  const checkpoint = new Checkpoint({ files, path, identity, resume, most, isMine });
  if (file === undefined) return { checkpoint };
  const out = openOutput(file, isMine);
  out.cut(checkpoint.before?.bytes ?? 0);
  return { checkpoint, out };
}

/** Nobody goes on with a batch of last month. */
function forget({ host: { files, clock } }: Context, directory: string): void {
  for (const name of files.list(directory)) {
    const found = files.stat(`${directory}/${name}`);
    if (found && clock.now() - found.modifiedAt > FORGOTTEN_MS)
      files.remove(`${directory}/${name}`);
  }
}
