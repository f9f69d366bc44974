import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { Threads } from './host.js';

/** With more of them memory grows faster than the work gets done. */
const MOST = 8;
/** What new objects may take before V8 clears them away: with the default of 48 a thread takes 25 MB more, and is no faster. */
const YOUNG_MB = 3;

/** One for each processor; undefined where there is but one. */
export function openThreads<Task, Done>(
  program: string,
  given: unknown,
): Threads<Task, Done> | undefined {
  const count = Math.min(MOST, availableParallelism());
  if (count < 2) return undefined;
  const file = join(__dirname, '..', `${program}.js`);
  return new Pool(Array.from({ length: count }, () => new Thread<Task, Done>(file, given)));
}

class Pool<Task, Done> implements Threads<Task, Done> {
  readonly #threads: readonly Thread<Task, Done>[];

  constructor(threads: readonly Thread<Task, Done>[]) {
    this.#threads = threads;
  }

  get count(): number {
    return this.#threads.length;
  }

  run(task: Task): Promise<Done> {
    const [first, ...others] = this.#threads;
    if (first === undefined) throw new RangeError('there is no thread');
    return others.reduce((free, one) => (one.waiting < free.waiting ? one : free), first).run(task);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

interface Waiting<Done> {
  resolve(done: Done): void;
  reject(error: Error): void;
}

/** Answers come in the order of the tasks. */
class Thread<Task, Done> {
  readonly #worker: Worker;
  #waiting: Waiting<Done>[] = [];
  #failure: Error | undefined;

  constructor(file: string, given: unknown) {
    const { Worker } = process.getBuiltinModule('node:worker_threads');
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB };
    this.#worker = new Worker(file, { workerData: given, resourceLimits });
    this.#worker.on('message', (done: Done) => this.#waiting.shift()?.resolve(done));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('a thread ended before its work')));
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  run(task: Task): Promise<Done> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(task);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
  }
}
