import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createPayments } from '../../src/index.js';
import { buyerCode } from '../../src/sandbox/customer.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { servedWorld } from '../fixtures/sandbox.js';

it('pays', async () => {
  const { bank, url } = await servedWorld({
    clock: { now: () => Date.now(), sleep: async () => {} },
  });
  const stateDir = mkdtempSync(join(tmpdir(), 'lib-'));
  const { ref3Prefix: _, ...profile } = SANDBOX_PROFILE;
  const payments = await createPayments({
    ...profile,
    baseUrl: `${url}/partners/sandbox`,
    stateDir,
  });
  const { code } = await buyerCode(bank, { wallet: 'W' });
  const input = {
    tranType: 'W',
    outTradeNo: 'SBXA1',
    totalFee: '10.00',
    buyerIdentityCode: code,
  } as const;
  console.log(await payments.charge('ewallet.pay', input));
  console.log(await payments.charge('ewallet.pay', input));
  console.log(await payments.charge('ewallet.pay', { ...input, totalFee: '11.00' }));
  console.log(await payments.resolve('SBXA1'), await payments.recover());
  console.log(await payments.resolve('SBXA2'));
  console.log(
    await payments
      .charge('ewallet.pay', { ...input, outTradeNo: '', totalFeee: 1 })
      .catch((e) => e),
  );
  console.log(
    await payments.charge('ewallet.pay', { ...input, outTradeNo: 'X Y' }).catch((e) => e),
  );
  console.log(await createPayments({ ...profile, baseUrl: 'ftp://x', stateDir }).catch((e) => e));
  await payments.close();
  rmSync(stateDir, { recursive: true });
});
