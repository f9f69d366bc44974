import type { Progress } from '../../host/progress.js';
import { batchRun as messages } from '../../messages/batch.js';
import type { Services } from '../../runtime/services.js';
import type { RowSource } from './row-source.js';
import {
  type BatchEnding,
  BatchRun,
  type BatchTask,
  type Moves,
  type ResultSink,
  type RowEnd,
} from './runner.js';

interface RowsRun {
  source: RowSource;
  results: ResultSink;
  concurrency: number;
  /** Taken from the screen in the end. */
  progress: Progress;
  /** A unique name of this run and of those that continue it. */
  name: string;
}

/** Does the work of a task on the rows of a source, `concurrency` at a time. */
export async function workOnRows<Ready extends { line: number }, End extends RowEnd>(
  services: Services,
  task: BatchTask<Ready, End>,
  { name, progress, ...run }: RowsRun,
): Promise<BatchEnding> {
  const { stopping } = services;
  const cutoff = openCutoff(services, task.moves);
  try {
    const work = await task.begin({ cutoff: cutoff.signal, name });
    const prepare: (typeof task)['prepare'] = (row) => task.prepare(row);
    try {
      return await new BatchRun({ ...run, prepare, work, stopping }).run();
    } finally {
      await work.end();
    }
  } finally {
    cutoff.end();
    await progress.clear();
  }
}

/** How long the bank may still answer rows in flight after the first signal. --resume repeats what moves no money. */
const GRACE_MS = { money: 5_000, others: 300 };

/** Aborts the calls in flight: a while after the first signal, at once at the second. */
function openCutoff({ host, note, signals }: Services, moves: Moves) {
  const graceMs = moves === 'money' ? GRACE_MS.money : GRACE_MS.others;
  const [cut, over] = [new AbortController(), new AbortController()];
  const cutNow = () => cut.abort();
  const cutLater = () => {
    void note(messages.stopping(graceMs / 1000));
    void host.clock.sleep(graceMs, over.signal).then(cutNow);
  };
  signals.first.addEventListener('abort', cutLater, { signal: over.signal });
  signals.second.addEventListener('abort', cutNow, { signal: over.signal });
  return { signal: cut.signal, end: () => over.abort() };
}
