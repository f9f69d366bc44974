import { expect, it } from 'vitest';
import { quickMachine } from '../fixtures/quick-machine.js';

const WALLET = '--tran-type W --out-trade-no SBXTHAI0001';

it('tables say states in Thai, and files for programs as ever', async () => {
  const { payctl } = quickMachine();
  await payctl(`--sandbox ewallet create ${WALLET} --total-fee 50.00`);
  await payctl('sandbox pay SBXTHAI0001');
  await payctl(`--sandbox ewallet refund ${WALLET} --total-fee 50.00 -y`);
  const refund = `--sandbox ewallet refund --tran-type W --out-trade-no SBXTHAI0002 --total-fee 1`;
  await payctl([...refund.split(' '), '--propose', '--note', 'came broken']);
  const tables = await Promise.all(
    ['journal list', 'journal show SBXTHAI0001', '--sandbox approvals list'].map(async (line) => {
      const { stdout } = await payctl(`--lang th ${line} -o table`);
      return stdout;
    }),
  );
  expect(tables[0]).toMatch(/ewallet\.refund +SBXTHAI0001 +สำเร็จ/);
  expect(tables[1]).toMatch(/ตัดสินใจส่ง|ส่ง/);
  expect(tables[2]).toMatch(/SBXTHAI0002.*รออนุมัติ/);
  expect(tables.join('')).not.toMatch(/succeeded|intent|outcome\b|\bopen\b/);
  const english = await payctl('journal list -o table');
  expect(english.stdout).toMatch(/succeeded/);
  const json = await payctl('--lang th journal list -o json');
  expect(JSON.parse(json.stdout)[0].state).toBe('succeeded');
});
