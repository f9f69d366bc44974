import { expect, it } from 'vitest';
import { bankThat, payctl, success } from './rig.js';

const bank = bankThat(() =>
  success({ tradeState: 'USERPAYING', transactionId: 'T1', amount: '10.00' }),
);

it('says in one line that it asks until a charge is final', async () => {
  const pay = 'ewallet pay --tran-type W --out-trade-no A1 --total-fee 10 -y --wait 20s';
  const { code, stderr } = await payctl(`${pay} --buyer-identity-code 135119744894641954`, bank);
  expect(code, stderr).toBe(8);
  expect(bank.calls.filter(({ url }) => url.endsWith('/inquire')).length).toBeGreaterThan(2);
  expect(stderr.match(/inquiring/g)).toHaveLength(1);
});
