import { describe, expect, it, vi } from 'vitest';
import { inquire } from '../../../src/bank/ewallet/operations.js';
import type { Outcome, OutcomeClass } from '../../../src/client/outcome.js';
import { preparer } from '../../../src/commands/batch/operation-task.js';
import { OwnPace } from '../../../src/commands/batch/pace.js';
import { endedResult, resultLines } from '../../../src/commands/batch/result-lines.js';
import { Results } from '../../../src/commands/batch/results.js';
import type { PreparedRow } from '../../../src/commands/batch/row-reader.js';
import { FileRows, type Shard, WHOLE } from '../../../src/commands/batch/row-source.js';
import { BatchRun, STOPS, UNANSWERED } from '../../../src/commands/batch/runner.js';
import { PayctlError } from '../../../src/core/errors.js';
import { joinTexts } from '../../../src/core/message.js';
import { fakeClock, seededRandom } from '../../fixtures/fake-host.js';

const outcome = (kind: OutcomeClass, more: Partial<Outcome> = {}): Outcome => ({
  class: kind,
  executed: kind === 'OUTCOME_UNKNOWN' ? 'unknown' : 'no',
  operation: 'ewallet.inquire',
  request: { method: 'POST', url: 'https://bank.invalid/x', requestUId: 'U'.repeat(32) },
  message: joinTexts([`it ended ${kind}`]),
  ...more,
});

interface World {
  rows?: number;
  concurrency?: number;
  ordered?: boolean;
  shard?: Shard;
  write?: (text: string) => void;
  stopping?: AbortController;
}

async function play(call: (reference: string) => Outcome | Promise<Outcome>, world: World = {}) {
  const clock = fakeClock(0);
  let text = '';
  const results = new Results({
    lines: resultLines('csv', { columns: ['reference', 'class'] }),
    target: {
      size: 0,
      write:
        world.write ??
        ((more) => {
          text += more;
        }),
      flush: () => {},
    },
    clock,
    ordered: world.ordered ?? true,
    onWritten: async () => {},
  });
  async function* rows() {
    for (let row = 1; row <= (world.rows ?? 6); row++) {
      yield [{ line: row + 1, given: { outTradeNo: `A${row}` } }];
    }
  }
  const ending = await new BatchRun({
    source: new FileRows(rows(), world.shard ?? WHOLE, results.done),
    prepare: preparer({
      operation: inquire,
      base: { tranType: 'W', companyId: '001', terminalId: '1' },
      environment: 'live',
      startedAt: 0,
      clock,
      random: seededRandom(1),
    }),
    work: {
      call: async ({ reference = '' }: PreparedRow) => call(reference),
      result: endedResult,
      pace: new OwnPace(clock, undefined),
      stops: STOPS,
      unanswered: UNANSWERED,
    },
    results,
    concurrency: world.concurrency ?? 3,
    stopping: (world.stopping ?? new AbortController()).signal,
  }).run();
  const lines = text.trim().split('\n').slice(1);
  return {
    ending,
    results,
    tally: results.tally,
    references: lines.map((line) => line.split(',')[1]),
    text,
    clock,
  };
}

const soon = (turns: number) =>
  Array.from({ length: turns }).reduce<Promise<void>>(
    (before) => before.then(() => new Promise((resolve) => setImmediate(resolve))),
    Promise.resolve(),
  );

/** Later rows are faster. */
const backwards = async (reference: string) => {
  await soon(30 - 4 * Number(reference.slice(1)));
  return outcome('SUCCESS');
};

