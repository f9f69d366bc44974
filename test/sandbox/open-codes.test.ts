import { expect } from 'vitest';
import { pay } from '../../src/sandbox/customer.js';
import { openCodes } from '../../src/sandbox/open-codes.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { it } from '../fixtures/sandbox.js';
import { call } from '../fixtures/sandbox-calls.js';

const { billerId } = SANDBOX_PROFILE;

it('shows a code that waits, however many newer ones were paid', async ({ bank, clock }) => {
  const create = async (ref1: string) => {
    const bill = { qrType: 'PP', ppType: 'BILLERID', ppId: billerId, amount: 5, ref1 };
    const { data } = await call(bank, 'POST', '/v2/payment/qrcode/create', {
      ...bill,
      numberOfTimes: 1,
      expiryDate: '2099-12-31 23:59:59',
    });
    clock.advance(1000);
    return data.data.qrRawData;
  };
  const waiting = await create('WAITS');
  for (let number = 0; number < 21; number++) await pay(bank, await create(`PAID${number}`));
  expect(await openCodes(bank)).toMatchObject([
    { payload: waiting, reference: 'WAITS', amount: '5.00' },
  ]);
  await pay(bank, waiting);
  expect(await openCodes(bank)).toEqual([]);
});
