import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setFault } from '../../src/sandbox/operator.js';
import { bundleChild, startChild } from '../child.js';
import { ewallet } from './calls.js';
import { fakeRandom, newWorld, temporaryPath } from './fixture.js';

describe('several processes', () => {
  it('make one bank together, and charge each reference once', async () => {
    const path = temporaryPath();
    const references = ['SBX1', 'SBX2', 'SBX3', 'SBX4', 'SBX5'];
    const child = await bundleChild(join(import.meta.dirname, 'pay-child.ts'));
    const children = Array.from({ length: 6 }, () => startChild(child, [path, ...references]).done);
    const results = await Promise.all(children);
    expect(results.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      results.map(() => ({ code: 0, stderr: '' })),
    );

    const { bank } = await newWorld({ path });
    const codes: number[][] = results.map(({ stdout }) => JSON.parse(stdout));
    for (const [i, reference] of references.entries()) {
      expect(codes.map((each) => each[i]).sort((a = 0, b = 0) => a - b)).toEqual([
        1000, 1111, 1111, 1111, 1111, 1111,
      ]);
      expect(bank.effects(reference).map(({ kind }) => kind)).toEqual(['ewallet.pay']);
    }
    expect(bank.log({ operation: 'ewallet.pay' })).toHaveLength(30);
    expect(bank.balanced()).toBe(true);
  });

  it('one sees in its next turn what another has changed', async () => {
    const one = await newWorld();
    const other = await newWorld({ path: one.path, random: fakeRandom(2) });
    await ewallet(one.bank, 'qrcode/create', { outTradeNo: 'SBX1', totalFee: '5' });
    const inquire = () => ewallet(other.bank, 'inquire', { outTradeNo: 'SBX1' });
    expect((await inquire()).code).toBe(1000);
    await setFault(one.bank, { name: 'token-revoked', operation: 'ewallet.inquire', times: 1 });
    await new Promise(setImmediate);
    expect((await inquire()).code).toBe(9500);
  });
});
