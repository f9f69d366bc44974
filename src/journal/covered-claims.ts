/** What a checkpoint has of a claim. */
export interface CoveredClaim {
  /** Of each revision, how many lines it has and the sum of the last, which stands for all before it. */
  heads: string;
  /** What was charged, and how it ended once that is final: what an archive leaves of the claim. */
  charge: string;
}

/** Bytes of a record before its text: whether it was taken, the length of the text, the key. */
const HEAD = { taken: 0, length: 1, key: 5, size: 21 };
const CHUNK_BYTES = 4 * 1024 * 1024;
const FIRST_SLOTS = 1024;
/** Before 32 bytes that are 64 hexadecimal digits. */
const DIGEST = '#';

/**
 * What a checkpoint has of each claim, by its key. As objects a million claims would take most of a
 * gigabyte: here they are records in large buffers, found by a hash table of their places.
 */
export class CoveredClaims {
  readonly #chunks: Buffer[] = [];
  /** Bytes that are used of the last chunk. */
  #used = CHUNK_BYTES;
  /** The place of a record, plus one; 0 is free. At most half of them are used. */
  #slots = new Uint32Array(FIRST_SLOTS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds a claim; one that is there already keeps what it has. */
  add(key: string, { heads, charge }: CoveredClaim): void {
    const name = Buffer.from(key, 'hex');
    const text = pack(`${heads}\t${charge}`);
    if (name.length !== HEAD.size - HEAD.key || HEAD.size + text.length > CHUNK_BYTES) {
      throw new TypeError('no claim');
    }
    if (2 * (this.#size + 1) > this.#slots.length) this.#grow();
    const slot = this.#slotOf(name);
    if (this.#slots[slot] !== 0) return;
    this.#slots[slot] = this.#write(name, text) + 1;
    this.#size += 1;
  }

  /** What is known of a claim, which counts as found from now on. */
  take(key: string): CoveredClaim | undefined {
    const place = (this.#slots[this.#slotOf(Buffer.from(key, 'hex'))] ?? 0) - 1;
    if (place < 0) return undefined;
    const { chunk, start } = this.#at(place);
    chunk[start + HEAD.taken] = 1;
    const from = start + HEAD.size;
    const length = chunk.readUInt32LE(start + HEAD.length);
    const [heads = '', charge = ''] = unpack(chunk.subarray(from, from + length)).split('\t');
    return { heads, charge };
  }

  /** The keys that were not taken. */
  *untaken(): Generator<string> {
    for (const place of this.#slots) {
      if (place === 0) continue;
      const { chunk, start } = this.#at(place - 1);
      if (chunk[start + HEAD.taken] === 0) yield this.#nameAt(place - 1).toString('hex');
    }
  }

  #write(name: Buffer, text: Buffer): number {
    const size = HEAD.size + text.length;
    if (this.#used + size > CHUNK_BYTES) {
      this.#chunks.push(Buffer.alloc(CHUNK_BYTES));
      this.#used = 0;
    }
    const place = (this.#chunks.length - 1) * CHUNK_BYTES + this.#used;
    const { chunk, start } = this.#at(place);
    chunk.writeUInt32LE(text.length, start + HEAD.length);
    name.copy(chunk, start + HEAD.key);
    text.copy(chunk, start + HEAD.size);
    this.#used += size;
    return place;
  }

  /** Where the key stands in the table, or would. */
  #slotOf(name: Buffer): number {
    const mask = this.#slots.length - 1;
    for (let slot = name.readUInt32LE(0) & mask; ; slot = (slot + 1) & mask) {
      const place = this.#slots[slot] ?? 0;
      if (place === 0 || this.#nameAt(place - 1).equals(name)) return slot;
    }
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(2 * before.length);
    for (const place of before) {
      if (place !== 0) this.#slots[this.#slotOf(this.#nameAt(place - 1))] = place;
    }
  }

  #nameAt(place: number): Buffer {
    const { chunk, start } = this.#at(place);
    return chunk.subarray(start + HEAD.key, start + HEAD.size);
  }

  #at(place: number): { chunk: Buffer; start: number } {
    const chunk = this.#chunks[Math.floor(place / CHUNK_BYTES)];
    if (chunk === undefined) throw new TypeError('a place without a record');
    return { chunk, start: place % CHUNK_BYTES };
  }
}

/** Digests take half the room as bytes. */
function pack(text: string): Buffer {
  const packed = text.replace(/[0-9a-f]{64}/g, (digits) => {
    return DIGEST + Buffer.from(digits, 'hex').toString('latin1');
  });
  return Buffer.from(packed, 'latin1');
}

function unpack(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  return text.replace(/#(.{32})/gs, (_, digest: string) => {
    return Buffer.from(digest, 'latin1').toString('hex');
  });
}
