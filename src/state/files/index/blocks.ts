import type { OpenFile } from '../../../host/host.js';
import { asBuffer } from '../lines.js';
import { sumOf } from './sum.js';

const BLOCK_BYTES = 4_096;
const SUM_BYTES = 4;
/** Blocks that are read at once where one follows the other. */
const AHEAD = 16;

/** Something in an index is not what was written: it is made anew. */
export class Damaged extends Error {
  /** By it those know it who load no index. */
  override readonly name = 'Damaged';
}

/** Records of one width, in blocks that are closed by a checksum. */
export interface Layout {
  /** Block at which they begin. */
  start: number;
  count: number;
  /** Bytes of a record. */
  width: number;
  /** Goes into each checksum with the number of its block, so that none is taken for another. */
  mark: number;
}

function recordsIn(width: number): number {
  return Math.floor((BLOCK_BYTES - SUM_BYTES) / width);
}

export function blocksFor({ count, width }: Pick<Layout, 'count' | 'width'>): number {
  return Math.ceil(count / recordsIn(width));
}

/** The blocks of records, and how many there were. */
export function* blocksOf(
  records: Iterable<Buffer>,
  { width, mark }: Pick<Layout, 'width' | 'mark'>,
): Generator<Buffer, number> {
  const most = recordsIn(width);
  let count = 0;
  let number = 0;
  let block = Buffer.alloc(BLOCK_BYTES);
  const close = () => {
    block.writeUInt32LE(sumOf(contentOf(block), mark, number++), BLOCK_BYTES - SUM_BYTES);
    return block;
  };
  for (const record of records) {
    record.copy(block, (count % most) * width);
    count += 1;
    if (count % most > 0) continue;
    yield close();
    block = Buffer.alloc(BLOCK_BYTES);
  }
  if (count % most > 0) yield close();
  return count;
}

/** Reads such records by their number. */
export class Table {
  readonly #file: OpenFile;
  readonly #layout: Layout;
  readonly #most: number;
  readonly #blocks: number;
  /** Blocks that were read together, the first of them by its number. */
  #stretch: { first: number; bytes: Buffer } = { first: 0, bytes: Buffer.alloc(0) };
  /** The block whose checksum was found to fit last. */
  #sound: { number: number; bytes: Buffer } | undefined;

  constructor(file: OpenFile, layout: Layout) {
    this.#file = file;
    this.#layout = layout;
    this.#most = recordsIn(layout.width);
    this.#blocks = blocksFor(layout);
  }

  get count(): number {
    return this.#layout.count;
  }

  /** Throws `Damaged`. */
  record(index: number): Buffer {
    const block = this.#block(Math.floor(index / this.#most));
    const { width } = this.#layout;
    const from = (index % this.#most) * width;
    return block.subarray(from, from + width);
  }

  /** Number of the first record that is not before; records are in order. `guess` is where it may be. */
  lowerBound(isBefore: (record: Buffer) => boolean, guess = this.count >>> 1): number {
    let [low, high] = this.#around(isBefore, Math.min(guess, this.count - 1));
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(this.record(middle))) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Bounds that have it between them, wider and wider around a guess. */
  #around(isBefore: (record: Buffer) => boolean, guess: number): [low: number, high: number] {
    if (this.count === 0) return [0, 0];
    let width = this.#most;
    if (isBefore(this.record(guess))) {
      let low = guess + 1;
      for (; low + width < this.count && isBefore(this.record(low + width)); width *= 2) {
        low += width;
      }
      return [low, Math.min(this.count, low + width)];
    }
    let high = guess;
    for (; high - width >= 0 && !isBefore(this.record(high - width)); width *= 2) high -= width;
    return [Math.max(0, high - width), high];
  }

  #block(number: number): Buffer {
    if (this.#sound?.number === number) return this.#sound.bytes;
    const bytes = this.#bytesOf(number);
    const sum = bytes.length === BLOCK_BYTES && bytes.readUInt32LE(BLOCK_BYTES - SUM_BYTES);
    if (sum !== sumOf(contentOf(bytes), this.#layout.mark, number))
      throw new Damaged('a block is damaged');
    this.#sound = { number, bytes };
    return bytes;
  }

  #bytesOf(number: number): Buffer {
    const { first, bytes } = this.#stretch;
    const known = Math.floor(bytes.length / BLOCK_BYTES);
    if (number < first || number >= first + known) this.#load(number, first, known);
    const from = (number - this.#stretch.first) * BLOCK_BYTES;
    return this.#stretch.bytes.subarray(from, from + BLOCK_BYTES);
  }

  #load(number: number, before: number, known: number): void {
    const goesOn = known > 0 && number === before + known;
    const goesBack = known > 0 && number === before - 1;
    const first = goesBack ? Math.max(0, number - AHEAD + 1) : number;
    const blocks = goesOn ? Math.min(AHEAD, this.#blocks - number) : number - first + 1;
    const from = (this.#layout.start + first) * BLOCK_BYTES;
    this.#stretch = { first, bytes: asBuffer(this.#file.read(from, blocks * BLOCK_BYTES)) };
  }
}

function contentOf(block: Buffer): Buffer {
  return block.subarray(0, BLOCK_BYTES - SUM_BYTES);
}
