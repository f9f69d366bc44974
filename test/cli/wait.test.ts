import { describe, expect, it } from 'vitest';
import type { Fields, Operation } from '../../src/bank/define.js';
import { create, inquire } from '../../src/bank/ewallet/operations.js';
import { create as createQr, createV1 } from '../../src/bank/qr/operations.js';
import { interactionAt } from '../../src/cli/terminal.js';
import type { Outcome, OutcomeClass } from '../../src/client/outcome.js';
import { parseJson } from '../../src/core/json.js';
import { wording } from '../../src/messages/wording.js';
import { toFailure } from '../../src/runtime/failure.js';
import { readGlobals } from '../../src/runtime/globals.js';
import { type Waiting, waitFor } from '../../src/runtime/wait.js';
import { NOWHERE, payctl } from '../fixtures/command.js';
import { fakeHost } from '../fixtures/fake-host.js';
import { said } from '../fixtures/said.js';
import { stubBank } from '../fixtures/stub-bank.js';

const answer = (kind: OutcomeClass, state?: string, data = '{}'): Outcome => ({
  class: kind,
  executed: 'yes',
  operation: 'the.call',
  request: { method: 'POST', url: 'https://bank.invalid/', requestUId: 'U'.repeat(32) },
  data: parseJson(data),
  message: wording.quoted(kind),
  ...(state === undefined ? {} : { state }),
});

const SIGNALS = {
  first: new AbortController().signal,
  second: new AbortController().signal,
  received: undefined,
  inFlight: new Set(),
};

interface Scene {
  operation?: Operation;
  input?: Fields;
  first: Outcome;
  later: readonly Outcome[];
  waitMs?: number;
  tty?: boolean;
  now?: number;
  /** Somebody sets the clock while the bank is asked. */
  sets?: number;
  /** A signal comes while the bank is asked. */
  stops?: boolean;
}

async function wait(scene: Scene) {
  const { operation = inquire, input = {}, first, later } = scene;
  const host = fakeHost({ tty: scene.tty ?? false, ...(scene.now && { now: scene.now }) });
  const asked: { by: string; input: Fields }[] = [];
  const queue = [...later];
  const stop = new AbortController();
  const services: Waiting = {
    host,
    stopping: stop.signal,
    door: interactionAt(host, readGlobals({ options: {}, words: [], names: [] }, {}), SIGNALS),
    caller: async () => ({
      async call({ id }, given) {
        asked.push({ by: id, input: given });
        host.clock.set(scene.sets ?? 0);
        if (scene.stops) stop.abort();
        return queue.shift() ?? answer('PENDING', 'USERPAYING');
      },
    }),
  };
  const outcome = await waitFor(operation, input, first, services, { waitMs: scene.waitMs });
  return { outcome, asked, naps: host.clock.naps, shown: host.stderr.text() };
}

const paying = answer('PENDING', 'USERPAYING');
const paid = answer('SUCCESS', 'SUCCESS');

