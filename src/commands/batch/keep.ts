import { dirname, join } from 'node:path';
import type { Context } from '../../cli/context.js';
import { PayctlError } from '../../core/errors.js';
import { type BulkOutput, openOutput } from '../../host/bulk.js';
import type { Host } from '../../host/host.js';
import { Untrusted } from '../../host/trust.js';
import { type FileLock, lockByFile, lockFile } from '../../state/file-lock.js';
import { type Checkpoint, openCheckpoint } from './checkpoint.js';
import { type BatchOptions, batchDirectory } from './options.js';

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
    const kept = open(context, options, identity, path, isMine);
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
    throw new PayctlError('CONFLICT', `another run works on ${file}; nothing was sent`, {
      executed: 'no',
      hint: 'wait for it to end',
    });
  }
  return locks;
}

function open(
  { host: { files } }: Context,
  { out: file, resume }: BatchOptions,
  identity: string,
  path: string,
  isMine: () => boolean,
): Required<Pick<Kept, 'checkpoint'>> & Kept {
  const size = (file && files.statForeign(file)?.size) || 0;
  if (size > 0 && !resume) {
    throw new PayctlError('USAGE', `${file} exists and is not empty; nothing was sent`, {
      hint: 'give --resume to go on with it, or another name',
    });
  }
  if (size > 0 && !files.stat(path)) {
    throw new PayctlError('USAGE', `${file} has results, but its checkpoint ${path} is missing`, {
      hint: `remove ${file} to begin anew; a reference is charged once all the same`,
    });
  }
  const most = file === undefined ? Number.POSITIVE_INFINITY : size;
  const checkpoint = openCheckpoint({ files, path, identity, resume, most, isMine });
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
