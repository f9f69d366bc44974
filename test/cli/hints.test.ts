import { describe, expect, it } from 'vitest';
import { quickMachine } from '../fixtures/quick-machine.js';

describe('a command in a message', () => {
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

  it('also within a sentence, in each language; what needs no profile names none', async () => {
    const { payctl } = quickMachine();
    await payctl('init --name till --base-url https://bank.example --api-key KEY');
    const empty = await payctl('-p till journal list -o table');
    expect(empty.stderr).toContain('nothing is recorded in the journal yet; payctl -p till find');
    const thai = await payctl('-p till --lang th journal list -o table');
    expect(thai.stderr).toContain('ยังไม่มีรายการใดในบันทึก payctl -p till find ถามธนาคารได้');
    const unknown = await payctl('-p till explain 4711');
    expect(unknown.stderr).toContain('; payctl help exit-codes lists ours');
  });
});
