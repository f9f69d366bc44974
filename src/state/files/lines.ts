import { asBuffer } from '../../core/bytes.js';
import type { OpenFile } from '../../host/host.js';

/** Where a file has a line; the length is in bytes, with the line feed. */
export interface LinePlace {
  offset: number;
  length: number;
}

/** A whole line, without its line feed. */
export interface PlacedLine extends LinePlace {
  text: string;
}

const PIECE_BYTES = 256 * 1024;
const LINE_FEED = 10;

/** The whole lines of a file from an offset up to the end that it has at the call. */
export function* readLines(file: OpenFile, from: number): Generator<PlacedLine> {
  const end = file.size();
  let rest: Buffer = Buffer.alloc(0);
  let offset = from;
  for (let read = from; read < end; ) {
    const piece = asBuffer(file.read(read, Math.min(PIECE_BYTES, end - read)));
    if (piece.length === 0) return;
    read += piece.length;
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let start = 0;
    for (let stop = bytes.indexOf(LINE_FEED); stop >= 0; stop = bytes.indexOf(LINE_FEED, start)) {
      const length = stop + 1 - start;
      yield { text: bytes.toString('utf8', start, stop), offset, length };
      offset += length;
      start = stop + 1;
    }
    rest = bytes.subarray(start);
  }
}

const WINDOW_BYTES = 64 * 1024;

/** Reads lines by their places; lines close to each other are read together. */
export class PlacedLineReader {
  readonly #file: OpenFile;
  #window: { from: number; bytes: Buffer } = { from: 0, bytes: Buffer.alloc(0) };

  constructor(file: OpenFile) {
    this.#file = file;
  }

  /** The line without its line feed; undefined if no line ends there. */
  read({ offset, length }: LinePlace): string | undefined {
    const start = this.#offsetInWindow(offset, length);
    const { bytes } = this.#window;
    if (start + length > bytes.length || bytes[start + length - 1] !== LINE_FEED) return undefined;
    return bytes.toString('utf8', start, start + length - 1);
  }

  /** Where the line begins in the window, which is read if it does not have the line. */
  #offsetInWindow(offset: number, length: number): number {
    const { from, bytes } = this.#window;
    const isThere = offset >= from && offset + length <= from + bytes.length;
    if (!isThere) {
      const first = Math.floor(offset / WINDOW_BYTES) * WINDOW_BYTES;
      const size = Math.max(WINDOW_BYTES, offset + length - first);
      this.#window = { from: first, bytes: asBuffer(this.#file.read(first, size)) };
    }
    return offset - this.#window.from;
  }
}

const TAIL_BYTES = 32;

/** The bytes before an offset, which tell a file that was replaced from one that has grown. */
export function readTail(file: OpenFile, to: number): string {
  const from = Math.max(0, to - TAIL_BYTES);
  return asBuffer(file.read(from, to - from)).toString();
}
