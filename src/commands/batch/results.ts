import type { Clock } from '../../host/host.js';
import type { BatchCheckpoint } from './checkpoint.js';
import { OutcomeTally, RowSet } from './progress.js';
import type { ResultLines, RowResult } from './result-lines.js';
import type { ResultSink } from './runner.js';

export interface Target {
  readonly size: number;
  write(text: string): Promise<void> | void;
  /** To the disk, if it is a file. */
  flush(): void;
}

interface ResultParts {
  lines: ResultLines;
  target: Target;
  checkpoint?: BatchCheckpoint;
  clock: Clock;
  /** In the order of the input, or as they come. */
  ordered: boolean;
  onWritten: (tally: OutcomeTally) => Promise<void>;
}

const PAUSE_MS = 50;
const FLUSH_MS = 1_000;
/** How far rows may get ahead of the oldest open one; their results wait in memory. */
const AHEAD = 4_096;
/** Most characters that are buffered for a slow reader. */
const MOST_TEXT = 1024 * 1024;

/** Collects the results of rows, writes them in batches and records them in the checkpoint. */
export class Results implements ResultSink {
  readonly tally: OutcomeTally;
  readonly done: RowSet;
  readonly #parts: ResultParts;
  readonly #waiting = new Map<number, RowResult>();
  #text = '';
  #isBegun: boolean;
  #writing: Promise<void> | undefined;
  #wake: (() => void)[] = [];
  #flushedAt: number;
  readonly #fault = new AbortController();
  #failed = false;
  #ending = false;

  constructor(parts: ResultParts) {
    this.#parts = parts;
    const before = parts.checkpoint?.before;
    this.tally = before?.tally ?? new OutcomeTally();
    this.done = before?.rows ?? new RowSet();
    // A run that ended before its first row has left the header alone.
    this.#isBegun = this.done.size > 0 || (before !== undefined && before.bytes > 0);
    this.#flushedAt = parts.clock.now();
  }

  get fault(): AbortSignal {
    return this.#fault.signal;
  }

  room(row: number): Promise<void> | void {
    const near = row - this.done.upTo <= AHEAD && this.#text.length < MOST_TEXT;
    if (near || this.#ending) return;
    return new Promise<void>((resolve) => this.#wake.push(resolve)).then(() => this.room(row));
  }

  admitAll(): void {
    this.#ending = true;
    this.#wakeAll();
  }

  put(row: number, result: RowResult): void {
    if (!this.#parts.ordered) this.#take(row, result);
    else {
      this.#waiting.set(row, result);
      for (let next = this.done.upTo + 1; ; next = this.done.upTo + 1) {
        const ready = this.#waiting.get(next);
        if (ready === undefined) break;
        this.#take(next, ready);
      }
    }
    this.#writing ??= this.#writeSoon();
  }

  /** Writes everything, also results that wait for rows which will not come in this run. */
  async close(): Promise<void> {
    const late = [...this.#waiting].sort(([a], [b]) => a - b);
    for (const [row, result] of late) this.#take(row, result);
    this.#begin();
    while (this.#writing && !this.#failed) await this.#writing;
    await this.#write(true);
  }

  #take(row: number, result: RowResult): void {
    this.#waiting.delete(row);
    this.#begin();
    this.#text += this.#parts.lines.of(result);
    this.tally.add(result);
    this.done.add(row);
    if (this.#wake.length > 0) this.#wakeAll();
  }

  /** Writes the header first; it is known once the header of the input was read. */
  #begin(): void {
    if (!this.#isBegun) this.#text = this.#parts.lines.header;
    this.#isBegun = true;
  }

  #wakeAll(): void {
    const waiting = this.#wake;
    this.#wake = [];
    for (const go of waiting) go();
  }

  async #writeSoon(): Promise<void> {
    try {
      await this.#parts.clock.sleep(PAUSE_MS);
      await this.#write(false);
      this.#writing = this.#text === '' ? undefined : this.#writeSoon();
    } catch (error) {
      this.#fault.abort(error);
    }
  }

  /** The lines first: a checkpoint that knew more than the result would lose rows. */
  async #write(last: boolean): Promise<void> {
    // After a failed write nothing later may count as done.
    if (this.#failed) return;
    const { target, checkpoint, clock, onWritten } = this.#parts;
    const [text, rows, tally] = [this.#text, String(this.done), this.tally.save()];
    this.#text = '';
    this.#failed = true;
    if (text !== '') await target.write(text);
    const due = last || clock.now() - this.#flushedAt >= FLUSH_MS;
    if (due) target.flush();
    checkpoint?.record({ rows, tally, bytes: target.size });
    if (due) checkpoint?.flush();
    this.#failed = false;
    if (due) this.#flushedAt = clock.now();
    this.#wakeAll();
    await onWritten(this.tally);
  }
}
