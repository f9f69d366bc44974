import { join } from 'node:path';
import type { Files, OpenFile } from '../../host/host.js';
import { decodeEntry, type InboxEntry } from '../inbox.js';
import type { LockHost } from '../lock.js';
import { PlacedLineReader, readTail } from './lines.js';
import { listSegments, readLine, readSegments } from './segments.js';

/** A place is the number of a file times this, plus the offset in it, which is always less. */
export const OFFSETS = 2 ** 30;

export interface InboxState {
  /** How far each file was read. */
  files: readonly FileProgress[];
  /** Places of damaged lines (`file:line`). */
  damaged: readonly string[];
}

export interface FileProgress {
  name: string;
  /** Bytes. */
  to: number;
  lines: number;
  /** The last bytes before that offset, by which another file of the same name is noticed. */
  tail: string;
}

/** The files of an inbox, by their numbers; to be closed. */
export class InboxFiles {
  readonly names: readonly string[];
  readonly #host: Pick<LockHost, 'files'>;
  readonly #directory: string;
  readonly #open = new Map<number, { file: OpenFile; lines: PlacedLineReader }>();

  constructor(host: Pick<LockHost, 'files'>, directory: string) {
    this.#host = host;
    this.#directory = directory;
    this.names = listSegments(host.files, directory);
  }

  freshness({ files: known }: InboxState): 'current' | 'behind' | 'replaced' {
    let isBehind = known.length < this.names.length;
    for (const [number, { name, to, tail }] of known.entries()) {
      const size = this.size(number);
      if (this.names[number] !== name || size < to) return 'replaced';
      if (size > to) isBehind = true;
      const isLast = number === known.length - 1;
      if (size === to && !isLast) continue;
      const file = this.file(number);
      if (file === undefined || readTail(file, to) !== tail) return 'replaced';
    }
    return isBehind ? 'behind' : 'current';
  }

  size(number: number): number {
    return this.#host.files.stat(this.#path(number))?.size ?? 0;
  }

  file(number: number): OpenFile | undefined {
    return this.#opened(number)?.file;
  }

  read(place: number, length: number): string | undefined {
    return this.#opened(Math.floor(place / OFFSETS))?.lines.read({
      offset: place % OFFSETS,
      length,
    });
  }

  close(): void {
    for (const { file } of this.#open.values()) file.close();
    this.#open.clear();
  }

  #path(number: number): string {
    return join(this.#directory, this.names[number] ?? '');
  }

  #opened(number: number) {
    const known = this.#open.get(number);
    if (known || this.names[number] === undefined) return known;
    const file = this.#host.files.open(this.#path(number));
    if (file === undefined) return undefined;
    const opened = { file, lines: new PlacedLineReader(file) };
    this.#open.set(number, opened);
    return opened;
  }
}

/** All entries of an inbox, one at a time: all of them may not fit into memory. */
export function* inboxEntries(
  files: Files,
  directory: string,
  onDamage: (place: string) => void = () => undefined,
): Generator<InboxEntry> {
  for (const line of readSegments(files, directory, onDamage)) {
    const entry = decodeEntry(line);
    if (entry) yield entry;
  }
}

/** undefined for a line that only a later version can read. */
export function decodeLine(text: string): InboxEntry | 'damaged' | undefined {
  const line = readLine(text);
  return line === undefined ? 'damaged' : decodeEntry(line);
}
