import { PayctlError } from '../core/errors.js';
import { lineEndNormalizer } from '../core/records.js';
import { visible } from '../core/text.js';
import { unreadFiles } from '../messages/unread-files.js';
import { decodeText } from './decode.js';
import type { Mapping } from './mapping.js';
import { kindOfText } from './recognise.js';
import type { RowReader, RowSink } from './rows.js';
import { csvReader, fixedReader } from './table-rows.js';
import { unpack } from './unpack.js';

/**
 * Reads the rows of a file, which is recognised by its contents unless the mapping names its format.
 * Throws USAGE where it cannot be read at all, BAD_DATA where its standard does not
 * allow what it is.
 */
export async function readRows(
  source: { file: string; chunks: AsyncIterable<Uint8Array> },
  mapping: Mapping,
  sink: RowSink,
): Promise<void> {
  const file = visible(source.file);
  const unpacked = await unpack(file, source.chunks);
  if ('workbook' in unpacked) {
    const { readWorkbook } = await import('./statement/xlsx.js');
    await readWorkbook(file, unpacked.workbook, mapping, sink);
    return;
  }
  let normalize: ((text: string) => string) | undefined;
  let reader: RowReader | undefined;
  // The first piece has enough to tell what the file is.
  for await (const piece of decodeText(unpacked.chunks, mapping.encoding)) {
    normalize ??= lineEndNormalizer(piece);
    const text = normalize(piece);
    reader ??= await chooseReader(file, text, mapping, sink);
    reader.take(text);
  }
  reader?.end();
}

/** Readers of statements are loaded where a file is one. */
async function chooseReader(
  file: string,
  beginning: string,
  mapping: Mapping,
  sink: RowSink,
): Promise<RowReader> {
  if (mapping.format === 'fixed') return fixedReader(mapping, sink);
  if (mapping.format === 'csv') return csvReader(file, beginning, mapping, sink);
  const kind = kindOfText(beginning);
  if (typeof kind === 'object') {
    throw new PayctlError('USAGE', unreadFiles.foreign(file, kind.foreign));
  }
  switch (kind) {
    case 'camt': {
      const { camtReader } = await import('./statement/camt.js');
      return camtReader(file, beginning, mapping, sink);
    }
    case 'swift': {
      const { swiftReader } = await import('./statement/swift.js');
      return swiftReader(beginning, mapping, sink);
    }
    case 'bai2': {
      const { bai2Reader } = await import('./statement/bai2.js');
      return bai2Reader(mapping, sink);
    }
    case 'rows':
      return csvReader(file, beginning, mapping, sink);
  }
}
