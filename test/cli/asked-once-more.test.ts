import { describe, expect, it } from 'vitest';
import { quickMachine } from '../fixtures/quick-machine.js';

const machine = quickMachine();
const run = (line: string) => machine.payctl(`--sandbox ${line} --quiet`);
const fault = (line: string) => run(`sandbox faults ${line}`);

async function json(line: string) {
  const { stdout } = await run(`${line} -o json`);
  return JSON.parse(stdout);
}

async function paymentOf(reference: string): Promise<string> {
  const { code } = await json('sandbox buyer-code');
  return `ewallet pay --tran-type W --out-trade-no ${reference} --total-fee 25.00 --buyer-identity-code ${code} --wait 0 -o json`;
}

/** How often the embedded bank was asked to pay this. */
async function paymentsOf(reference: string): Promise<number> {
  const log: unknown[] = await json('sandbox log');
  return log.filter((entry) => {
    const text = JSON.stringify(entry);
    return text.includes('ewallet.pay') && text.includes(reference);
  }).length;
}

// More answers that prove nothing: test/journal/not-executed.test.ts.
const FAULTS = [
  '9500 --status 401 --operation ewallet.inquire',
  'reset --operation ewallet.inquire',
];

describe('a charge that a person calls not executed', () => {
  it.each(FAULTS)(
    'is neither settled nor sent while the bank cannot be asked: %s',
    async (name) => {
      const reference = `SBXASK${FAULTS.indexOf(name)}`;
      const pay = await paymentOf(reference);
      const settle = `journal settle ${reference} --as not-executed --note told -o json`;
      await fault('before-commit --operation ewallet.pay --times 1');
      expect((await run(pay)).code).toBe(10);
      await fault(name);
      const refused = await run(`${settle} --retries 0`);
      expect([9, 10]).toContain(refused.code);
      expect(refused.stdout).toBe('');
      expect(await json(`journal list --ref ${reference} -q [0].state`)).toBe('unknown');

      await fault('clear');
      expect((await run(settle)).code).toBe(0);
      expect(await json(`journal list --ref ${reference} -q [0].state`)).toBe(
        'settled-not-executed',
      );
      const before = await paymentsOf(reference);
      await fault(name);
      const again = await run(`${pay} --retries 0`);
      expect([9, 10]).toContain(again.code);
      expect(JSON.parse(again.stderr.trim().split('\n').at(-1) ?? '').error.message).toContain(
        'nothing was sent',
      );
      expect(await paymentsOf(reference)).toBe(before);

      await fault('clear');
      expect((await run(pay)).code).toBe(0);
      expect(await paymentsOf(reference)).toBe(before + 1);
    },
  );

  it('is not settled where the bank knows it', async () => {
    const pay = await paymentOf('SBXASKPAID');
    await fault('committed-but-reply-lost --operation ewallet.pay --times 1');
    await fault('reset --operation ewallet.inquire');
    expect((await run(`${pay} --retries 0`)).code).toBe(10);
    await fault('clear');
    const settled = await run('journal settle SBXASKPAID --as not-executed --note told');
    expect([settled.code, settled.stderr]).toEqual([
      12,
      expect.stringContaining('the bank confirmed ewallet pay SBXASKPAID when asked again'),
    ]);
    expect(await json('journal list --ref SBXASKPAID -q [0].state')).toBe('succeeded');
  });
});

it('a refund whose answer was lost has the fields of a refund, in each replay too', async () => {
  await run('ewallet create --tran-type W --out-trade-no SBXSHAPE1 --total-fee 25.00');
  await run('sandbox pay SBXSHAPE1');
  await fault('committed-but-reply-lost --operation ewallet.refund --times 1');
  const refund = 'ewallet refund --tran-type W --out-trade-no SBXSHAPE1 --total-fee 25.00';
  for (const replayed of [undefined, true, true]) {
    const envelope = await json(`${refund} --envelope`);
    expect(envelope).toMatchObject({ recovered: true });
    expect(envelope.replayed).toBe(replayed);
    expect(envelope.data).toEqual({ details: null, refundId: null });
  }
  expect(await json(`${refund} -q refundId`)).toBe(null);
});

it('a payment whose answer was lost has the fields of a payment, in each replay too', async () => {
  const pay = await paymentOf('SBXSHAPE2');
  await fault('committed-but-reply-lost --operation ewallet.pay --times 1');
  for (const replayed of [undefined, true]) {
    const envelope = await json(`${pay} --envelope`);
    expect(envelope).toMatchObject({
      recovered: true,
      data: { tradeState: 'TRADE_SUCCESS', amount: '25.00' },
    });
    expect(envelope.replayed).toBe(replayed);
  }
  expect(await json('ewallet inquire --tran-type W SBXSHAPE2 -q tradeState')).toBe('SUCCESS');
});

it.each([
  [
    'credit',
    '--payee-account-no 2220000001 --payee-bank-code 014',
    { tokenizerId: expect.any(String), status: 'CONFIRM_COMPLETED' },
  ],
  [
    'debit',
    '--payer-account-no 2220000001',
    {
      tokenizerId: expect.any(String),
      debitStatus: 'Full',
      tranAmount: { amount: 25, currency: 'THB' },
      confirmAmount: { amount: 25, currency: 'THB' },
    },
  ],
])(
  'a %s transfer whose answer was lost has the shape of its confirmation',
  async (kind, to, own) => {
    const { tokenizerId } = await json(`transfer ${kind} initiate --amount 25.00 ${to}`);
    await fault(`committed-but-reply-lost --operation transfer.${kind}Confirm --times 1`);
    const envelope = await json(
      `transfer ${kind} confirm --tokenizer-id ${tokenizerId} --envelope`,
    );
    expect(envelope).toMatchObject({ recovered: true });
    expect(envelope.data).toEqual({ channelDateTime: null, ...own });
  },
);
