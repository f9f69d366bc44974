/** Compiled code, and the file that it was made of. */
export interface Kept {
  name: string;
  size: number;
  modifiedAt: number;
  code: Buffer;
}

/**
 * One file: a checksum of the rest, the length of the table, the table as JSON, the code of each.
 * V8 checks little of what it is given (of the source its length, of the code nothing), so that a
 * damaged or a foreign one must not reach it.
 */
export function pack(kept: readonly Kept[]): Buffer {
  const table = kept.map(({ name, size, modifiedAt, code }) => [
    name,
    size,
    modifiedAt,
    code.length,
  ]);
  const text = Buffer.from(JSON.stringify(table));
  const head = Buffer.alloc(HEAD_BYTES);
  const rest = Buffer.concat([text, ...kept.flatMap(({ code }) => [code])]);
  head.writeUInt32LE(checksumOf(rest), 0);
  head.writeUInt32LE(text.length, 4);
  return Buffer.concat([head, rest]);
}

const HEAD_BYTES = 8;

/** undefined for what is damaged. */
export function unpack(bytes: Buffer): Kept[] | undefined {
  if (bytes.length < HEAD_BYTES) return undefined;
  const rest = bytes.subarray(HEAD_BYTES);
  if (checksumOf(rest) !== bytes.readUInt32LE(0)) return undefined;
  const length = bytes.readUInt32LE(4);
  const table: [string, number, number, number][] = JSON.parse(rest.toString('utf8', 0, length));
  let at = length;
  return table.map(([name, size, modifiedAt, bytesOfCode]) => {
    const code = rest.subarray(at, at + bytesOfCode);
    at += bytesOfCode;
    return { name, size, modifiedAt, code };
  });
}

/** Loaded late: what only prints needs none. */
export function checksumOf(bytes: Uint8Array): number {
  return process.getBuiltinModule('node:zlib').crc32(bytes);
}
