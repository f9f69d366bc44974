import { describe, expect, it } from 'vitest';
import { verify } from '../../src/journal/verify.js';
import { manyCharges, type TestJournal } from '../fixtures/journal.js';

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
