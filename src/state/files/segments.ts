import { join } from 'node:path';
import { isRecord } from '../../core/fields.js';
import { sealLine, unsealedJson } from '../../core/sealed-log.js';
import type { Files, Host } from '../../host/host.js';
import { readLines } from './lines.js';

/** A line of a segment: plain JSON values, without floats. */
export type Line = Record<string, unknown>;

const SEGMENT_BYTES = 8 * 1024 * 1024;
export const SUM_DIGITS = 16;
const NAME = /^(\d{15})-[0-9a-f]{8}\.jsonl$/;

/**
 * Writes lines to files that no other process writes to. All lines that come while the disk is busy
 * share the next flush.
 */
export class SegmentWriter {
  readonly #host: Pick<Host, 'files' | 'clock' | 'random'>;
  readonly #directory: string;
  #segment: { path: string; bytes: number } | undefined;
  #waiting: { text: string; done: () => void; failed: (error: unknown) => void }[] = [];

  constructor(host: Pick<Host, 'files' | 'clock' | 'random'>, directory: string) {
    this.#host = host;
    this.#directory = directory;
  }

  /** Resolves when the line is on disk. Rejects with PayctlError CONFIG. */
  append(line: Line): Promise<void> {
    return new Promise((done, failed) => {
      const waiting = this.#waiting.push({
        text: sealLine(JSON.stringify(line), SUM_DIGITS).text,
        done,
        failed,
      });
      if (waiting === 1) setImmediate(() => this.#flush());
    });
  }

  #flush(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    try {
      this.#write(Buffer.from(batch.map(({ text }) => text).join('')));
      for (const { done } of batch) done();
    } catch (error) {
      // The file may end in half a line now, so nothing may be added to it.
      this.#segment = undefined;
      for (const { failed } of batch) failed(error);
    }
  }

  #write(bytes: Uint8Array): void {
    const { files } = this.#host;
    if (this.#segment !== undefined && this.#segment.bytes < SEGMENT_BYTES) {
      files.append(this.#segment.path, bytes);
      this.#segment.bytes += bytes.length;
      return;
    }
    files.makeDirectory(this.#directory);
    let path = this.#newPath();
    while (!files.create(path, bytes)) path = this.#newPath();
    this.#segment = { path, bytes: bytes.length };
  }

  /** The path of a new file; it sorts after all others even if the clock was set back. */
  #newPath(): string {
    const { files, clock, random } = this.#host;
    const newest = listSegments(files, this.#directory).at(-1)?.slice(0, 15) ?? '0';
    const number = Math.max(clock.now(), Number(newest) + 1);
    const mark = Buffer.from(random.bytes(4)).toString('hex');
    return join(this.#directory, `${String(number).padStart(15, '0')}-${mark}.jsonl`);
  }
}

/**
 * The lines of all segments, in the order in which they were written; none where there is no
 * directory. `onDamage` gets the place (`file:line`) of a damaged line. A last line that was cut off is
 * skipped: its writer died before it acknowledged anything.
 */
export function* readSegments(
  files: Files,
  directory: string,
  onDamage: (place: string) => void,
): Generator<Line> {
  for (const name of listSegments(files, directory)) {
    const file = files.open(join(directory, name));
    if (file === undefined) continue;
    try {
      let number = 0;
      for (const { text } of readLines(file, 0)) {
        number += 1;
        const line = readLine(text);
        if (line === undefined) onDamage(`${name}:${number}`);
        else yield line;
      }
    } finally {
      file.close();
    }
  }
}

export function listSegments(files: Files, directory: string): string[] {
  return files.list(directory).filter((name) => NAME.test(name));
}

/** undefined for a damaged line. */
export function readLine(text: string): Line | undefined {
  const line = unsealedJson(text, SUM_DIGITS);
  return isRecord(line) ? line : undefined;
}
