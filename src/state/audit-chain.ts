import { join } from 'node:path';
import { asBuffer } from '../core/bytes.js';
import { sha256 } from '../core/hash.js';
import { isJsonObject, type JsonObject, jsonText } from '../core/json.js';
import { unsealedExactly } from '../core/sealed-log.js';
import type { Files, OpenFile } from '../host/host.js';
import { checkpointMessages } from '../messages/checkpoint.js';
import { damage } from '../messages/damage.js';
import { ORIGIN } from './chain.js';
import type { Damage } from './claims.js';
import { readLines } from './files/lines.js';
import { statePath } from './paths.js';

/** The logs of a machine: the looks of the console, and what people decided by commands that no journal records. */
export const AUDIT_LOGS = ['console', 'decisions'] as const;
export type AuditLogName = (typeof AUDIT_LOGS)[number];

const NAME = /^\d{4}-\d{2}-\d{2}\.jsonl$/;

/** How far a log has come: each line says what its writer saw of the file, and the sum of the last line there. */
export interface AuditEnd {
  /** Where the last whole line ends; 0 where there is none. */
  offset: number;
  prev: string;
  /** Something follows that is no whole line: its writer was killed. */
  torn: boolean;
}

/** A file of a log as a checkpoint covers it. */
export interface AuditHead extends Pick<AuditEnd, 'offset' | 'prev'> {
  /** With the directory of its log. */
  file: string;
}

/** The names of the days of a log, the oldest first. */
export function listDays(files: Pick<Files, 'list'>, directory: string): string[] {
  return files.list(directory).filter((name) => NAME.test(name));
}

/** What a line holds; undefined where it was changed or cut off. */
export function readAuditLine(line: string): JsonObject | undefined {
  const content = unsealedExactly(line);
  return isJsonObject(content) ? content : undefined;
}

/** The sum by which the next line names this one, also where it is damaged. */
function auditLineSum(line: string): string {
  return /"sum":"([0-9a-f]{64})"\}$/.exec(line)?.[1] ?? sha256(line);
}

/** Where a day ends; the first line of a day follows on the last one of the day before. */
export function findAuditEnd(files: Files, directory: string, day: string): AuditEnd {
  const own = readEnd(files, join(directory, day));
  if (own && own.offset > 0) return own;
  const before = listDays(files, directory).findLast((name) => name < day);
  const prev = before === undefined ? undefined : readEnd(files, join(directory, before))?.prev;
  return { offset: 0, prev: prev ?? ORIGIN, torn: own?.torn ?? false };
}

function readEnd(files: Files, path: string): AuditEnd | undefined {
  const file = files.open(path);
  if (file === undefined) return undefined;
  try {
    return findEnd(file);
  } finally {
    file.close();
  }
}

const WINDOW_BYTES = 8 * 1024;
const LINE_FEED = 10;

function findEnd(file: OpenFile): AuditEnd {
  const size = file.size();
  for (let window = WINDOW_BYTES; ; window *= 2) {
    const from = Math.max(0, size - window);
    const bytes = asBuffer(file.read(from, size - from));
    const last = bytes.lastIndexOf(LINE_FEED);
    const start = last > 0 ? bytes.lastIndexOf(LINE_FEED, last - 1) + 1 : 0;
    if (last < 0 && from === 0) return { offset: 0, prev: ORIGIN, torn: size > 0 };
    if (last < 0 || (start === 0 && from > 0)) continue;
    const offset = from + last + 1;
    return { offset, prev: auditLineSum(bytes.toString('utf8', start, last)), torn: offset < size };
  }
}

/** Checks every line of the logs from a day on, and that each follows on what its writer saw. */
export function verifyAudit(
  files: Files,
  stateDir: string,
  since = '',
): { lines: number; faults: Damage[] } {
  const logs = AUDIT_LOGS.map((log) => verifyLog(files, statePath(stateDir, log), since));
  return {
    lines: logs.reduce((sum, { lines }) => sum + lines, 0),
    faults: logs.flatMap(({ faults }) => faults),
  };
}

function verifyLog(
  files: Files,
  directory: string,
  since: string,
): { lines: number; faults: Damage[] } {
  const faults: Damage[] = [];
  let lines = 0;
  let before: ReadonlySet<string> | undefined;
  for (const day of listDays(files, directory)) {
    if (day < since) continue;
    const path = join(directory, day);
    const checked = checkDay(files, path, before);
    lines += checked.lines;
    before = checked.sums;
    faults.push(...checked.faults.map((fault) => ({ file: path, ...fault })));
  }
  return { lines, faults };
}

interface CheckedDay {
  lines: number;
  faults: Omit<Damage, 'file'>[];
  sums: ReadonlySet<string>;
}

/**
 * One day. Two processes may write at the same moment, and then the second line does not name the first:
 * so a line may follow on any one before it, at the place that it gives. After a line that follows on none
 * all places may be wrong, and are not looked at.
 */
function checkDay(files: Files, path: string, before: ReadonlySet<string> | undefined): CheckedDay {
  const ends = new Map<number, string>();
  const checked: CheckedDay = { lines: 0, faults: [], sums: new Set() };
  let follows = true;
  for (const { text, offset, length } of placedLines(files, path)) {
    checked.lines += 1;
    const line = checked.lines;
    const content = readAuditLine(text);
    if (content === undefined) checked.faults.push({ line, why: damage.checksum });
    else if (follows) {
      const prev = jsonText(content.prev) ?? '';
      const seen = Number(jsonText(content.offset));
      // Of the first day that is looked at nobody knows what it follows on.
      follows = seen > 0 ? ends.get(seen) === prev : before === undefined || before.has(prev);
      if (!follows) checked.faults.push({ line, why: damage.notContinued });
    }
    ends.set(offset + length, auditLineSum(text));
  }
  return { ...checked, sums: new Set(ends.values()) };
}

/** Where each day of these logs ends, for a checkpoint. */
export function auditHeads(files: Files, stateDir: string): AuditHead[] {
  return AUDIT_LOGS.flatMap((log) => {
    const directory = statePath(stateDir, log);
    return listDays(files, directory).flatMap((day) => {
      const end = readEnd(files, join(directory, day));
      return end ? [{ file: `${log}/${day}`, offset: end.offset, prev: end.prev }] : [];
    });
  });
}

/** What is no longer as a checkpoint of this moment has it. */
export function auditLosses(
  files: Files,
  stateDir: string,
  { heads, at }: { heads: readonly AuditHead[]; at: string },
): Damage[] {
  return heads.flatMap(({ file: name, offset, prev }) => {
    const path = join(stateDir, name);
    const file = files.open(path);
    if (file === undefined)
      return [{ file: path, line: 1, why: checkpointMessages.dayRemoved(at) }];
    try {
      const end = findEnd({ ...file, size: () => Math.min(offset, file.size()) });
      if (end.offset === offset && end.prev === prev) return [];
      return [{ file: path, line: 1, why: checkpointMessages.changed(at) }];
    } finally {
      file.close();
    }
  });
}

function* placedLines(files: Files, path: string) {
  const file = files.open(path);
  if (file === undefined) return;
  try {
    yield* readLines(file, 0);
  } finally {
    file.close();
  }
}
