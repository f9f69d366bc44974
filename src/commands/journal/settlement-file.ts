import { PayctlError, type Problem, usageError } from '../../core/errors.js';
import type { Message } from '../../core/message.js';
import { type CsvRecord, csvRecords } from '../../core/records.js';
import type { Host } from '../../host/host.js';
import type { SettledAs } from '../../journal/journal.js';
import type { FiledDecision } from '../../journal/settle-all.js';
import { rowMessages } from '../../messages/batch.js';
import { journalCommand as messages } from '../../messages/journal-command.js';
import { readUserText } from '../../runtime/user-text.js';

const REQUIRED = ['reference', 'as', 'note'];
const OPTIONAL = 'operation';
const VERDICTS = ['executed', 'not-executed'] as const satisfies readonly SettledAs[];
const MAX_BYTES = 16 * 1024 * 1024;

/** The decisions in a file of CSV. Rejects with USAGE that names each line which is not one. */
export async function readSettlements(host: Host, path: string): Promise<FiledDecision[]> {
  const [header, ...rows] = csvRecords(await readUserText(host, path, MAX_BYTES));
  const columns = readColumns(header);
  if (rows.length === 0) throw usageError(messages.settleEmpty);
  const problems: Problem[] = [];
  const decisions: FiledDecision[] = [];
  for (const row of rows) {
    const { line } = row;
    const decision = readDecision(row, columns);
    if ('as' in decision) decisions.push({ line, ...decision });
    else problems.push({ field: settlementLine(path, line), message: decision });
  }
  if (problems.length === 0) return decisions;
  throw new PayctlError('USAGE', messages.settleBadFile(problems.length), { details: problems });
}

/** How a line of the file is named. */
export function settlementLine(path: string, line: number): string {
  return `${path}:${line}`;
}

function readColumns(header: CsvRecord | undefined): string[] {
  const columns = (header?.cells ?? []).map((name) => name.trim());
  const isKnown = columns.every((name) => name === OPTIONAL || REQUIRED.includes(name));
  const isWhole = REQUIRED.every((name) => columns.includes(name));
  if (isKnown && isWhole && new Set(columns).size === columns.length) return columns;
  throw usageError(messages.settleHeader(REQUIRED.join(', '), OPTIONAL));
}

function readDecision(
  { cells = [], problem }: CsvRecord,
  columns: readonly string[],
): Omit<FiledDecision, 'line'> | Message {
  if (problem !== undefined) return problem;
  if (cells.length !== columns.length) return rowMessages.cells(cells.length, columns.length);
  const row = Object.fromEntries(columns.map((name, index) => [name, cells[index]?.trim() ?? '']));
  const { reference = '', as: given, note = '', operation } = row;
  const missing = REQUIRED.find((name) => row[name] === '');
  if (missing !== undefined) return messages.cellMissing(missing);
  const as = VERDICTS.find((verdict) => verdict === given);
  if (as === undefined) return messages.cellUnknown('as', VERDICTS.join(', '));
  return { reference, as, note, operation: operation || undefined };
}
