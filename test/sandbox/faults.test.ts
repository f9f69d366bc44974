import { describe, expect } from 'vitest';
import { TransportFailure } from '../../src/client/transport.js';
import type { Message } from '../../src/core/message.js';
import { charging } from '../../src/messages/charging.js';
import { type Bank, openBank } from '../../src/sandbox/bank.js';
import { buyerCode } from '../../src/sandbox/customer.js';
import type { FaultOrder } from '../../src/sandbox/faults.js';
import {
  changeClock,
  clearFaults,
  listFaults,
  reset,
  setFault,
  setSettings,
  showClock,
  showSettings,
} from '../../src/sandbox/operator.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import type { BankMoment } from '../../src/sandbox/server/request-handler.js';
import { sandboxTransport } from '../../src/sandbox/server/transport.js';
import { readChanges } from '../../src/sandbox/settings.js';
import { effects } from '../fixtures/effects.js';
import { seededRandom } from '../fixtures/fake-host.js';
import { sayingSome } from '../fixtures/said.js';
import { it, newWorld, START } from '../fixtures/sandbox.js';
import { call, ewallet, headersWith, tokenCall, UID } from '../fixtures/sandbox-calls.js';

const PAY = 'ewallet.pay';

/** Pays over the transport: the answer's status and text, or the reason why none came. */
async function payOver(bank: Bank, outTradeNo = 'SBX1', refusal: () => Message | undefined = none) {
  const { code } = await buyerCode(bank, { wallet: 'W' });
  const token = (await tokenCall(bank)).data.accessToken;
  const { companyId, terminalId } = SANDBOX_PROFILE;
  const shop = { tranType: 'W', companyId, terminalId };
  const body = { ...shop, outTradeNo, totalFee: '100', buyerIdentityCode: code };
  const request = {
    method: 'POST',
    url: `${SANDBOX_PROFILE.baseUrl}/v1/payment/ewallets/pay`,
    headers: headersWith(token),
    body: JSON.stringify(body),
  };
  try {
    const response = await sandboxTransport(bank).send(request, {
      timeoutMs: 10_000,
      fresh: true,
      fence: { refusal },
    });
    return { status: response.status, text: new TextDecoder().decode(response.body) };
  } catch (error) {
    if (error instanceof TransportFailure) return { reason: error.reason, sent: error.sent };
    throw error;
  }
}

const none = () => undefined;

const charges = (bank: Bank, reference = 'SBX1') =>
  effects(bank, reference).filter(({ kind }) => kind === PAY).length;

describe('a fence', () => {
  it('is asked right before the embedded bank gets the call', async () => {
    const asked: number[] = [];
    const { bank } = await newWorld();
    const refusal = () => {
      asked.push(charges(bank));
      return asked.length > 1 ? charging.stopped('ewallet.pay') : undefined;
    };
    expect(await payOver(bank, 'SBX1', refusal)).toMatchObject({ status: 200 });
    expect(await payOver(bank, 'SBX2', refusal)).toEqual({ reason: 'withheld', sent: false });
    expect(asked).toEqual([0, 1]);
    expect(charges(bank, 'SBX2')).toBe(0);
  });
});

