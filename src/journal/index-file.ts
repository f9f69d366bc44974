import { join } from 'node:path';
import { EXIT, PayctlError } from '../errors.js';
import type { Journal } from './journal.js';
import { type Row, rowOf } from './rows.js';
import { isOpen, STATES } from './state.js';
import type { History } from './store.js';

/**
 * The ends of charges, so that a list of very many need not open every file. Only a memory: no
 * decision reads it, a line that is missing or spoilt is made again from the claim's own files, and
 * a line counts only while the claim has no newer file.
 */
const NAME = 'index.jsonl';

/** Number of the claim's newest file, and the row that it led to. */
interface Line {
  newest: number;
  row: Row;
}

/** Notes the end of a charge, where it has one. Never fails: the charge's own file is what counts. */
export function remember(journal: Journal, history: History): void {
  const row = rowOf(journal, history);
  if (row && row.state !== 'corrupt' && !isOpen(row.state)) {
    rememberAll(journal, [{ newest: history.newest, row }]);
  }
}

export function rememberAll(journal: Journal, lines: readonly Line[]): void {
  if (lines.length === 0) return;
  const path = join(journal.directory, NAME);
  const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  try {
    if (journal.files.stat(path) || !journal.files.create(path, bytes)) {
      journal.files.append(path, bytes);
    }
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
  }
}

/** Remembered rows by key. */
export function readIndex(journal: Journal): Map<string, Line> {
  const lines = new Map<string, Line>();
  const bytes = journal.files.read(join(journal.directory, NAME));
  if (bytes === undefined) return lines;
  for (const text of Buffer.from(bytes).toString('utf8').split('\n')) {
    const line = parse(text);
    if (line) lines.set(line.row.key, line);
  }
  return lines;
}

function parse(text: string): Line | undefined {
  if (text === '') return undefined;
  try {
    const line: unknown = JSON.parse(text);
    return isLine(line) ? line : undefined;
  } catch {
    return undefined;
  }
}

function isLine(value: unknown): value is Line {
  if (!isRecord(value) || typeof value.newest !== 'number' || !isRecord(value.row)) return false;
  const row = value.row;
  const words = [
    'operation',
    'reference',
    'requestUId',
    'startedAt',
    'endedAt',
    'profile',
    'baseUrl',
    'key',
  ];
  return (
    words.every((name) => typeof row[name] === 'string') &&
    (row.amount === null || typeof row.amount === 'string') &&
    typeof row.attempts === 'number' &&
    typeof row.exit === 'number' &&
    Object.hasOwn(EXIT, String(row.class)) &&
    STATES.some((state) => state === row.state)
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
