import { join } from 'node:path';
import { EXIT, type ExitClass, PayctlError } from '../core/errors.js';
import { sealLine, unsealLine } from '../core/sealed-log.js';
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
export interface Line {
  newest: number;
  row: Row;
}

/** A line as it was read. */
export interface Remembered extends Line {
  /** Its checksum fits, so it may be shown; an older version wrote none. */
  sound: boolean;
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
  const bytes = bytesOf(lines);
  try {
    if (journal.files.stat(path) || !journal.files.create(path, bytes)) {
      journal.files.append(path, bytes);
    }
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
  }
}

/** Claims that are forgotten are not missed. */
export function dropFromIndex(journal: Journal, keys: ReadonlySet<string>): void {
  const path = join(journal.directory, NAME);
  const kept = [...readIndex(journal).values()].filter(({ row }) => !keys.has(row.key));
  if (journal.files.stat(path)) journal.files.replace(path, bytesOf(kept));
}

/** Remembered rows by key; what is not sound hides nothing that is. */
export function readIndex(journal: Journal): Map<string, Remembered> {
  const lines = new Map<string, Remembered>();
  const bytes = journal.files.read(join(journal.directory, NAME));
  if (bytes === undefined) return lines;
  for (const text of Buffer.from(bytes).toString('utf8').split('\n')) {
    const sealed = unsealLine(text, 16);
    const sound = typeof sealed !== 'string';
    const line = unpacked(parse(sound ? sealed.json : text));
    if (line && (sound || !lines.get(line.row.key)?.sound)) {
      lines.set(line.row.key, { ...line, sound });
    }
  }
  return lines;
}

function bytesOf(lines: readonly Line[]): Uint8Array {
  const texts = lines.map((line) => sealLine(JSON.stringify(packed(line)), 16).text);
  return Buffer.from(texts.join(''));
}

/** Values without their names: there may be very many. */
function packed({ newest, row }: Line): unknown[] {
  const { key, operation, reference, requestUId, startedAt, endedAt } = row;
  const { profile, baseUrl, state, class: kind, attempts, amount } = row;
  const words = [key, operation, reference, requestUId, startedAt, endedAt, profile, baseUrl];
  return [newest, attempts, state, kind, amount, ...words];
}

function unpacked(values: unknown): Line | undefined {
  if (!Array.isArray(values)) return undefined;
  const [newest, attempts, state, kind, amount, ...words]: unknown[] = values;
  const [key, operation, reference, requestUId, startedAt, endedAt, profile, baseUrl, ...more] =
    words.filter((word) => typeof word === 'string');
  if (more.length > 0) return undefined;
  const known = STATES.find((candidate) => candidate === state);
  if (typeof newest !== 'number' || typeof attempts !== 'number' || !known) return undefined;
  if (!isClass(kind) || (amount !== null && typeof amount !== 'string')) return undefined;
  if (key === undefined || operation === undefined || reference === undefined) return undefined;
  if (requestUId === undefined || startedAt === undefined || endedAt === undefined)
    return undefined;
  if (profile === undefined || baseUrl === undefined) return undefined;
  const named = { operation, reference, amount, state: known, requestUId, startedAt, endedAt };
  const row = { ...named, attempts, profile, baseUrl, class: kind, exit: EXIT[kind], key };
  return { newest, row };
}

function isClass(value: unknown): value is ExitClass {
  return typeof value === 'string' && Object.hasOwn(EXIT, value);
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
