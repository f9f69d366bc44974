import { beforeEach, describe, expect, it } from 'vitest';
import { sealLine } from '../../src/core/sealed-log.js';
import type { Host } from '../../src/host/host.js';
import { auditHeads, auditLosses, verifyAudit } from '../../src/state/audit-chain.js';
import { AuditLog } from '../../src/state/audit-log.js';
import { type FakeFiles, fakeFiles } from '../fixtures/fake-files.js';

const STATE = '/state';
const FIRST = `${STATE}/decisions/2026-01-31.jsonl`;
const SECOND = `${STATE}/decisions/2026-02-01.jsonl`;
const NOON = Date.parse('2026-01-31T12:00:00+07:00');
const DAY_MS = 86_400_000;

let files: FakeFiles;
let now: number;
let log: AuditLog;
beforeEach(() => {
  now = NOON;
  files = fakeFiles({}, () => now);
  const self = { pid: 1, start: '1', boot: 'h/b' };
  const process: Host['process'] = {
    self,
    operator: { user: 'mali' },
    state: () => 'alive',
    uptime: () => 0,
    sinceBoot: () => 0,
  };
  const clock = { now: () => now, sleep: async () => undefined };
  log = new AuditLog({ files, clock, process }, STATE, 'decisions');
  for (const what of ['one', 'two', 'three']) write(what);
  now += DAY_MS;
  for (const what of ['four', 'five']) write(what);
});

const write = (what: string) => log.write({ profile: 'shop', action: 'store init', what });
const textOf = (path: string) => files.text(path) ?? '';
const linesOf = (path: string) => textOf(path).split('\n').slice(0, -1);
const put = (path: string, lines: readonly string[]) =>
  files.put(path, lines.map((line) => `${line}\n`).join(''));

/** Where something is wrong, as `FILE:LINE`. */
function faults(since?: string): string[] {
  return verifyAudit(files, STATE, since).faults.map(({ file, line }) => `${file}:${line}`);
}

/** A line with something else in it, and a right sum. */
function rewritten(line: string, from: string, to: string): string {
  const { sum: _sum, ...content } = JSON.parse(line.replace(from, to));
  return sealLine(JSON.stringify(content), 64).text.trimEnd();
}

describe('the audit of a machine', () => {
  it('is whole as it was written, over days', () => {
    expect(verifyAudit(files, STATE)).toEqual({ lines: 5, faults: [] });
    expect([...log.since(NOON, () => undefined)]).toHaveLength(5);
  });

  it.each([0, 1])('misses line %s, which was deleted', (index) => {
    put(FIRST, linesOf(FIRST).toSpliced(index, 1));
    expect(faults()).toEqual([`${FIRST}:${index + 1}`]);
  });

  it('misses the end of a day, and a whole day', () => {
    put(FIRST, linesOf(FIRST).slice(0, 2));
    expect(faults()).toEqual([`${SECOND}:1`]);
    write('six');
    now += DAY_MS;
    write('seven');
    files.remove(SECOND);
    expect(faults()).toEqual([`${STATE}/decisions/2026-02-02.jsonl:1`]);
  });

  it('shows a line that was changed, with a sum that fits too', () => {
    const [one = '', two = '', three = ''] = linesOf(FIRST);
    put(FIRST, [one, two.replace('mali', 'mala'), three]);
    expect(faults()).toEqual([`${FIRST}:2`]);
    put(FIRST, [one, rewritten(two, 'mali', 'mala'), three]);
    expect(faults()).toEqual([`${FIRST}:3`]);
    put(FIRST, [one, rewritten(two, 'mali', 'malinee'), three]);
    expect(faults()).toEqual([`${FIRST}:3`]);
  });

  it('shows a line that was put in between', () => {
    const lines = linesOf(FIRST);
    put(FIRST, lines.toSpliced(1, 0, rewritten(lines[1] ?? '', 'two', 'won')));
    expect(faults()).toEqual([`${FIRST}:4`]);
  });

  it('takes two processes that write at the same moment, and misses what one of them wrote', () => {
    // Both have seen the same end of the file.
    const other = textOf(SECOND);
    write('of one');
    const one = linesOf(SECOND).at(-1) ?? '';
    files.put(SECOND, other);
    write('of another');
    files.put(SECOND, `${textOf(SECOND)}${one}\n`);
    write('after both');
    expect(faults()).toEqual([]);
    put(SECOND, linesOf(SECOND).toSpliced(2, 1));
    expect(faults()).toEqual([`${SECOND}:4`]);
  });

  it('goes on after a writer that was killed in a line', () => {
    files.put(SECOND, `${textOf(SECOND)}{"at":"2026-`);
    write('six');
    expect(faults()).toEqual([`${SECOND}:3`]);
    expect([...log.since(NOON, () => undefined)]).toHaveLength(6);
  });

  it('is checked from a day on', () => {
    put(FIRST, linesOf(FIRST).slice(1));
    expect(faults('2026-02-01')).toEqual([]);
  });

  it('is held by a checkpoint, the last line too', () => {
    const covered = { heads: auditHeads(files, STATE), at: '2026-02-01T12:00:00.000Z' };
    const lost = () =>
      auditLosses(files, STATE, covered).map(({ file, why }) => `${file}: ${String(why)}`);
    write('six');
    expect(lost()).toEqual([]);
    put(SECOND, linesOf(SECOND).slice(0, 1));
    expect(faults()).toEqual([]);
    expect(lost()).toEqual([expect.stringMatching(/02-01.*removed or changed/)]);
    files.remove(SECOND);
    expect(lost()).toEqual([expect.stringMatching(/02-01.*was removed/)]);
  });
});
