import { randomBytes } from 'node:crypto';
import { openBank } from '../../src/sandbox/bank.js';
import { buyerCode } from '../../src/sandbox/customer.js';
import { ewallet } from './calls.js';

/** Pays every reference it is given once, in its own process; prints the business codes. */
const [path = '', ...references] = process.argv.slice(2);
const bank = await openBank({
  path,
  clock: { now: () => Date.now(), sleep: () => Promise.resolve() },
  random: { bytes: (count) => randomBytes(count) },
  settings: { rateLimit: 0 },
});
const codes = [];
for (const outTradeNo of references) {
  const { code } = await buyerCode(bank, { wallet: 'W' });
  codes.push(
    (await ewallet(bank, 'pay', { outTradeNo, totalFee: '10', buyerIdentityCode: code })).code,
  );
}
bank.close();
process.stdout.write(JSON.stringify(codes));
