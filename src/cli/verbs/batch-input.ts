import type { Operation } from '../../api/operation.js';
import { columnsOf } from '../../batch/columns.js';
import { csvReader } from '../../batch/csv.js';
import { jsonlReader } from '../../batch/jsonl.js';
import { formatOf, type Row, readRows } from '../../batch/rows.js';
import { type BulkInput, openInput, spool } from '../../host/bulk.js';
import type { Context } from '../context.js';
import type { BatchOptions } from './batch-options.js';

export interface RowsInput {
  /** Whether it can be read again, and so be resumed. */
  readonly again: boolean;
  chunks(): AsyncIterable<Uint8Array>;
  rows(): AsyncIterable<readonly Row[]>;
  close(): void;
}

/** Opens FILE. A stream is kept in a file where it must be read twice. */
export async function openRows(
  context: Context,
  operation: Operation,
  options: BatchOptions,
  twice: boolean,
): Promise<RowsInput> {
  const { file, path, format } = options;
  const opened = path === undefined ? standardInput(context) : openInput(path);
  const input = opened.again || !twice ? opened : await kept(context, opened);
  return {
    again: input.again,
    chunks: () => input.chunks(),
    rows: () =>
      readRows(input.chunks(), (beginning) =>
        (format ?? formatOf(file, beginning)) === 'jsonl'
          ? jsonlReader
          : csvReader((header) => columnsOf(operation, header)),
      ),
    close: () => input.close(),
  };
}

function standardInput({ host }: Context): BulkInput {
  return { again: false, chunks: () => host.stdin.chunks(), close: () => {} };
}

async function kept(context: Context, stream: BulkInput): Promise<BulkInput> {
  try {
    context.host.files.makeDirectory(batchDirectory(context));
    return await spool(stream.chunks(), batchDirectory(context));
  } finally {
    stream.close();
  }
}

/** Checkpoints, their locks, and input that came as a stream. */
export function batchDirectory({ wiring }: Context): string {
  return `${wiring.paths.state}/batch`;
}
