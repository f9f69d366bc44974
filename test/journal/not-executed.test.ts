import { describe, expect, it } from 'vitest';
import type { ChargeOptions } from '../../src/journal/charge-request.js';
import { list } from '../../src/journal/list.js';
import { PAY } from '../fixtures/client.js';
import { NO_RECORD, type Say, shows, type TestJournal, testJournal } from '../fixtures/journal.js';

/** A payment whose answer was lost. */
async function lost(options?: ChargeOptions): Promise<TestJournal> {
  const made = testJournal();
  made.answers['ewallet.pay'] = () => ({ class: 'OUTCOME_UNKNOWN' });
  made.answers['ewallet.inquire'] = () => ({ class: 'UNAVAILABLE' });
  await made.pay(PAY, { waitMs: 0, ...options });
  return made;
}

/** How often the payment went out while the bank answered inquiries like this for ten minutes. */
async function sentUnder(say: Say): Promise<number> {
  const made = await lost();
  made.answers['ewallet.inquire'] = () => say;
  for (let minute = 0; minute < 10; minute++) {
    made.restart();
    await made.pay(PAY, { waitMs: 0 });
    made.host.clock.advance(60_000);
  }
  return made.calls.filter((id) => id === 'ewallet.pay').length;
}

const notFound = (status: number, code: string, data?: Say['data']): Say => ({
  class: 'NOT_FOUND',
  http: { status, ms: 1 },
  code,
  ...(data !== undefined && { data }),
});

/** Answers to an inquiry that tell nothing of the record. */
const NO_ANSWERS: [string, Say][] = [
  ['no answer', { class: 'UNAVAILABLE' }],
  ['a refused token', { class: 'AUTH', http: { status: 401, ms: 1 }, code: '9500' }],
  ['a reached rate', { class: 'RATE_LIMITED', http: { status: 429, ms: 1 }, code: '9900' }],
  ['a page', { class: 'BAD_DATA', http: { status: 200, ms: 1 } }],
  ['no such route', notFound(404, '9900')],
  ["a proxy's code", notFound(404, '404')],
  ['a missing parameter', notFound(404, '1101')],
  ['the code at another status', notFound(400, '1104')],
];

/** Answers that cannot be true of a charge that was not executed, or cannot be believed. */
const DOUBTFUL: [string, Say][] = [
  ['"not found" that shows a payment', notFound(404, '1104', { tradeState: 'TRADE_SUCCESS' })],
  ['"not found" with a list', notFound(404, '1104', [])],
  ['"not found" beside a record', { ...notFound(404, '1104'), showsMore: true }],
  ['a record of another amount', shows('SUCCESS', '7.00')],
  ['a record without a state', { class: 'PENDING', data: { transactionId: '1' } }],
];

describe('absence', () => {
  it.each([...NO_ANSWERS, ...DOUBTFUL])('is not proven by %s', async (_, say) => {
    expect(await sentUnder(say)).toBe(1);
  });

  it('is proven by the one answer that says so', async () => {
    expect(await sentUnder(notFound(404, '1104'))).toBeGreaterThan(1);
    expect(await sentUnder(notFound(404, '1104', null))).toBeGreaterThan(1);
  });
});

const stateAfter = async ({ journal }: TestJournal) => (await list(journal))[0]?.state;

describe("a person's word that it was not executed", () => {
  it.each<[string, string, Say]>([
    ...NO_ANSWERS.map(([name, say]): [string, string, Say] => [name, 'UNAVAILABLE', say]),
    ...DOUBTFUL.map(([name, say]): [string, string, Say] => [name, 'OUTCOME_UNKNOWN', say]),
    ['one that is paid', 'CONFLICT', shows('SUCCESS')],
    ['one that is not final', 'CONFLICT', shows('USERPAYING')],
  ])('is not recorded where the bank answers with %s', async (_, exitClass, say) => {
    const made = await lost();
    made.restart();
    made.answers['ewallet.inquire'] = () => say;
    const settling = made.settle(PAY.outTradeNo, 'not-executed');
    await expect(settling).rejects.toMatchObject({ exitClass });
    expect(await stateAfter(made)).not.toBe('settled-not-executed');
  });

  it.each<[string, Say]>([...NO_ANSWERS, ...DOUBTFUL])(
    'sends nothing where the bank answers with %s later',
    async (_, say) => {
      const made = await lost();
      made.restart();
      made.answers['ewallet.inquire'] = () => ({ class: 'NOT_FOUND', ...NO_RECORD });
      await made.settle(PAY.outTradeNo, 'not-executed');
      expect(await stateAfter(made)).toBe('settled-not-executed');
      made.calls.length = 0;
      made.answers['ewallet.inquire'] = () => say;
      const outcome = await made.pay();
      expect(['UNAVAILABLE', 'OUTCOME_UNKNOWN']).toContain(outcome.class);
      expect(made.calls).toEqual(['ewallet.inquire']);
      // With an answer it goes on.
      made.answers['ewallet.inquire'] = () => ({ class: 'NOT_FOUND', ...NO_RECORD });
      made.answers['ewallet.pay'] = () => ({ class: 'SUCCESS' });
      expect((await made.pay()).class).toBe('SUCCESS');
    },
  );

  it('does not undo what another person decides meanwhile', async () => {
    const made = await lost();
    made.restart();
    made.answers['ewallet.inquire'] = () => ({ class: 'NOT_FOUND', ...NO_RECORD });
    made.connect = async () => {
      await made.settle(PAY.outTradeNo, 'executed');
      return made.access;
    };
    const settling = made.settle(PAY.outTradeNo, 'not-executed');
    await expect(settling).rejects.toMatchObject({ exitClass: 'CONFLICT' });
    expect(await stateAfter(made)).toBe('settled-executed');
  });

  it.each([
    ['another', undefined],
    ['the same', 'U1'],
  ])(
    'is not taken for one of a charge that was sent again meanwhile, with %s requestUId',
    async (_, requestUId) => {
      const made = await lost({ requestUId });
      made.restart();
      made.answers['ewallet.inquire'] = () => ({ class: 'NOT_FOUND', ...NO_RECORD });
      const { connect } = made;
      made.connect = async (target) => {
        made.connect = connect;
        await made.settle(PAY.outTradeNo, 'not-executed');
        await made.pay(PAY, { waitMs: 0, requestUId });
        return connect(target);
      };
      const settling = made.settle(PAY.outTradeNo, 'not-executed');
      await expect(settling).rejects.toMatchObject({ exitClass: 'CONFLICT' });
      expect(await stateAfter(made)).toBe('unknown');
    },
  );

  it('needs somebody who may ask the bank', async () => {
    const made = await lost();
    made.restart();
    made.connect = async () => undefined;
    const settling = made.settle(PAY.outTradeNo, 'not-executed');
    await expect(settling).rejects.toMatchObject({ exitClass: 'UNAVAILABLE' });
  });

  it('counts where the inquiry knows the payment and not its refund', async () => {
    const made = await lost();
    const { buyerIdentityCode: _, ...fields } = PAY;
    const refund = { ...fields, tranType: 'W' };
    made.answers['ewallet.refund'] = () => ({ class: 'OUTCOME_UNKNOWN' });
    made.answers['ewallet.inquire'] = () => shows('SUCCESS');
    await made.charge('ewallet.refund', refund, { waitMs: 0 });
    made.restart();
    const { state } = await made.settle(PAY.outTradeNo, 'not-executed', 'ewallet.refund');
    expect(state).toBe('settled-not-executed');
  });
});
