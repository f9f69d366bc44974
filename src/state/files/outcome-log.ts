import { PayctlError } from '../../core/errors.js';
import { sealLine, unsealLine } from '../../core/sealed-log.js';
import type { Files, OpenFile } from '../../host/host.js';
import type { RevisionNote } from '../end-line.js';
import type { Ends, EndValues } from '../store.js';
import { linesOf } from './lines.js';

/** Checksums of what is only derived need not be long. */
const SUM_DIGITS = 16;

/**
 * A log of what happened to claims, in order: a line for each new revision and one for each end, each
 * closed by a checksum. The index is brought up to date from it.
 */
export class OutcomeLog implements Ends {
  readonly #files: Files;
  readonly #path: string;

  constructor(files: Files, path: string) {
    this.#files = files;
    this.#path = path;
  }

  async add(ends: readonly EndValues[]): Promise<void> {
    this.#write(
      ends.map(({ values }) => values),
      (bytes) => this.#files.append(this.#path, bytes),
    );
  }

  /** If the note is lost, the directory still shows that it changed, and the index reads all its names again. */
  note({ key, number, before, after }: RevisionNote): void {
    this.#write([[number, key, before, after]], (bytes) =>
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
  #write(lines: readonly EndValues['values'][], append: (bytes: Uint8Array) => void): void {
    const bytes = Buffer.from(lines.map(lineOf).join(''));
    try {
      if (this.#files.stat(this.#path) || !this.#files.create(this.#path, bytes)) append(bytes);
    } catch (error) {
      if (!(error instanceof PayctlError)) throw error;
    }
  }
}

function* keptLines(
  log: OpenFile,
  isTheirs: (values: readonly unknown[]) => boolean,
): Generator<Uint8Array> {
  for (const { text } of linesOf(log, 0)) {
    const values = valuesIn(text);
    if (values && !isTheirs(values)) yield Buffer.from(`${text}\n`);
  }
}

function lineOf(values: EndValues['values']): string {
  return sealLine(JSON.stringify(values), SUM_DIGITS).text;
}

/** undefined where its checksum does not fit, or there is none. */
export function valuesIn(line: string): readonly unknown[] | undefined {
  const sealed = unsealLine(line, SUM_DIGITS);
  if (typeof sealed === 'string') return undefined;
  const values: unknown = JSON.parse(sealed.json);
  return Array.isArray(values) ? values : undefined;
}