describe('faults', () => {
  it.each<[Omit<FaultOrder, 'operation'>, object, number]>([
    [{ name: 'before-commit' }, { reason: 'reset', sent: true }, 0],
    [{ name: 'committed-but-reply-lost' }, { reason: 'reset', sent: true }, 1],
    [{ name: 'truncated' }, { reason: 'truncated', sent: true }, 1],
    [{ name: 'reset', atByte: 20 }, { reason: 'reset', sent: true }, 1],
    [{ name: 'reset', moment: 'before-commit' }, { reason: 'reset', sent: true }, 0],
    [{ name: 'stalled' }, { reason: 'timeout', sent: true }, 1],
    [{ name: 'slow', ms: 9000 }, { status: 200 }, 1],
    [{ name: 'slow', ms: 10_000 }, { reason: 'timeout', sent: true }, 1],
    [{ name: 'html-error' }, { status: 502, text: expect.stringMatching(/^<html>/) }, 1],
    [
      { name: 'html-error', status: 200 },
      { status: 200, text: expect.stringMatching(/^<html>/) },
      1,
    ],
    [{ name: 'html-error', moment: 'before-commit' }, { status: 502 }, 0],
    [{ name: 'wrong-reference' }, { status: 200, text: sayingSome('"amount":"100.07"') }, 1],
    [{ name: 'overload', moment: 'after-commit' }, { status: 503 }, 1],
    [{ name: 'gateway-timeout' }, { status: 504 }, 0],
  ])('%j', async (order, seen, count) => {
    const { bank } = await newWorld();
    await setFault(bank, { ...order, operation: PAY });
    expect(await payOver(bank)).toMatchObject(seen);
    expect(charges(bank)).toBe(count);
    const line = bank.log({ reference: 'SBX1' }).at(-1);
    expect(line).toMatchObject({
      operation: PAY,
      fault: order.name,
      committed: count === 1,
      requestUId: UID,
    });
    expect(bank.balanced()).toBe(true);
  });

  it('a late effect comes 20 s after the 504', async ({ bank, clock }) => {
    await setFault(bank, { name: 'late-effect', operation: PAY, times: 1 });
    expect(await payOver(bank)).toMatchObject({ status: 504 });
    clock.advance(19_999);
    expect((await ewallet(bank, 'inquire', { outTradeNo: 'SBX1' })).code).toBe(1104);
    clock.advance(1);
    expect((await ewallet(bank, 'inquire', { outTradeNo: 'SBX1' })).data.tradeState).toBe(
      'SUCCESS',
    );
    expect(effects(bank, 'SBX1')).toMatchObject([{ at: START + 20_000, kind: PAY }]);
  });

  it('a late effect comes although no process was running', async ({ bank, clock, path }) => {
    await setFault(bank, { name: 'late-effect', operation: PAY });
    await payOver(bank);
    clock.advance(60_000);
    const other = await openBank({ path, clock, random: seededRandom(9) });
    expect(charges(other)).toBe(1);
    other.close();
  });

  it('a late effect that is refused changes nothing', async ({ bank, clock }) => {
    await setFault(bank, { name: 'late-effect', operation: PAY, times: 1 });
    await payOver(bank);
    expect(await payOver(bank)).toMatchObject({ status: 200 });
    clock.advance(20_000);
    await bank.settle();
    expect(charges(bank)).toBe(1);
    expect(bank.log({ reference: 'SBX1' }).at(-1)).toMatchObject({
      committed: false,
      note: expect.stringMatching(/^late/),
    });
  });

  it('a late effect is logged as the refusal that it is', async ({ bank, clock }) => {
    await setFault(bank, { name: 'late-effect', operation: PAY, times: 1 });
    const { code } = await buyerCode(bank, { wallet: 'W', fail: true });
    const order = { outTradeNo: 'SBX1', totalFee: '5', buyerIdentityCode: code };
    expect((await ewallet(bank, 'pay', order)).status).toBe(504);
    clock.advance(20_000);
    await bank.settle();
    expect(bank.log({ reference: 'SBX1' }).at(-1)).toMatchObject({
      ...{ committed: true, code: 8102, note: expect.stringContaining('the customer refused') },
    });
  });

  it('a late effect is refused where the settings that took its call are gone', async () => {
    const { bank, clock, path } = await newWorld({ settings: { numbersForText: true } });
    await setFault(bank, { name: 'late-effect', operation: 'ewallet.create' });
    const { companyId, terminalId } = SANDBOX_PROFILE;
    const order = { tranType: 'W', companyId, terminalId, outTradeNo: 'SBX1', totalFee: 5 };
    const url = '/v1/payment/ewallets/qrcode/create';
    expect((await call(bank, 'POST', url, order)).status).toBe(504);
    clock.advance(20_000);
    const other = await openBank({ path, clock, random: seededRandom(9) });
    expect(other.log().at(-1)).toMatchObject({ committed: false, code: 1102 });
    other.close();
  });

  it('occur as often as ordered, and alike for the same seed', async () => {
    const run = async (seed: number) => {
      const { bank } = await newWorld();
      await setFault(bank, { name: 'flapping-503', operation: PAY, seed });
      const statuses = [];
      for (let i = 0; i < 12; i++) statuses.push((await payOver(bank, `SBX${i}`)).status);
      return statuses;
    };
    const once = await run(7);
    expect(await run(7)).toEqual(once);
    expect(new Set(once)).toEqual(new Set([200, 503]));
    expect(await run(8)).not.toEqual(once);

    const { bank } = await newWorld();
    await setFault(bank, { name: 'rate-limited', operation: PAY, times: 2, retryAfter: '3' });
    expect((await payOver(bank)).status).toBe(429);
    expect((await payOver(bank)).status).toBe(429);
    expect((await payOver(bank)).status).toBe(200);
    expect(listFaults(bank)).toEqual([]);
  });

  it('token-revoked ends the token for good', async ({ bank }) => {
    const id = await setFault(bank, { name: 'token-revoked', operation: 'ewallet.inquire' });
    const inquire = () => ewallet(bank, 'inquire', { outTradeNo: 'SBX1' });
    expect(await inquire()).toMatchObject({ status: 401, code: 9500 });
    await clearFaults(bank, id);
    expect(await inquire()).toMatchObject({ status: 401, code: 9500 });
  });
});

