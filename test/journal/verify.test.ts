import { describe, expect, it } from 'vitest';
import { PayctlError } from '../../src/core/errors.js';
import { checkClaims } from '../../src/journal/check.js';
import { type Checkers, verify } from '../../src/journal/verify.js';
import type { Bench } from './bench.js';
import { manyCharges } from './many.js';

const COUNT = 3_000;
/** At first that many are checked without threads. */
const FEW = 2_000;

const parts = ({ host }: Bench) => host.files.paths().filter((path) => path.endsWith('.1.jsonl'));

type Check = (...work: Parameters<typeof checkClaims>) => ReturnType<Checkers['run']>;

/** Threads that are done in another order than they have begun. */
function unordered({ journal }: Bench, check: Check = checkClaims) {
  const seen = { opened: 0, closed: 0, claims: 0 };
  const checkers: Checkers = {
    count: 4,
    async run(claims) {
      const turns = 1 + ((seen.claims * 7) % 5);
      seen.claims += claims.length;
      for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
      return check(journal, claims);
    },
    async close() {
      seen.closed += 1;
    },
  };
  const openCheckers = async () => {
    seen.opened += 1;
    return checkers;
  };
  return { seen, openCheckers };
}

describe('verify of a large journal', async () => {
  const made = await manyCharges(COUNT);
  const { files } = made.host;
  const all = parts(made);
  const damaged = [100, 2_050, 2_051, 2_700, 2_999].map((index) => all[index] ?? '');
  for (const path of damaged) files.put(path, 'damaged\n');

  it('finds in threads what it finds without, in the same order', async () => {
    const { seen, openCheckers } = unordered(made);
    const alone = await verify(made.journal);
    expect(alone).toMatchObject({ claims: COUNT, torn: [] });
    expect(alone.faults.map(({ file }) => file).sort()).toEqual(damaged);
    expect(await verify(made.journal, { openCheckers })).toEqual(alone);
    expect(seen).toEqual({ opened: 1, closed: 1, claims: COUNT - FEW });
  });

  it('opens no thread for few', async () => {
    const few = await manyCharges(FEW);
    const { seen, openCheckers } = unordered(few);
    expect(await verify(few.journal, { openCheckers })).toMatchObject({ claims: FEW });
    expect(seen.opened).toBe(0);
  });

  it('fails as a thread does, and closes all of them', async () => {
    const { seen, openCheckers } = unordered(made, async () => {
      throw new Error('no memory is left');
    });
    await expect(verify(made.journal, { openCheckers })).rejects.toThrow('no memory is left');
    expect(seen.closed).toBe(1);
  });

  it('tells by itself why a thread cannot read a claim', async () => {
    const { openCheckers } = unordered(made, async (...work) =>
      checkClaims(...work).catch(() => undefined),
    );
    files.before = (step, path) => {
      if (step === 'read' && path === all[2_500]) {
        throw new PayctlError('CONFIG', `cannot read ${path}: the disk reported an error`);
      }
    };
    const why = `cannot read ${all[2_500]}`;
    await expect(verify(made.journal)).rejects.toThrow(why);
    await expect(verify(made.journal, { openCheckers })).rejects.toThrow(why);
    files.before = () => undefined;
  });

  it.each([
    ['with threads', unordered(made).openCheckers],
    ['without', undefined],
  ])('hears while it works that it is to stop, %s', async (_, openCheckers) => {
    const stop = new AbortController();
    setImmediate(() => setImmediate(() => stop.abort()));
    const told: number[] = [];
    const found = await verify(made.journal, {
      stopping: stop.signal,
      openCheckers,
      onProgress: (claims) => told.push(claims),
    });
    expect(found.claims).toBeLessThan(COUNT);
    expect(told.at(-1)).toBe(found.claims);
  });

  it('stops while threads are at work, and closes them', async () => {
    const { seen, openCheckers } = unordered(made);
    const stop = new AbortController();
    const onProgress = (claims: number) => {
      if (claims > FEW) stop.abort();
    };
    const found = await verify(made.journal, { stopping: stop.signal, openCheckers, onProgress });
    expect(found.claims).toBe(FEW + 200);
    expect(seen.closed).toBe(1);
  });
});
