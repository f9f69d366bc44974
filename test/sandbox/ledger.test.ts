import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bank, openBank } from '../../src/sandbox/bank.js';
import { buyerCode, pay } from '../../src/sandbox/customer.js';
import type { FaultName } from '../../src/sandbox/faults/faults.js';
import { clearFaults, setFault } from '../../src/sandbox/operator.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/seed.js';
import { call, ewallet } from './calls.js';
import { fakeClock, fakeRandom, temporaryPath } from './fixture.js';

const { billerId } = SANDBOX_PROFILE;

/** Few references, so that calls collide. */
const reference = fc.constantFrom('SBXA', 'SBXB', 'SBXC');
const amount = fc.constantFrom('0.01', '1', '33.33', '100', '99999.99');
const wallet = fc.constantFrom('A', 'W');
const verb = fc.constantFrom('cancel', 'refund', 'qrcode/cancel', 'inquire');
const fault = fc.constantFrom<FaultName>(
  'before-commit',
  'committed-but-reply-lost',
  'late-effect',
  'threat',
);

const step = fc.oneof(
  fc.record({
    do: fc.constant('create'),
    outTradeNo: reference,
    totalFee: amount,
    tranType: wallet,
  }),
  fc.record({
    do: fc.constant('pay'),
    outTradeNo: reference,
    totalFee: amount,
    tranType: wallet,
    pending: fc.boolean(),
    fail: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('reverse'),
    verb,
    outTradeNo: reference,
    totalFee: amount,
    tranType: wallet,
  }),
  fc.record({
    do: fc.constant('customer'),
    target: reference,
    fail: fc.boolean(),
    pending: fc.boolean(),
  }),
  fc.record({ do: fc.constant('present'), ref: reference, totalFee: amount }),
  fc.record({ do: fc.constant('return'), ref: reference }),
  fc.record({ do: fc.constant('fault'), name: fault }),
  fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(1000, 20_000, 7_200_000) }),
);

type Step = (typeof step extends fc.Arbitrary<infer T> ? T : never) & Record<string, unknown>;

const WALLETS: Readonly<Record<string, 'A' | 'W'>> = { A: 'A', W: 'W' };

async function take(bank: Bank, clock: { time: number }, each: Step): Promise<void> {
  const text = (name: string) => String(each[name]);
  const { outTradeNo, totalFee, tranType } = {
    outTradeNo: text('outTradeNo'),
    totalFee: text('totalFee'),
    tranType: text('tranType'),
  };
  const pendingMs = each.pending === true ? { pendingMs: 5000 } : {};
  const fail = each.fail === true;
  switch (each.do) {
    case 'create':
      await ewallet(bank, 'qrcode/create', { outTradeNo, totalFee, tranType });
      break;
    case 'pay': {
      const { code } = await buyerCode(bank, {
        wallet: WALLETS[tranType] ?? 'W',
        balance: '100',
        ...pendingMs,
        fail,
      });
      await ewallet(bank, 'pay', { outTradeNo, totalFee, tranType, buyerIdentityCode: code });
      break;
    }
    case 'reverse':
      for (const known of ['cancel', 'refund', 'qrcode/cancel', 'inquire'] as const) {
        if (known === each.verb) await ewallet(bank, known, { outTradeNo, totalFee, tranType });
      }
      break;
    case 'customer':
      await pay(bank, text('target'), { fail, ...pendingMs }).catch(() => {});
      break;
    case 'present':
      await call(bank, 'POST', '/v1/payment/merchant/rtp/confirm', {
        qrData: 'opaque',
        payeeBillerId: billerId,
        transactionAmount: totalFee,
        reference1: 'R1',
        partnerTransactionId: text('ref'),
      });
      break;
    case 'return':
      await call(bank, 'POST', '/v1/payment/merchant/rtp/refund', {
        partnerTransactionId: text('ref'),
      });
      break;
    case 'fault':
      for (const name of [
        'before-commit',
        'committed-but-reply-lost',
        'late-effect',
        'threat',
      ] as const) {
        if (name !== each.name) continue;
        await setFault(bank, { name, operation: 'ewallet.pay', times: 1 });
        await setFault(bank, { name, operation: 'ewallet.refund', times: 1 });
      }
      break;
    case 'wait':
      clock.time += Number(each.ms);
  }
}

const KINDS = ['pay', 'refund', 'cancel', 'close'];

describe('the ledger', () => {
  it('balances whatever happens, and no reference is charged or given back twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const clock = fakeClock();
        const bank = await openBank({
          path: temporaryPath(),
          clock,
          random: fakeRandom(),
          settings: { rateLimit: 0 },
        });
        for (const each of steps) await take(bank, clock, each);
        await clearFaults(bank);
        clock.time += 60_000;
        await bank.settle();
        expect(bank.balanced()).toBe(true);
        for (const name of ['SBXA', 'SBXB', 'SBXC']) {
          for (const family of ['ewallet', 'customer', 'cpm']) {
            for (const kind of KINDS) {
              const count = bank
                .effects(name)
                .filter((effect) => effect.kind === `${family}.${kind}`).length;
              expect(count, `${family}.${kind} of ${name}`).toBeLessThanOrEqual(1);
            }
          }
        }
        bank.close();
      }),
      { numRuns: 25 },
    );
  });
});
