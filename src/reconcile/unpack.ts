import { PayctlError } from '../core/errors.js';
import { excerpt } from '../core/text.js';
import { gunzip } from '../host/gzip.js';
import type { ZipArchive, ZipEntry } from '../host/zip.js';
import { unreadFiles as words } from '../messages/unread-files.js';
import { type ReadAhead, readAhead } from './decode.js';
import { foreignBytes, isGzip, isZip } from './recognise.js';

/** A file as it is read: a stream of bytes, or a workbook, whose parts are read one by one. */
export type Unpacked = { chunks: AsyncIterable<Uint8Array> } | { workbook: ZipArchive };

/** An archive must be in memory, because its directory stands at its end. */
const LARGEST_ARCHIVE = 256 * 1024 * 1024;

/**
 * Unpacks gzip, and zip with one file. Throws USAGE for a file of another kind.
 *
 * @param file its name, for the error where it cannot be read
 */
export async function unpack(file: string, chunks: AsyncIterable<Uint8Array>): Promise<Unpacked> {
  const raw = await readAhead(chunks);
  if (isZip(raw.beginning)) return unzip(file, raw.all());
  if (!isGzip(raw.beginning)) return plainText(file, raw, false);
  return plainText(file, await readAhead(unpackedGzip(file, raw.all())), true);
}

/** What is text, or may be. */
function plainText(file: string, plain: ReadAhead, wasPacked: boolean): Unpacked {
  const kind = foreignBytes(plain.beginning, wasPacked);
  if (kind !== undefined) throw new PayctlError('USAGE', words.foreign(file, kind));
  return { chunks: plain.all() };
}

function unpackedGzip(file: string, packed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let bytes = 0;
  async function* counted() {
    for await (const chunk of packed) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  const damaged = (why: string, cause: unknown) =>
    new PayctlError('USAGE', words.damaged(file, why), { cause });
  return bounded(file, gunzip(counted(), damaged), () => bytes);
}

async function unzip(file: string, packed: AsyncIterable<Uint8Array>): Promise<Unpacked> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of packed) {
    size += part.length;
    if (size > LARGEST_ARCHIVE) throw new PayctlError('USAGE', words.largeArchive(file));
    parts.push(part);
  }
  // Loaded late: few files are archives.
  const { ZipArchive } = await import('../host/zip.js');
  const archive = new ZipArchive(
    Buffer.concat(parts),
    (why, cause) => new PayctlError('USAGE', words.damagedZip(file, why), { cause }),
  );
  if (archive.entries.some(({ name }) => name === 'xl/workbook.xml')) return { workbook: archive };
  if (archive.entries.some(({ name }) => OTHER_WORKBOOKS.has(name))) {
    throw new PayctlError('USAGE', words.foreign(file, words.otherWorkbook));
  }
  const files = archive.entries.filter(isFile);
  const [only, ...others] = files;
  if (only === undefined || others.length > 0) {
    const names = files.slice(0, 3).map(({ name }) => excerpt(name, 40));
    throw new PayctlError('USAGE', words.severalFiles({ file, count: files.length, names }));
  }
  return plainText(file, await readAhead(readEntry(file, archive, only)), true);
}

/** A part that a binary workbook has, one of OpenDocument, and one of Numbers. */
const OTHER_WORKBOOKS: ReadonlySet<string> = new Set([
  'xl/workbook.bin',
  'META-INF/manifest.xml',
  'Index/Document.iwa',
]);

/** Some programs add what only they read. */
function isFile({ name }: ZipEntry): boolean {
  return !name.endsWith('/') && !name.startsWith('__MACOSX/');
}

/** A file of an archive as it is unpacked; a bomb is refused. */
export function readEntry(
  file: string,
  archive: ZipArchive,
  entry: ZipEntry,
): AsyncIterable<Uint8Array> {
  return bounded(file, archive.read(entry), () => entry.packedSize);
}

/** More than so many bytes for each packed one are no statement. */
const HIGHEST_RATIO = 250;
/** Of little nobody minds. */
const SMALL = 16 * 1024 * 1024;

async function* bounded(
  file: string,
  unpacked: AsyncIterable<Uint8Array>,
  packedBytes: () => number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of unpacked) {
    size += piece.length;
    if (size > SMALL && size > packedBytes() * HIGHEST_RATIO) {
      throw new PayctlError('BAD_DATA', words.bomb(file, HIGHEST_RATIO));
    }
    yield piece;
  }
}
