import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Bank } from '../../src/sandbox/bank.js';
import { buyerCode, pay } from '../../src/sandbox/customer.js';
import { clearFaults, setFault } from '../../src/sandbox/operator.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { effects } from '../fixtures/effects.js';
import type { FakeClock } from '../fixtures/fake-host.js';
import { newWorld } from '../fixtures/sandbox.js';
import { call, ewallet } from '../fixtures/sandbox-calls.js';

const REFERENCES = ['SBXA', 'SBXB', 'SBXC'];

/** Few references, so that calls collide. */
const outTradeNo = fc.constantFrom(...REFERENCES);
const totalFee = fc.constantFrom('0.01', '1', '33.33', '100', '99999.99');
const order = fc.record({ outTradeNo, totalFee, tranType: fc.constantFrom('A', 'W') });
const behaviour = fc.record({
  fail: fc.boolean(),
  pendingMs: fc.constantFrom(undefined, 5000),
});

type Step = (bank: Bank, clock: FakeClock) => unknown;

const presented = (bank: Bank, what: 'confirm' | 'refund', fields: object) =>
  call(bank, 'POST', `/v1/payment/merchant/rtp/${what}`, fields);

/** What partner, customer, time and faults do; each shows itself by its words where it fails. */
const step: fc.Arbitrary<{ text: string; take: Step }> = fc.oneof(
  order.map((fields) => shown(fields, (bank) => ewallet(bank, 'qrcode/create', fields))),
  fc.tuple(order, behaviour).map((chosen) => {
    const [fields, how] = chosen;
    const wallet = fields.tranType === 'A' ? 'A' : 'W';
    return shown(chosen, async (bank) => {
      const { code } = await buyerCode(bank, { wallet, balance: '100', ...how });
      return ewallet(bank, 'pay', { ...fields, buyerIdentityCode: code });
    });
  }),
  fc
    .tuple(fc.constantFrom('cancel', 'refund', 'qrcode/cancel', 'inquire'), order)
    .map((chosen) => shown(chosen, (bank) => ewallet(bank, ...chosen))),
  fc
    .tuple(outTradeNo, behaviour)
    .map((chosen) => shown(chosen, (bank) => pay(bank, ...chosen).catch(() => undefined))),
  fc.tuple(outTradeNo, totalFee).map((chosen) => {
    const [partnerTransactionId, transactionAmount] = chosen;
    const bill = { payeeBillerId: SANDBOX_PROFILE.billerId, reference1: 'R1', qrData: 'opaque' };
    const fields = { ...bill, partnerTransactionId, transactionAmount };
    return shown(chosen, (bank) => presented(bank, 'confirm', fields));
  }),
  outTradeNo.map((partnerTransactionId) =>
    shown(partnerTransactionId, (bank) => presented(bank, 'refund', { partnerTransactionId })),
  ),
  fc
    .constantFrom('before-commit', 'committed-but-reply-lost', 'late-effect', 'threat')
    .map((name) =>
      shown(name, async (bank) => {
        await setFault(bank, { name, operation: 'ewallet.pay', times: 1 });
        await setFault(bank, { name, operation: 'ewallet.refund', times: 1 });
      }),
    ),
  fc.constantFrom(1000, 20_000, 7_200_000).map((ms) =>
    shown(ms, (_, clock) => {
      clock.advance(ms);
    }),
  ),
);

function shown(what: unknown, take: Step) {
  return { text: JSON.stringify(what), take };
}

it('balances whatever happens, and no reference is charged or refunded twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const { bank, clock } = await newWorld();
      for (const { take } of steps) await take(bank, clock);
      await clearFaults(bank);
      clock.advance(60_000);
      await bank.settle();
      expect(bank.balanced()).toBe(true);
      for (const reference of REFERENCES) {
        const kinds = effects(bank, reference)
          .map(({ kind }) => kind)
          .filter((kind) => /^(ewallet|customer|cpm)\.(pay|refund|cancel|close)$/.test(kind));
        expect(kinds).toEqual([...new Set(kinds)]);
      }
    }),
    { numRuns: 25 },
  );
});
