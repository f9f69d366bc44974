import { isRecord } from '../../core/fields.js';
import { isJsonObject, type JsonObject, parseJson, stringifyJson } from '../../core/json.js';
import { unsealLine } from '../../core/sealed-log.js';
import { type ChainEnd, chainLines, type Link } from '../chain.js';
import type { CachedOutcome } from '../claim-index.js';
import type { Original } from '../claims.js';
import { outcomeValues, toOutcome } from '../outcome-line.js';
import type { Sealer } from '../seal.js';
import type { EntryRow } from './claim-sql.js';
import { type DatabaseRow, readNumber, readText } from './sql.js';

/** A line to be written, and the original of what is masked in it. */
export interface OwnLine {
  content: JsonObject;
  original?: Original | undefined;
}

/** A revision as its writer knows it, and as it waits in the spool. */
export interface OwnRevision {
  key: string;
  revision: number;
  attempt: string;
  /** Where the lines of the claim lie, once they are known to be in the store; `claim-sql.ts` says what for. */
  month?: string | undefined;
  /** The newest line of the claim, which it follows. */
  after: ChainEnd;
  lines: OwnLine[];
  /** How the charge ended with them. */
  end?: CachedOutcome | undefined;
}

/** A line in the store: its row, and its link in the chain of the claim. */
export interface WrittenLine {
  row: EntryRow;
  link: Link;
}

/** Chains the lines after `after`, and seals their originals. */
export function chainRows(
  lines: readonly OwnLine[],
  { key, after }: Pick<OwnRevision, 'key' | 'after'>,
  sealer: Sealer,
): WrittenLine[] {
  const chained = chainLines(
    lines.map(({ content }) => content),
    after,
  );
  return chained.map(({ content, sum, text }, index) => {
    const seq = after.seq + index + 1;
    const row: EntryRow = { seq, line: text.trimEnd() };
    const original = lines[index]?.original;
    if (original) row.original = sealOriginal(original, key, seq, sealer);
    return { row, link: { content, sum } };
  });
}

function sealOriginal({ bank, value }: Original, key: string, seq: number, sealer: Sealer) {
  const text = Buffer.from(stringifyJson(value));
  return { bank, sealed: sealer.seal(associatedOriginal(bank, key, seq), text) };
}

/** A line that this process or another one wrote; of its link only the checksum is read. */
export function readWrittenLine(row: DatabaseRow): WrittenLine {
  const line = readText(row, 'line');
  const sealed = unsealLine(line, 64);
  const sum = typeof sealed === 'string' ? '' : sealed.sum;
  return { row: { seq: readNumber(row, 'seq'), line }, link: { content: {}, sum } };
}

/** The month of a claim's partition, ISO 8601; undefined in an answer that does not have it. */
export function readMonth(row: DatabaseRow | undefined): string | undefined {
  return typeof row?.month === 'string' ? row.month : undefined;
}

export function entryName(key: string, revision: number): string {
  return `payctl.entry, key ${key}, part ${revision}`;
}

/** The context that an original is sealed with. */
export function associatedOriginal(bank: string, key: string, seq: number) {
  return { bank, name: `entry/${key}/${seq}` };
}

export interface SpooledRevision {
  own: OwnRevision;
  /** A call may have gone out on it. */
  sent: boolean;
  store: string;
}

/** What the spool keeps of a revision until `readSpooledRevision` reads it. */
export function spoolValue({ own, sent, store }: SpooledRevision): Record<string, unknown> {
  const { key, revision, attempt, after, end } = own;
  const lines = own.lines.map(({ content, original }) => [
    stringifyJson(content),
    original ? [original.bank, stringifyJson(original.value)] : null,
  ]);
  return {
    key,
    part: revision,
    attempt,
    after,
    end: end && outcomeValues(end),
    lines,
    sent,
    store,
  };
}

/** undefined for anything that `spoolValue` did not write. */
export function readSpooledRevision(value: Record<string, unknown>): SpooledRevision | undefined {
  const { key, part, attempt, after, lines, sent, store, end } = value;
  if (typeof key !== 'string' || typeof attempt !== 'string' || typeof part !== 'number') return;
  if (!isRecord(after) || typeof after.seq !== 'number' || typeof after.sum !== 'string') return;
  if (!Array.isArray(lines)) return undefined;
  const own: OwnRevision = {
    key,
    revision: part,
    attempt,
    after: { seq: after.seq, sum: after.sum },
    lines: lines.flatMap((line) => ownLine(line) ?? []),
    end: Array.isArray(end) ? toOutcome(end) : undefined,
  };
  return { own, sent: sent === true, store: typeof store === 'string' ? store : '' };
}

function ownLine(line: unknown): OwnLine | undefined {
  const [text, original]: unknown[] = Array.isArray(line) ? line : [];
  const content = parseObject(text);
  if (content === undefined) return undefined;
  const [bank, value]: unknown[] = Array.isArray(original) ? original : [];
  return typeof bank === 'string' && typeof value === 'string'
    ? { content, original: { bank, value: parseJson(value) } }
    : { content };
}

function parseObject(text: unknown): JsonObject | undefined {
  const value = typeof text === 'string' ? parseJson(text) : undefined;
  return isJsonObject(value) ? value : undefined;
}
