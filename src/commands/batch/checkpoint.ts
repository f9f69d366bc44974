import { dirname, join } from 'node:path';
import { PayctlError, usageError } from '../../core/errors.js';
import { isRecord, parseRecord } from '../../core/fields.js';
import { randomName } from '../../core/hash.js';
import { type BulkOutput, openOutput, readFrom } from '../../host/bulk.js';
import type { Files, Host } from '../../host/host.js';
import { Untrusted } from '../../host/untrusted.js';
import { batchRun as messages } from '../../messages/batch.js';
import type { Services } from '../../runtime/services.js';
import { type FileLock, lockByFile, lockFile } from '../../state/file-lock.js';
import type { BatchOptions } from './options.js';
import { OutcomeTally, RowSet } from './progress.js';
import type { ResultLines } from './result-lines.js';
import { batchDirectory } from './row-source.js';

interface Progress {
  rows: RowSet;
  tally: OutcomeTally;
  /** Size of the results up to here. */
  bytes: number;
}

/** Its form as a line of the file. */
interface CheckpointLine {
  rows: string;
  tally: Record<string, string | number>;
  bytes: number;
}

const LARGEST = 256 * 1024;

export interface CheckpointOptions {
  files: Files;
  path: string;
  /** Hash of operation, bank, input and shard, which must be the same to resume. */
  identity: string;
  /** Names this run, unless it continues another. */
  name: string;
  resume: boolean;
  /** Size of the results now: a line of the checkpoint that says more does not count. */
  most: number;
  /** Checked before each write: whether the files are still locked by this run. */
  isMine?: () => boolean;
}

/**
 * The file that --resume reads: a line that identifies the batch, then a line each time results
 * were written. Results after the last line are cut off and their rows done again, so every row
 * is in the results once, whenever the process dies.
 */
export class BatchCheckpoint {
  readonly before: Progress | undefined;
  /** Of this run and those that continue it. */
  readonly name: string;
  readonly #options: CheckpointOptions;
  #output: BulkOutput;

  /** Continues the file or starts it. Throws USAGE if it belongs to another batch. */
  constructor(options: CheckpointOptions) {
    this.#options = options;
    const before = options.resume ? readProgress(options) : undefined;
    this.before = before;
    this.name = before?.name ?? options.name;
    this.#output = this.#restart(
      before && { rows: String(before.rows), tally: before.tally.save(), bytes: before.bytes },
    );
  }

  record(line: CheckpointLine): void {
    this.#output.write(formatLine(line));
    if (this.#output.size < LARGEST) return;
    this.#output.close();
    this.#output = this.#restart(line);
  }

  flush(): void {
    this.#output.flush();
  }

  close(): void {
    this.#output.close();
  }

  /** Replaces the file by the line that identifies the batch and the last line that counts. */
  #restart(line: CheckpointLine | undefined): BulkOutput {
    const { files, path, identity, isMine } = this.#options;
    const head = `${JSON.stringify({ batch: identity, name: this.name })}\n`;
    files.replace(path, Buffer.from(head + (line ? formatLine(line) : '')));
    return openOutput(path, isMine);
  }
}

function formatLine({ rows, bytes, tally }: CheckpointLine): string {
  return `${JSON.stringify({ rows, bytes, tally })}\n`;
}

/** The last line that the results confirm: after a power cut they may be shorter than it says. */
function readProgress({
  files,
  path,
  identity,
  most,
}: CheckpointOptions): (Progress & { name?: string }) | undefined {
  const bytes = files.read(path);
  if (bytes === undefined) return undefined;
  const [head = '', ...lines] = Buffer.from(bytes).toString('utf8').split('\n');
  const header = parseRecord(head);
  const entries = lines.map(parseLine);
  const isCheckpoint = header && 'batch' in header;
  // A batch that stopped before its first row, e.g. at a wrong header, has nothing to lose.
  if (isCheckpoint && most === 0 && !entries.some((entry) => entry?.rows.size)) return undefined;
  if (!isCheckpoint || header.batch !== identity) {
    throw usageError(messages.otherBatch(path), messages.sameInput(path));
  }
  const last = entries.findLast((entry) => entry !== undefined && entry.bytes <= most);
  const name = 'name' in header && typeof header.name === 'string' ? { name: header.name } : {};
  return last && { ...last, ...name };
}

