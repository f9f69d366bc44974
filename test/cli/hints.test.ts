import { describe, expect, it } from 'vitest';
import { quickMachine } from '../fixtures/quick-machine.js';

describe('a hint that is a command', () => {
  it('acts on the profile and bank of the run', async () => {
    const { payctl } = quickMachine();
    const known = await payctl('--sandbox journal show NOBODY1 -o json');
    expect(JSON.parse(known.stderr).error.hint).toContain('payctl --sandbox journal list');
    const plain = await payctl('journal show NOBODY1');
    expect(plain.stderr).toContain('payctl journal list');
    await payctl(
      '--sandbox ewallet refund --tran-type W --out-trade-no SBXH1 --total-fee 5 --propose --note x',
    );
    const [{ id }] = JSON.parse((await payctl('--sandbox approvals list -o json')).stdout);
    const own = await payctl(`--sandbox approvals release ${id} --yes`);
    expect(own.stderr).toContain(`: payctl --sandbox approvals refuse ${id} --note TEXT`);
    await payctl('--sandbox ewallet create --tran-type W --out-trade-no SBXH2 --total-fee 5');
    await payctl('--sandbox ewallet close --tran-type W --out-trade-no SBXH2 --yes');
    const inquired = await payctl('--sandbox ewallet inquire --tran-type W --out-trade-no SBXH2');
    expect(inquired.stderr).toContain('payctl --sandbox investigate SBXH2 tells');
  });
});