describe('a batch', () => {
  it('writes results in the order of the input, whichever comes first', async () => {
    const { references, ending } = await play(backwards);
    expect(references).toEqual(['A1', 'A2', 'A3', 'A4', 'A5', 'A6']);
    expect(ending).toEqual({ complete: true, unknown: 0, moved: 0 });
  });

  it('writes them as they come where that is asked for', async () => {
    const { references } = await play(backwards, { ordered: false, concurrency: 6 });
    expect(references).toEqual(['A6', 'A5', 'A4', 'A3', 'A2', 'A1']);
  });

  it('never has more rows under way than it may', async () => {
    let now = 0;
    let most = 0;
    await play(
      async () => {
        most = Math.max(most, ++now);
        await soon(2);
        now -= 1;
        return outcome('SUCCESS');
      },
      { rows: 40, concurrency: 4 },
    );
    expect(most).toBe(4);
  });

  it('that is over is left alone by a signal that comes later', async () => {
    const stopping = new AbortController();
    const { results } = await play(() => outcome('SUCCESS'), { stopping });
    const admitAll = vi.spyOn(results, 'admitAll');
    stopping.abort();
    expect(admitAll).not.toHaveBeenCalled();
  });

  it.each(['AUTH', 'TLS'] as const)('%s stops it; the row is left for --resume', async (kind) => {
    const { references, ending } = await play(
      (reference) => outcome(reference === 'A3' ? kind : 'SUCCESS'),
      { concurrency: 1 },
    );
    expect(references).toEqual(['A1', 'A2']);
    expect(ending).toMatchObject({ complete: false, stop: { exitClass: kind } });
  });

  it('a fault of this machine stops it; rows under way come to their end', async () => {
    const { references, ending } = await play(async (reference) => {
      await soon(Number(reference.slice(1)));
      if (reference === 'A2') throw new PayctlError('CONFIG', joinTexts(['no secret']));
      return outcome('SUCCESS');
    });
    expect(ending).toMatchObject({ complete: false, stop: { exitClass: 'CONFIG' } });
    expect(references).toEqual(['A1', 'A3', 'A4']);
  });

  it('a bug is thrown', async () => {
    const broken = play(() => {
      throw new TypeError('oops');
    });
    await expect(broken).rejects.toThrow('oops');
  });

  it('twenty rows in a row without an answer stop it, not twenty among others', async () => {
    const away = await play(() => outcome('UNAVAILABLE'), { rows: 100, concurrency: 1 });
    expect(away.ending.stop?.exitClass).toBe('UNAVAILABLE');
    expect(away.tally.total).toBe(20);
    const flapping = await play(
      (reference) => outcome(reference.endsWith('0') ? 'SUCCESS' : 'OUTCOME_UNKNOWN'),
      { rows: 100, concurrency: 1 },
    );
    expect(flapping.ending).toMatchObject({ complete: true });
  });

  it('repeats a rate-limited row, slower', async () => {
    const seen = new Map<string, number>();
    const { tally, clock } = await play((reference) => {
      const times = (seen.get(reference) ?? 0) + 1;
      seen.set(reference, times);
      return outcome(times < 3 && reference === 'A2' ? 'RATE_LIMITED' : 'SUCCESS');
    });
    expect(String(tally)).toBe('6 SUCCESS');
    expect(seen.get('A2')).toBe(3);
    expect(clock.now()).toBeGreaterThanOrEqual(2_000);
  });

  it('gives up after five refusals of one row', async () => {
    const { ending, tally } = await play(() => outcome('RATE_LIMITED'), { concurrency: 1 });
    expect(ending.stop?.exitClass).toBe('RATE_LIMITED');
    expect(tally.total).toBe(0);
  });

  it('stopped, it starts no row, ends those under way and leaves open what is not final', async () => {
    const stopping = new AbortController();
    const started: string[] = [];
    const { ending, references } = await play(
      async (reference) => {
        started.push(reference);
        if (reference === 'A3') stopping.abort();
        await soon(3);
        return outcome(reference === 'A2' ? 'OUTCOME_UNKNOWN' : 'SUCCESS');
      },
      { stopping },
    );
    expect(started).toEqual(['A1', 'A2', 'A3']);
    expect(references).toEqual(['A1', 'A3']);
    expect(ending).toEqual({ complete: false, unknown: 1, moved: 1 });
  });

  it('ends where results cannot be written, and starts no more rows', async () => {
    let started = 0;
    let written = '';
    const { ending } = await play(
      async () => {
        started += 1;
        await soon(1);
        return outcome('SUCCESS');
      },
      {
        rows: 20_000,
        write: (text) => {
          if (written !== '') throw new PayctlError('CONFIG', joinTexts(['the disk is full']));
          written = text;
        },
      },
    );
    expect(ending).toMatchObject({ complete: false, stop: { exitClass: 'CONFIG' } });
    expect(started).toBeLessThan(100);
  });
});
