import { describe, expect, it } from 'vitest';
import { bangkokDate, DAY_MS, parseMoment } from '../../src/core/time.js';
import { LEASE_MS } from '../../src/journal/fence.js';
import { list, show } from '../../src/journal/list.js';
import { recover } from '../../src/journal/recover.js';
import { wording } from '../../src/messages/wording.js';
import { PAY } from '../fixtures/client.js';
import { type Say, shows, type TestJournal, testJournal } from '../fixtures/journal.js';
import { said } from '../fixtures/said.js';

const MINUTE = 60_000;

const TILL = {
  qrData: 'QR',
  payeeBillerId: '010000000000101',
  transactionAmount: '10.00',
  reference1: 'ORDER7',
  partnerTransactionId: 'C1',
};

async function unknown(
  id = 'ewallet.pay',
  input: Record<string, unknown> = PAY,
  inquiry = 'ewallet.inquire',
): Promise<TestJournal> {
  const made = testJournal();
  made.answers[id] = () => ({
    class: 'OUTCOME_UNKNOWN',
    message: wording.quoted('the answer was lost'),
  });
  made.answers[inquiry] = () => ({ class: 'NOT_FOUND' });
  await made.charge(id, input, { waitMs: 0 });
  return made;
}

async function recovered(made: TestJournal, waitMs = 0) {
  const { journal, access } = made;
  return recover({ journal, connect: async () => access, waitMs });
}

const stateOf = async ({ journal }: TestJournal) => (await list(journal))[0]?.state;
const files = ({ host }: TestJournal) =>
  host.files.paths().filter((path) => /\.\d+\.jsonl$/.test(path));