function parseLine(line: string): Progress | undefined {
  const { rows, bytes, tally } = { rows: '', bytes: -1, tally: null, ...parseRecord(line) };
  const set = typeof rows === 'string' && line !== '' ? RowSet.parse(rows) : undefined;
  if (set === undefined || typeof bytes !== 'number' || bytes < 0) return undefined;
  return isRecord(tally) ? { rows: set, bytes, tally: OutcomeTally.load(tally) } : undefined;
}

/** The files that outlive a run. */
export interface RunFiles {
  checkpoint?: BatchCheckpoint;
  out?: BulkOutput;
}

/** Does the work with results and checkpoint open and locked against all other runs. */
export async function withFiles<T>(
  services: Services,
  options: BatchOptions,
  { identity, lines }: { identity: string; lines: ResultLines },
  work: (files: RunFiles) => Promise<T>,
): Promise<T> {
  const directory = batchDirectory(services);
  const wanted = options.resume || options.checkpoint !== undefined;
  const path = options.checkpoint ?? join(directory, `${identity.slice(0, 40)}.checkpoint`);
  try {
    services.host.files.makeDirectory(directory);
    for (const file of [path, options.out ?? path]) {
      services.host.files.makeDirectory(dirname(file));
    }
  } catch (error) {
    if (wanted || !(error instanceof PayctlError) || error instanceof Untrusted) throw error;
    await services.warn(messages.cannotBeResumed(error.said));
    return work({});
  }
  const locks = await lockFiles(services, options.out, path);
  try {
    const isMine = () => locks.every((lock) => lock.isHeld());
    const files = openFiles(services, options, identity, { path, lines, isMine });
    try {
      return await work(files);
    } finally {
      files.checkpoint?.close();
      files.out?.close();
    }
  } finally {
    for (const lock of locks) lock.release();
  }
}

/**
 * The results are locked themselves, under whatever name another run opens them. A checkpoint is
 * replaced while in use, so its lock is a separate file beside it.
 */
async function lockFiles(
  { host }: Services,
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
    throw new PayctlError('CONFLICT', messages.inUse(file), { hint: messages.waitForIt });
  }
  return locks;
}

function openFiles(
  { host: { files, random } }: Services,
  { out: file, resume }: BatchOptions,
  identity: string,
  { path, lines, isMine }: { path: string; lines: ResultLines; isMine: () => boolean },
): Required<Pick<RunFiles, 'checkpoint'>> & RunFiles {
  const about = { files, path, identity, name: randomName({ random }), resume, isMine };
  if (file === undefined) {
    return { checkpoint: new BatchCheckpoint({ ...about, most: Number.POSITIVE_INFINITY }) };
  }
  const size = files.statForeign(file)?.size ?? 0;
  if (size > 0 && !resume) throw usageError(messages.notEmpty(file), messages.resumeOrElsewhere);
  if (size > 0 && !files.stat(path)) {
    throw usageError(messages.noCheckpoint(file, path), messages.startOver(file));
  }
  const checkpoint = new BatchCheckpoint({ ...about, most: size });
  const end = checkpoint.before?.bytes ?? 0;
  if (end < size) refuseForeignLines(file, end, lines);
  const out = openOutput(file, isMine);
  out.cut(end);
  return { checkpoint, out };
}

const MOST_READ = 64 * 1024 * 1024;

/** Rows after the last checkpoint are redone and their results cut off, but never lines of another program. */
function refuseForeignLines(file: string, end: number, lines: ResultLines): void {
  const bytes = Buffer.from(readFrom(file, end, MOST_READ));
  const foreign = lines.findForeign(bytes.toString('utf8'));
  if (foreign === undefined) return;
  const line = countLines(file, end) + bytes.toString('utf8').slice(0, foreign).split('\n').length;
  throw usageError(messages.foreignLine(file, line), messages.moveLine);
}

function countLines(file: string, end: number): number {
  let lines = 0;
  for (let at = 0; at < end; ) {
    const bytes = readFrom(file, at, Math.min(MOST_READ, end - at));
    if (bytes.length === 0) break;
    for (const byte of bytes) if (byte === 0x0a) lines += 1;
    at += bytes.length;
  }
  return lines;
}
