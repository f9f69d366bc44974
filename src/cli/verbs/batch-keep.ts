import { createHash } from 'node:crypto';
import { type Checkpoint, openCheckpoint } from '../../batch/checkpoint.js';
import { PayctlError } from '../../errors.js';
import { type BulkOutput, openOutput } from '../../host/bulk.js';
import { withLock } from '../../host/lock.js';
import { Untrusted } from '../../host/trust.js';
import type { Context } from '../context.js';
import { batchDirectory } from './batch-input.js';
import type { BatchOptions } from './batch-options.js';

/** What outlives a run. */
export interface Kept {
  checkpoint?: Checkpoint;
  out?: BulkOutput;
}

const FORGOTTEN_MS = 30 * 24 * 3_600_000;

/** Runs the work with results and checkpoint open, alone among the processes of this machine. */
export async function withKept<T>(
  context: Context,
  options: BatchOptions,
  identity: string,
  work: (kept: Kept) => Promise<T>,
): Promise<T> {
  const { host } = context;
  const directory = batchDirectory(context);
  const wanted = options.resume || (options.checkpoint ?? options.out) !== undefined;
  const beside = options.out && `${options.out}.checkpoint`;
  const path = options.checkpoint ?? beside ?? `${directory}/${identity.slice(0, 40)}.checkpoint`;
  try {
    host.files.makeDirectory(directory);
    forget(context, directory);
  } catch (error) {
    if (wanted || !(error instanceof PayctlError) || error instanceof Untrusted) throw error;
    await context.note(`warning: this run cannot be resumed: ${error.message}`);
    return work({});
  }
  const name = createHash('sha256').update(path).digest('hex').slice(0, 40);
  const result = await withLock(host, directory, name, { waitMs: 0 }, async () => {
    const kept = open(context, options, identity, path);
    try {
      return await work(kept);
    } finally {
      kept.checkpoint?.close();
      kept.out?.close();
    }
  });
  if (result.held) return result.value;
  throw new PayctlError('CONFLICT', `another run works on this batch (${path}); nothing was sent`, {
    executed: 'no',
    hint: 'wait for it to end',
  });
}

function open(
  { host: { files } }: Context,
  { out: file, resume }: BatchOptions,
  identity: string,
  path: string,
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
  const checkpoint = openCheckpoint({ files, path, identity, resume, most });
  if (file === undefined) return { checkpoint };
  const out = openOutput(file);
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