describe('--wait', () => {
  it.each([-3_600_000, 3_600_000])(
    'waits as long when the clock is set by %i ms meanwhile',
    async (sets) => {
      const { naps } = await wait({ first: paying, later: [], waitMs: 10_000, sets });
      expect(naps.reduce((sum, nap) => sum + nap, 0)).toBe(10_000);
    },
  );

  it('does nothing where it is not given, or the state is final', async () => {
    expect((await wait({ first: paying, later: [] })).asked).toEqual([]);
    expect((await wait({ first: paid, later: [], waitMs: 60_000 })).asked).toEqual([]);
  });

  it.each([
    ['SUCCESS', paid],
    ['REJECTED', answer('REJECTED', 'CANCELED')],
  ])('asks a read again every 3 to 5 s until it is %s', async (kind, last) => {
    const { outcome, naps } = await wait({ first: paying, later: [paying, last], waitMs: 60_000 });
    expect(outcome.class).toBe(kind);
    expect(naps).toHaveLength(2);
    for (const nap of naps) expect(nap >= 3_000 && nap <= 5_000).toBe(true);
  });

  it.each([
    ['PENDING', paying],
    ['NOT_FOUND', answer('NOT_FOUND')],
  ])('ends as %s when the time is over, and waits no longer', async (kind, last) => {
    const { outcome, naps } = await wait({
      first: last,
      later: Array(9).fill(last),
      waitMs: 10_000,
    });
    expect(outcome.class).toBe(kind);
    expect(naps.reduce((sum, nap) => sum + nap)).toBe(10_000);
  });

  it('is unavailable where a signal stops it, unless the last answer is final', async () => {
    const stopped = { first: paying, waitMs: 60_000, stops: true };
    expect((await wait({ ...stopped, later: [paying] })).outcome).toMatchObject({
      class: 'UNAVAILABLE',
      state: 'USERPAYING',
      executed: 'no',
    });
    expect((await wait({ ...stopped, later: [paid] })).outcome).toEqual(paid);
    const input = { tranType: 'W', outTradeNo: 'A1', totalFee: '1' };
    const created = { ...stopped, operation: create, input, first: answer('SUCCESS') };
    const { outcome } = await wait({ ...created, later: [paying] });
    expect(toFailure(outcome)).toMatchObject({ executed: 'yes', safeToRetry: false });
  });

  it('0 asks a creation once', async () => {
    const { asked, outcome } = await wait({
      operation: create,
      input: { tranType: 'W', companyId: '1', terminalId: '2', outTradeNo: 'A1', totalFee: '1' },
      first: answer('SUCCESS'),
      later: [answer('NOT_FOUND')],
      waitMs: 0,
    });
    const input = { tranType: 'W', companyId: '1', terminalId: '2', outTradeNo: 'A1' };
    expect(asked).toEqual([{ by: 'ewallet.inquire', input }]);
    expect(outcome).toMatchObject({
      class: 'PENDING',
      message: said('not paid within the --wait time'),
    });
  });

  it.each<OutcomeClass>(['UNAVAILABLE', 'RATE_LIMITED', 'AUTH', 'BAD_DATA'])(
    'never ends a creation as %s, by which a script would make a second one',
    async (kind) => {
      const { outcome } = await wait({
        operation: create,
        input: { tranType: 'W', outTradeNo: 'A1', totalFee: '1' },
        first: answer('SUCCESS'),
        later: [{ ...answer(kind), executed: 'no' }],
        waitMs: 0,
      });
      expect(toFailure(outcome)).toMatchObject({
        ...{ class: 'PENDING', executed: 'yes', safeToRetry: false },
        message: said(`it was created; how it stands is not known: ${kind}`),
      });
    },
  );

  const bill = { ppId: '123456789012345', ref1: 'ORDER1', ref2: 'R2', amount: '10.00' };
  const billOf = (transactionDate: string) => ({
    by: 'bill.inquire',
    input: {
      eventCode: '00300100',
      transactionDate,
      billerId: bill.ppId,
      reference1: 'ORDER1',
      reference2: 'R2',
      amount: '10.00',
    },
  });

  it('looks for the payment of a QR by its day in Bangkok, over midnight on both', async () => {
    const scene = {
      operation: createQr,
      input: { qrType: 'PP', ...bill },
      first: answer('SUCCESS'),
      waitMs: 60_000,
      now: Date.UTC(2026, 2, 2, 16, 59, 58),
    };
    const { asked } = await wait({ ...scene, later: [paying, paying, paid] });
    expect(asked).toEqual([billOf('2026-03-02'), billOf('2026-03-03'), billOf('2026-03-02')]);
  });

  it('looks for card payments by the id of the QR, and for both kinds where both may be', async () => {
    const first = answer('SUCCESS', undefined, '{"qrCodeId":"20260131090000123456"}');
    const card = { by: 'qr.inquire', input: { qrId: '20260131090000123456' } };
    const ask = async (qrType: string) =>
      (await wait({ operation: createV1, input: { qrType, ...bill }, first, later: [], waitMs: 0 }))
        .asked;
    expect(await ask('CS')).toEqual([card]);
    expect(await ask('PPCS')).toEqual([billOf('2026-03-02'), card]);
    expect(await ask('PP')).toEqual([billOf('2026-03-02')]);
  });

  it('does not ask after a creation that failed', async () => {
    const scene = { operation: create, first: answer('REJECTED'), later: [], waitMs: 60_000 };
    expect((await wait(scene)).asked).toEqual([]);
  });

  it('says a line where the state changes; on a terminal it rewrites one', async () => {
    const scene = { first: paying, later: [paying, answer('UNAVAILABLE'), paid], waitMs: 60_000 };
    expect((await wait(scene)).shown).toBe(
      'the.call: USERPAYING, asking again\nthe.call: UNAVAILABLE, asking again\n',
    );
    const { shown } = await wait({ ...scene, tty: true });
    expect(shown.split('\r\u001b[K')).toEqual([
      '',
      'the.call: USERPAYING, asking again  60 s left',
      expect.stringMatching(/^the.call: USERPAYING, asking again {2}5\d s left$/),
      expect.stringMatching(/^the.call: UNAVAILABLE, asking again {2}5\d s left$/),
      '',
    ]);
  });
});

describe('a charge that is not final', async () => {
  const data = { tradeState: 'USERPAYING', transactionId: 'T1', amount: '10.00' };
  const bank = await stubBank(() => ({ data }));

  it('is asked about until it is, and one line says so', async () => {
    const pay = 'ewallet pay --tran-type W --out-trade-no A1 --total-fee 10 -y --wait 20s';
    const words = `${pay} --buyer-identity-code 135119744894641954`;
    const { code, stderr } = await payctl(words, { env: bank.env });
    expect(code, stderr).toBe(8);
    expect(bank.calls.filter(({ path }) => path.endsWith('/inquire')).length).toBeGreaterThan(2);
    expect(stderr.match(/inquiring/g)).toHaveLength(1);
  });
});

it.each([
  ['1', true],
  ['0', false],
])('a batch keeps to the rate that it was given: %s', async (rate, isSlow) => {
  const stdin = ['outTradeNo', ...Array.from({ length: 9 }, (_, row) => `SBXRATE${row}`)];
  const batch = 'batch ewallet.inquire - -f tranType=W --concurrency 1 --retries 0 --rate';
  const input = { stdin: stdin.join('\n'), env: NOWHERE };
  const { code, host } = await payctl(`${batch} ${rate}`, input);
  expect(code).toBe(11);
  expect(host.clock.passed() >= 8_000).toBe(isSlow);
});
