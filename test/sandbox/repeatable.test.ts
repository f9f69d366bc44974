import { expect, it } from 'vitest';
import type { Bank } from '../../src/sandbox/bank.js';
import { buyerCode, pay } from '../../src/sandbox/customer.js';
import { changeClock, reset, showClock } from '../../src/sandbox/operator.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { newWorld, START } from '../fixtures/sandbox.js';
import { call, tokenCall } from '../fixtures/sandbox-calls.js';

const { billerId, companyId, merchantId, terminalId } = SANDBOX_PROFILE;

/** The answers, byte for byte, to calls of several families. */
async function story(bank: Bank): Promise<string[]> {
  const { text: token, data } = await tokenCall(bank);
  const options = { token: data.accessToken };
  const qr = { qrType: 'PP', ppType: 'BILLERID', ppId: billerId, ref1: 'A1', amount: 100 };
  const card = { qrType: 'CS', amount: '10.00', merchantId, terminalId, invoice: 'INV1' };
  const made = await call(bank, 'POST', '/v2/payment/qrcode/create', qr, options);
  const paid = await pay(bank, made.data.data.qrRawData);
  const slip = `/v1/payment/billpayment/transactions/${paid.slip}?sendingBank=999`;
  const { code } = await buyerCode(bank, { wallet: 'W' });
  const sale = { tranType: 'W', companyId, terminalId, outTradeNo: 'SBX1', totalFee: '1.00' };
  return [
    token,
    made.text,
    (await call(bank, 'POST', '/v1/payment/qrcode/create', card, options)).text,
    (await call(bank, 'GET', slip, undefined, options)).text,
    (
      await call(
        bank,
        'POST',
        '/v1/payment/ewallets/pay',
        { ...sale, buyerIdentityCode: code },
        options,
      )
    ).text,
  ];
}

it('gives the same bytes for the same calls, in another bank and after a reset', async () => {
  const options = { seed: 7, stoppedAt: START };
  const { bank, clock } = await newWorld(options);
  const first = await story(bank);
  clock.advance(5000);
  await reset(bank);
  expect(await story(bank)).toEqual(first);
  expect(await story((await newWorld(options)).bank)).toEqual(first);
  expect(await story((await newWorld({ ...options, seed: 8 })).bank)).not.toEqual(first);
});

it('stops the clock, moves it while it stands, and lets it run again', async () => {
  const { bank, clock } = await newWorld();
  await changeClock(bank, 'stop');
  clock.advance(60_000);
  expect(showClock(bank)).toMatchObject({ now: START, stopped: true });
  await changeClock(bank, '+1s');
  clock.advance(60_000);
  expect(showClock(bank)).toMatchObject({ now: START + 1000, stopped: true });
  await changeClock(bank, 'start');
  clock.advance(10);
  expect(showClock(bank)).toMatchObject({ now: START + 1010, stopped: false });
  await changeClock(bank, 'now');
  expect(showClock(bank)).toEqual({ now: clock.now(), offset: 0, stopped: false });
});
