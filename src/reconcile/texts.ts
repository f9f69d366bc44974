/** Up to so many are kept as strings in a Map: our own table is faster only once its code is compiled. */
const FEW = 8_192;

/**
 * References and transaction ids, each kept once as bytes and known by a number from 1; 0 is the
 * empty text. Millions of strings would fill the memory.
 */
export class Texts {
  #few: Map<string, number> | undefined = new Map();
  readonly #strings = [''];
  /** Of all texts; behind them, the one that is looked for. */
  #bytes = new Uint8Array(0);
  #used = 0;
  /** Where each begins; the next one's beginning is its end. */
  #starts = new Int32Array(0);
  #count = 1;
  /** Open addressing, in pairs that lie together in memory: the hash and the number of a text. */
  #slots = new Int32Array(0);
  #seed = 0;
  readonly #drawSeed: () => number;
  #hash = 0;

  /** @param drawSeed the seed of the hash, another in each run: no file can be crafted whose texts all collide */
  constructor(drawSeed: () => number) {
    this.#drawSeed = drawSeed;
  }

  /** One more than the largest number. */
  get size(): number {
    return this.#few === undefined ? this.#count : this.#strings.length;
  }

  intern(text: string): number {
    if (text === '') return 0;
    const few = this.#few;
    if (few === undefined) return this.#idInTable(text);
    const existing = few.get(text);
    if (existing !== undefined) return existing;
    if (few.size === FEW) return this.#toTable(few, text);
    const id = this.#strings.push(text) - 1;
    few.set(text, id);
    return id;
  }

  /** All keep their numbers. */
  #toTable(few: ReadonlyMap<string, number>, text: string): number {
    this.#few = undefined;
    this.#seed = (this.#drawSeed() ^ 0x811c9dc5) | 0;
    this.#bytes = new Uint8Array(FEW << 4);
    this.#starts = new Int32Array(FEW << 1);
    this.#slots = new Int32Array(FEW << 3);
    this.#strings.length = 0;
    for (const each of few.keys()) this.#idInTable(each);
    return this.#idInTable(text);
  }

  #idInTable(text: string): number {
    const length = this.#encode(text);
    const hash = this.#hash;
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let at = (hash << 1) & mask; ; at = (at + 2) & mask) {
      const id = slots[at + 1] ?? 0;
      if (id === 0) return this.#add(at, hash, length);
      if (slots[at] === hash && this.#equals(id, length)) return id;
    }
  }

  lookUp(id: number): string {
    if (this.#few !== undefined) return this.#strings[id] ?? '';
    return id === 0 ? '' : decoder.decode(this.#bytes.subarray(this.#starts[id], this.#end(id)));
  }

  /** By code points, as a sort wants it; UTF-8 keeps their order. */
  compare(one: number, other: number): number {
    if (one === other) return 0;
    if (one === 0 || other === 0) return one === 0 ? -1 : 1;
    if (this.#few !== undefined) return Buffer.compare(this.#utf8(one), this.#utf8(other));
    const bytes = this.#bytes;
    const [a = 0, b = 0] = [this.#starts[one], this.#starts[other]];
    const [lengthA, lengthB] = [this.#end(one) - a, this.#end(other) - b];
    const common = Math.min(lengthA, lengthB);
    for (let at = 0; at < common; at++) {
      const order = (bytes[a + at] ?? 0) - (bytes[b + at] ?? 0);
      if (order !== 0) return order;
    }
    return lengthA - lengthB;
  }

  #utf8(id: number): Buffer {
    return Buffer.from(this.lookUp(id));
  }

  #end(id: number): number {
    return id + 1 < this.#count ? (this.#starts[id + 1] ?? 0) : this.#used;
  }

  /** Writes it behind all others, as UTF-8, and hashes it; gives the number of bytes. */
  #encode(text: string): number {
    if (this.#used + text.length * 3 > this.#bytes.length) this.#growBytes(text.length * 3);
    const [bytes, start] = [this.#bytes, this.#used];
    let hash = this.#seed;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > 0x7f) return this.#encodeWide(text);
      bytes[start + at] = code;
      hash = Math.imul(hash ^ code, FNV);
    }
    this.#hash = mixed(hash);
    return text.length;
  }

  #encodeWide(text: string): number {
    const written = this.#bytes.subarray(this.#used);
    const length = encoder.encodeInto(text, written).written;
    let hash = this.#seed;
    for (let at = 0; at < length; at++) hash = Math.imul(hash ^ (written[at] ?? 0), FNV);
    this.#hash = mixed(hash);
    return length;
  }

  #growBytes(more: number): void {
    const bytes = new Uint8Array(this.#bytes.length * 2 + more);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
  }

  /** Whether it is the text behind all others. */
  #equals(id: number, length: number): boolean {
    const [bytes, start, used] = [this.#bytes, this.#starts[id] ?? 0, this.#used];
    if (this.#end(id) - start !== length) return false;
    for (let at = 0; at < length; at++) {
      if (bytes[start + at] !== bytes[used + at]) return false;
    }
    return true;
  }

  #add(at: number, hash: number, length: number): number {
    const id = this.#count;
    if (id === this.#starts.length) this.#starts = grown(this.#starts, id * 2);
    this.#starts[id] = this.#used;
    this.#used += length;
    this.#count += 1;
    this.#slots[at] = hash;
    this.#slots[at + 1] = id;
    if (this.#count * 8 > this.#slots.length * 3) this.#rehash();
    return id;
  }

  #rehash(): void {
    const old = this.#slots;
    const slots = new Int32Array(old.length * 2);
    const mask = slots.length - 1;
    for (let from = 0; from < old.length; from += 2) {
      const hash = old[from] ?? 0;
      const id = old[from + 1] ?? 0;
      if (id === 0) continue;
      let at = (hash << 1) & mask;
      while (slots[at + 1] !== 0) at = (at + 2) & mask;
      slots[at] = hash;
      slots[at + 1] = id;
    }
    this.#slots = slots;
  }
}

/** FNV-1a, then mixed, because the low bits choose the place. */
const FNV = 0x01000193;

function mixed(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return half ^ (half >>> 13);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function grown(numbers: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const more = new Int32Array(length);
  more.set(numbers);
  return more;
}
