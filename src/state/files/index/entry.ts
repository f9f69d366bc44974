import { hashOf } from '../../end-line.js';

/** Where a line lies that tells of something, and what it is in order by. */
export interface Entry {
  /** Comes first in the order: milliseconds since the epoch, or any other whole number. */
  at: number;
  /** What it tells of, in 32 hexadecimal digits; second in the order. */
  key: string;
  /** Of a claim, the newest part that counts. */
  newest: number;
  /** Number of the file, and the place of the line in it. */
  file: number;
  offset: number;
  length: number;
  kind: Kind;
}

/** silent: it is known, and there is nothing to show; withdrawn: what had this place before is not there any more. */
const KINDS = ['shown', 'silent', 'withdrawn'] as const;
export type Kind = (typeof KINDS)[number];

/** An entry with what it is found by. */
export interface FoundBy extends Entry {
  terms: readonly number[];
}

export const ENTRY_BYTES = 40;
/** The hash of a text, and the number of an entry. */
export const TERM_BYTES = 10;
const HASH_BYTES = 6;
export const HASH_BITS = 8 * HASH_BYTES;

/** What a text is found by. Another one may have the same: what is found must be looked at. */
export function termOf(text: string): number {
  return Number.parseInt(hashOf(text), 16);
}

export function isBefore(
  one: Pick<Entry, 'at' | 'key'>,
  other: Pick<Entry, 'at' | 'key'>,
): boolean {
  return one.at < other.at || (one.at === other.at && one.key < other.key);
}

export function encodeEntry({ at, key, newest, file, offset, length, kind }: Entry): Buffer {
  const bytes = Buffer.alloc(ENTRY_BYTES);
  bytes.writeUIntBE(at, 0, 6);
  bytes.write(key, 6, 'hex');
  bytes.writeUInt32BE(newest, 22);
  bytes.writeUInt16BE(file, 26);
  bytes.writeUIntBE(offset, 28, 6);
  bytes.writeUIntBE(length, 34, 4);
  bytes.writeUInt8(KINDS.indexOf(kind), 38);
  return bytes;
}

export function decodeEntry(bytes: Buffer): Entry {
  return {
    at: startOf(bytes),
    key: bytes.toString('hex', 6, 22),
    newest: bytes.readUInt32BE(22),
    file: bytes.readUInt16BE(26),
    offset: bytes.readUIntBE(28, 6),
    length: bytes.readUIntBE(34, 4),
    kind: KINDS[bytes.readUInt8(38)] ?? 'silent',
  };
}

/** `at` alone, for a search. */
export function startOf(bytes: Buffer): number {
  return bytes.readUIntBE(0, 6);
}

/** A text's hash, and the entry that has it. */
export interface Term {
  hash: number;
  entry: number;
}

export function encodeTerm({ hash, entry }: Term): Buffer {
  const bytes = Buffer.alloc(TERM_BYTES);
  bytes.writeUIntBE(hash, 0, HASH_BYTES);
  bytes.writeUInt32BE(entry, HASH_BYTES);
  return bytes;
}

export function decodeTerm(bytes: Buffer): Term {
  return { hash: bytes.readUIntBE(0, HASH_BYTES), entry: bytes.readUInt32BE(HASH_BYTES) };
}
