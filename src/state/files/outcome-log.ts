import { tolerateSync } from '../../core/tolerate.js';
import type { Files, OpenFile } from '../../host/host.js';
import type { CachedOutcome, OutcomeCache } from '../claim-index.js';
import { parseValues, type RevisionNote, sealOutcome, sealRevisionNote } from '../outcome-line.js';
import { readLines } from './lines.js';

/**
 * A log of what happened to claims, in order: a line for each new revision and one for each outcome,
 * each closed by a checksum. The index is brought up to date from it.
 */
export class OutcomeLog implements OutcomeCache {
  readonly #files: Files;
  readonly #path: string;

  constructor(files: Files, path: string) {
    this.#files = files;
    this.#path = path;
  }

  async add(outcomes: readonly CachedOutcome[]): Promise<void> {
    this.#write(outcomes.map(sealOutcome), (bytes) => this.#files.append(this.#path, bytes));
  }

  /** If the note is lost, the directory still shows that it changed, and the index reads all its names again. */
  note(revision: RevisionNote): void {
    this.#write([sealRevisionNote(revision)], (bytes) =>
      this.#files.appendUnflushed(this.#path, bytes),
    );
  }

  async drop(keys: ReadonlySet<string>): Promise<void> {
    const log = this.#files.open(this.#path);
    if (log === undefined) return;
    const isTheirs = (values: readonly unknown[]) =>
      values.some((value) => typeof value === 'string' && keys.has(value));
    try {
      this.#files.replace(this.#path, keptLines(log, isTheirs));
    } finally {
      log.close();
    }
  }

  /** Never fails, because the claims themselves are what counts. */
  #write(lines: readonly string[], append: (bytes: Uint8Array) => void): void {
    const bytes = Buffer.from(lines.join(''));
    tolerateSync(() => {
      if (this.#files.stat(this.#path) || !this.#files.create(this.#path, bytes)) append(bytes);
    });
  }
}

function* keptLines(
  log: OpenFile,
  isTheirs: (values: readonly unknown[]) => boolean,
): Generator<Uint8Array> {
  for (const { text } of readLines(log, 0)) {
    const values = parseValues(text);
    if (values && !isTheirs(values)) yield Buffer.from(`${text}\n`);
  }
}
