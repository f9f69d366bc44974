import { describe, expect, it } from 'vitest';
import { verify } from '../../src/journal/verify.js';
import { manyCharges, type TestJournal, testJournal } from '../fixtures/journal.js';

const COUNT = 3_000;

const parts = ({ host }: TestJournal) =>
  host.files.paths().filter((path) => path.endsWith('.1.jsonl'));

describe('verify of a large journal', async () => {
  const made = await manyCharges(COUNT);
  const { files } = made.host;
  const all = parts(made);
  const damaged = [100, 2_050, 2_051, 2_700, 2_999].map((index) => all[index] ?? '');
  for (const path of damaged) files.put(path, 'damaged\n');

  it('finds what is damaged', async () => {
    const found = await verify(made.journal);
    expect(found).toMatchObject({ claims: COUNT, torn: [] });
    expect(found.faults.map(({ file }) => file).sort()).toEqual(damaged);
  });

  it('hears while it works that it is to stop', async () => {
    const stop = new AbortController();
    setImmediate(() => setImmediate(() => stop.abort()));
    const told: number[] = [];
    const found = await verify(made.journal, {
      stopping: stop.signal,
      onProgress: (claims) => told.push(claims),
    });
    expect(found.claims).toBeLessThan(COUNT);
    expect(told.at(-1)).toBe(found.claims);
  });
});

describe('verify of a claim', () => {
  it('reads all of a claim of which the index knows only the beginning', async () => {
    const { host, journal, answers, pay } = testJournal();
    answers['ewallet.pay'] = () => ({ class: 'RATE_LIMITED' });
    await pay();
    answers['ewallet.pay'] = () => ({ class: 'SUCCESS' });
    await pay();
    const later = host.files.paths().find((path) => path.endsWith('.2.jsonl')) ?? '';
    host.files.put(later, 'damaged\n');
    const key = later.split('/').at(-1)?.split('.')[0] ?? '';
    const view = {
      open: [],
      async *ended() {
        yield { key, newest: 1, at: 0 };
      },
      last: async () => new Map(),
      close() {},
    };
    const store = { ...journal.store, index: { open: async () => view } };
    const { faults } = await verify({ ...journal, store });
    expect(faults.map(({ file }) => file)).toEqual([later]);
  });
});