describe('resolution', () => {
  it('inquires at once, then every 3 to 5 seconds, for 60 seconds', async () => {
    const made = testJournal();
    made.answers['ewallet.pay'] = () => ({
      class: 'OUTCOME_UNKNOWN',
      message: wording.quoted('the answer was lost'),
    });
    made.answers['ewallet.inquire'] = () => ({ class: 'NOT_FOUND' });
    const start = made.host.clock.now();
    const outcome = await made.pay();
    expect(made.host.clock.now() - start).toBe(MINUTE);
    const pauses = made.host.clock.naps.slice(0, -1);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(3_000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(5_000);
    expect(new Set(pauses).size).toBeGreaterThan(3);
    expect(outcome).toMatchObject({ class: 'OUTCOME_UNKNOWN', executed: 'unknown' });
    expect(`${outcome.message}\n${outcome.hint}`).toMatchInlineSnapshot(`
      "the answer was lost; afterwards: the bank has no record of it so far, which proves nothing yet
      payctl journal recover --ref ABC0001"
    `);
  });

  it('asks once, and does not wait, with a wait of 0', async () => {
    const made = await unknown();
    expect(made.calls).toEqual(['ewallet.pay', 'ewallet.inquire']);
    expect(made.host.clock.naps).toEqual([]);
  });

  it('gives up a bank that does not answer after three inquiries of a round, and says why of each', async () => {
    const made = testJournal();
    made.answers['ewallet.pay'] = () => ({ class: 'OUTCOME_UNKNOWN' });
    made.answers['ewallet.inquire'] = () => ({ class: 'NOT_FOUND' });
    for (let number = 1; number <= 5; number += 1) {
      await made.charge('ewallet.pay', { ...PAY, outTradeNo: `AWAY${number}` }, { waitMs: 0 });
    }
    const isAway = () => ({
      class: 'UNAVAILABLE' as const,
      message: wording.quoted('nobody is there'),
    });
    const asked = async () => {
      made.calls.length = 0;
      const { charges } = await recovered(made);
      return { calls: made.calls.length, said: charges.map(({ message }) => String(message)) };
    };
    made.answers['ewallet.inquire'] = isAway;
    const given = await asked();
    expect(given.calls).toBe(3);
    expect(given.said.filter((text) => text.includes('nobody is there'))).toHaveLength(5);
    // One answer in between, and it is asked on.
    let count = 0;
    made.answers['ewallet.inquire'] = () => {
      count += 1;
      return count === 3 ? { class: 'NOT_FOUND' } : isAway();
    };
    expect((await asked()).calls).toBe(5);
  });

  it('says what it learnt, with the data of the inquiry', async () => {
    const made = testJournal();
    made.answers['ewallet.pay'] = () => ({ class: 'OUTCOME_UNKNOWN' });
    const answers = [shows('USERPAYING'), shows('SUCCESS')];
    made.answers['ewallet.inquire'] = () => answers.shift() ?? shows('USERPAYING');
    const outcome = await made.pay();
    expect(outcome).toMatchObject({
      class: 'SUCCESS',
      state: 'SUCCESS',
      data: { amount: '100.00' },
    });
    expect(outcome.operation).toBe('ewallet.pay');
    expect(String(outcome.message)).toBe(
      'the bank confirmed ewallet pay ABC0001 when asked again (SUCCESS)',
    );
    expect(outcome.replayed).toBeUndefined();
    expect((await made.pay()).replayed).toBe(true);
  });

  it('leaves a pending payment alone unless it is told to wait', async () => {
    const made = testJournal();
    made.answers['ewallet.pay'] = () => ({ class: 'PENDING', state: 'USERPAYING' });
    made.answers['ewallet.inquire'] = () => shows('SUCCESS');
    expect((await made.pay()).class).toBe('PENDING');
    expect(made.calls).toEqual(['ewallet.pay']);
    expect((await made.pay(PAY, { waitMs: 10_000 })).class).toBe('SUCCESS');
    expect(made.calls).toEqual(['ewallet.pay', 'ewallet.inquire']);
  });

  it('stops waiting when it is told to', async () => {
    const made = testJournal();
    const stop = new AbortController();
    made.answers['ewallet.pay'] = () => ({ class: 'OUTCOME_UNKNOWN' });
    made.answers['ewallet.inquire'] = () => {
      stop.abort();
      return { class: 'NOT_FOUND' };
    };
    expect((await made.pay(PAY, { stopping: stop.signal })).class).toBe('OUTCOME_UNKNOWN');
    expect(made.host.clock.naps).toEqual([]);
  });

  describe.each([-5_000, 5_000])('%i ms from midnight', (from) => {
    const charged = async (other: () => Say) => {
      const made = testJournal();
      const { clock } = made.host;
      const midnight = parseMoment(bangkokDate(clock.now() + DAY_MS)) ?? 0;
      clock.advance(midnight + from - clock.now());
      const otherDay = bangkokDate(midnight - from);
      made.answers['cpm.pay'] = () => ({ class: 'OUTCOME_UNKNOWN' });
      made.answers['bill.inquire'] = ({ transactionDate }) =>
        transactionDate === otherDay ? other() : { class: 'PENDING', data: [] };
      return { ...made, outcome: await made.charge('cpm.pay', TILL, { waitMs: 0 }) };
    };

    it('asks about the other day, too', async () => {
      const data = [{ partnerTransactionId: 'C1', amount: '10.00' }];
      const { outcome, calls } = await charged(() => ({ class: 'SUCCESS', data }));
      expect(outcome.class).toBe('SUCCESS');
      expect(calls).toEqual(['cpm.pay', 'bill.inquire', 'bill.inquire']);
    });

    it('learns nothing where the bank does not say what it has on that', async () => {
      const { journal } = await charged(() => ({ class: 'UNAVAILABLE' }));
      const [shown] = await show(journal, 'C1');
      expect(shown?.lines.map(({ type }) => type)).toEqual(['intent', 'outcome']);
    });
  });

  it('believes, of a list, only records of its own amount', async () => {
    const made = await unknown('cpm.pay', TILL, 'bill.inquire');
    const lists = (...amounts: string[]) => {
      const data = amounts.map((amount) => ({ partnerTransactionId: 'C1', amount }));
      made.answers['bill.inquire'] = () => ({ class: 'SUCCESS', data });
    };
    lists('11.00');
    await recovered(made);
    expect(await stateOf(made)).toBe('unknown');
    lists('11.00', '10');
    await recovered(made);
    expect(await stateOf(made)).toBe('succeeded');
    const { data } = await made.charge('cpm.pay', TILL);
    expect(data).toMatchObject({
      exchangeRate: null,
      partnerTransactionId: 'C1',
      transactionAmount: '10',
    });
  });

  it('does not believe a record of another amount', async () => {
    const made = await unknown();
    made.answers['ewallet.inquire'] = () => shows('SUCCESS', '10.00');
    const { charges } = await recovered(made);
    expect(String(charges[0]?.message)).toContain('the bank has amount 10.00, but 100.00 was sent');
    expect(await stateOf(made)).toBe('unknown');
    made.answers['ewallet.inquire'] = () => shows('SUCCESS', '100');
    await recovered(made);
    expect(await stateOf(made)).toBe('succeeded');
  });
});

describe('absence', () => {
  it('is proven by two inquiries in time, even of two runs', async () => {
    const made = await unknown();
    made.host.clock.advance(3 * MINUTE);
    expect((await recovered(made)).class).toBe('OUTCOME_UNKNOWN');
    expect((await recovered(made)).class).toBe('OUTCOME_UNKNOWN');
    made.host.clock.advance(5 * MINUTE);
    const { class: kind, charges } = await recovered(made);
    expect(kind).toBe('SUCCESS');
    expect(charges).toMatchObject([{ row: { state: 'not-executed', class: 'UNAVAILABLE' } }]);
    made.answers['ewallet.pay'] = () => ({ class: 'SUCCESS' });
    expect((await made.pay()).class).toBe('SUCCESS');
  });

  it('is not proven to other credentials, and theirs spoil no proof', async () => {
    const made = await unknown();
    made.host.clock.advance(4 * MINUTE);
    const { journal, access } = made;
    const other = { ...access, connection: { ...access.connection, apiKey: 'of another' } };
    const { charges } = await recover({ journal, connect: async () => other, waitMs: 60_000 });
    expect(String(charges[0]?.message)).toContain('ask with the ones it was made with');
    expect(await stateOf(made)).toBe('unknown');
    await recovered(made, 10_000);
    expect(await stateOf(made)).toBe('not-executed');
  });
});

describe('recover', () => {
  it('writes nothing where it learns nothing', async () => {
    const made = await unknown();
    made.host.clock.advance(10 * MINUTE);
    made.answers['ewallet.inquire'] = () => ({ class: 'UNAVAILABLE' });
    const before = files(made);
    for (let run = 0; run < 5; run++) await recovered(made, 10_000);
    expect(files(made)).toEqual(before);
  });

  it('may run in parallel with itself', async () => {
    const made = await unknown();
    made.host.clock.advance(10 * MINUTE);
    const results = await Promise.all([1, 2, 3].map(() => recovered(made, MINUTE)));
    expect(results.map(({ class: kind }) => kind)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
    expect(await stateOf(made)).toBe('not-executed');
    expect((made.text().match(/"type":"resolution"/g) ?? []).length).toBe(1);
  });

  it('asks only where it has access, and only what is asked for', async () => {
    const made = await unknown();
    await made.pay({ ...PAY, outTradeNo: 'ABC0002' }, { waitMs: 0 });
    made.calls.length = 0;
    const { journal } = made;
    const none = await recover({ journal, connect: async () => undefined, waitMs: 0 });
    expect(none.class).toBe('OUTCOME_UNKNOWN');
    expect(String(none.charges[0]?.hint)).toBe('payctl -p shop journal recover');
    expect(made.calls).toEqual([]);
    made.answers['ewallet.inquire'] = () => shows('SUCCESS');
    const steps: unknown[] = [];
    const one = await recover({
      journal,
      connect: async () => made.access,
      reference: 'ABC0002',
      onProgress: (step) => steps.push(step),
    });
    expect(one.counts).toEqual({ succeeded: 1 });
    expect(steps).toEqual([
      { resolved: 0, total: 1 },
      { resolved: 1, total: 1 },
    ]);
    expect(await stateOf(made)).toBe('unknown');
  });

  it('tells of a reference that has ended, and refuses one that it does not know', async () => {
    const made = testJournal();
    made.answers['ewallet.pay'] = () => ({ class: 'SUCCESS' });
    await made.pay();
    const recovery = (reference: string) =>
      recover({ journal: made.journal, connect: async () => made.access, reference, waitMs: 0 });
    expect(await recovery('ABC0001')).toMatchObject({
      class: 'SUCCESS',
      charges: [
        { row: { state: 'succeeded' }, message: said('ewallet.pay ABC0001 has ended: succeeded') },
      ],
    });
    await expect(recovery('ABC001')).rejects.toMatchObject({ exitClass: 'NOT_FOUND' });
    expect(made.calls).toEqual(['ewallet.pay']);
  });

  it('leaves what is final and what is in flight', async () => {
    const made = testJournal();
    made.answers['ewallet.pay'] = () => ({ class: 'SUCCESS' });
    await made.pay();
    made.answers['ewallet.pay'] = () => new Promise(() => undefined);
    void made.pay({ ...PAY, outTradeNo: 'ABC0002' });
    await made.host.clock.sleep(1);
    const { counts, class: kind } = await recovered(made);
    expect({ counts, kind }).toEqual({ counts: { 'in-flight': 1 }, kind: 'PENDING' });
    expect(made.calls).toEqual(['ewallet.pay', 'ewallet.pay']);
  });

  it('takes up what a process that lives on has lost, once nothing of it can be under way', async () => {
    const made = testJournal();
    made.answers['ewallet.pay'] = () => new Promise(() => undefined);
    made.answers['ewallet.inquire'] = () => ({
      class: 'PENDING',
      data: { tradeState: 'USERPAYING' },
    });
    void made.pay();
    await made.host.clock.sleep(1);
    const counts = async (underWay: string[]) => {
      const journal = { ...made.journal, underWay: new Set(underWay) };
      return (await recover({ journal, connect: async () => made.access, waitMs: 0 })).counts;
    };
    expect(await counts([])).toEqual({ 'in-flight': 1 });
    await made.host.clock.sleep(LEASE_MS);
    const [row] = await list(made.journal);
    expect(await counts([row?.requestUId ?? ''])).toEqual({ 'in-flight': 1 });
    expect(await counts([])).toEqual({ pending: 1 });
  });
});