describe('moments', () => {
  it('come in order, and an error before the commit rolls back the effect', async () => {
    const seen: BankMoment[] = [];
    let stopAt: BankMoment | undefined;
    const { bank } = await newWorld({
      onMoment(moment, request) {
        if (!request.url.endsWith('/pay')) return;
        seen.push(moment);
        if (moment === stopAt) throw new Error('killed');
      },
    });
    await payOver(bank, 'SBX1');
    expect(seen).toEqual(['received', 'before-commit', 'after-commit', 'mid-reply']);
    for (const [moment, count] of [
      ['received', 0],
      ['before-commit', 0],
      ['after-commit', 1],
      ['mid-reply', 1],
    ] as const) {
      stopAt = moment;
      await expect(payOver(bank, `SBX-${moment}`)).rejects.toThrow('killed');
      expect(charges(bank, `SBX-${moment}`)).toBe(count);
    }
    expect(bank.balanced()).toBe(true);
  });
});

describe('the operator', () => {
  it('sets the clock, keeps settings, and resets all of it', async ({ bank, clock, path }) => {
    await changeClock(bank, '+1h');
    clock.advance(5);
    expect(showClock(bank)).toMatchObject({ now: START + 3_600_005, offset: 3_600_000 });
    await setSettings(bank, { unpaidBill: 'not-found' });
    await setFault(bank, { name: 'slow', operation: '*' });
    const other = await openBank({ path, clock, random: seededRandom(3) });
    const seen = () =>
      `${showClock(other).offset} ${showSettings(other).unpaidBill} ${listFaults(other).length}`;
    expect(seen()).toBe('3600000 not-found 1');
    await reset(bank);
    await new Promise(setImmediate);
    expect(seen()).toBe('0 empty 0');
    expect(other.balanced()).toBe(true);
    other.close();
  });

  it('accepts only valid values of a setting', () => {
    const pairs = ['rateLimit=0', 'anyResourceOwner=true', 'qrIdDigits=23', 'confirmationUrl='];
    expect(readChanges([...pairs, 'grants=customer'])).toEqual({
      ...{ rateLimit: 0, anyResourceOwner: true, qrIdDigits: 23, confirmationUrl: '' },
      grants: 'customer',
    });
  });

  it.each([
    'rateLimit=-1',
    'anyResourceOwner=yes',
    'qrIdDigits=5',
    'grants=all',
    'foo=1',
    'foo',
    '=1',
  ])('refuses %s', (pair) => {
    expect(() => readChanges([pair])).toThrow(expect.objectContaining({ exitClass: 'USAGE' }));
  });
});
