import { crc32, createInflateRaw } from 'node:zlib';
import type { PayctlError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { unreadFiles as words } from '../messages/unread-files.js';
import { decompressed, PIECE } from './gzip.js';

export interface ZipEntry {
  name: string;
  method: number;
  isEncrypted: boolean;
  crc: number;
  packedSize: number;
  size: number;
  /** Where its own header begins. */
  offset: number;
}

/** The fixed parts of the three records, as APPNOTE.TXT of PKWARE numbers their bytes. */
const END = { signature: 0x06054b50, size: 22 };
const CENTRAL = { signature: 0x02014b50, size: 46 };
const LOCAL = { signature: 0x04034b50, size: 30 };
/** In place of a figure that stands in a zip64 record. */
const ELSEWHERE = 0xffffffff;
const MOST_ENTRIES = 10_000;

type Damaged = (why: string | Message, cause?: unknown) => PayctlError;

/** An archive in memory. Its directory is believed, not what stands between the files. */
export class ZipArchive {
  readonly #bytes: Buffer;
  readonly #damaged: Damaged;
  readonly entries: readonly ZipEntry[];

  /** @param damaged makes the error for what is no archive */
  constructor(bytes: Buffer, damaged: Damaged) {
    this.#bytes = bytes;
    this.#damaged = damaged;
    this.entries = this.#directory();
  }

  /** Unpacks a file, and throws at its end where it is not what was packed. */
  async *read(entry: ZipEntry): AsyncGenerator<Uint8Array> {
    let [size, crc] = [0, 0];
    for await (const piece of this.#unpacked(entry)) {
      size += piece.length;
      if (size > entry.size) break;
      crc = crc32(piece, crc);
      yield piece;
    }
    if (size !== entry.size || crc !== entry.crc) throw this.#damaged(words.checksum);
  }

  #unpacked(entry: ZipEntry): AsyncIterable<Uint8Array> {
    const { method, isEncrypted, packedSize, offset } = entry;
    if (isEncrypted) throw this.#damaged(words.encrypted);
    const header = this.#record(offset, LOCAL);
    const start = offset + LOCAL.size + header.readUInt16LE(26) + header.readUInt16LE(28);
    if (start + packedSize > this.#bytes.length) throw this.#damaged(words.cutOff);
    const packed = splitPieces(this.#bytes.subarray(start, start + packedSize));
    if (method === 0) return packed;
    if (method === 8) {
      return decompressed(packed, createInflateRaw({ chunkSize: PIECE }), this.#damaged);
    }
    throw this.#damaged(words.method(method));
  }

  #directory(): ZipEntry[] {
    // The end record is followed by a comment of up to 64 KB.
    const end = this.#bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
    const last = this.#record(end, END);
    const [count, start] = [last.readUInt16LE(10), last.readUInt32LE(16)];
    if (count > MOST_ENTRIES) throw this.#damaged(words.tooManyEntries(MOST_ENTRIES));
    const entries: ZipEntry[] = [];
    for (let at = start; entries.length < count; ) {
      const record = this.#record(at, CENTRAL);
      const nameEnd = at + CENTRAL.size + record.readUInt16LE(28);
      const entry = {
        name: this.#bytes.toString('utf8', at + CENTRAL.size, nameEnd),
        method: record.readUInt16LE(10),
        isEncrypted: (record.readUInt16LE(8) & 1) === 1,
        crc: record.readUInt32LE(16),
        packedSize: record.readUInt32LE(20),
        size: record.readUInt32LE(24),
        offset: record.readUInt32LE(42),
      };
      if ([entry.packedSize, entry.size, entry.offset].includes(ELSEWHERE)) {
        throw this.#damaged(words.zip64);
      }
      entries.push(entry);
      at = nameEnd + record.readUInt16LE(30) + record.readUInt16LE(32);
    }
    return entries;
  }

  #record(at: number, { signature, size }: { signature: number; size: number }): Buffer {
    if (at < 0 || at + size > this.#bytes.length) throw this.#damaged(words.cutOff);
    const record = this.#bytes.subarray(at, at + size);
    if (record.readUInt32LE(0) !== signature) throw this.#damaged(words.cutOff);
    return record;
  }
}

async function* splitPieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}
