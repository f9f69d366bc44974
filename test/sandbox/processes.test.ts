import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeHost } from '../../src/host/node.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { bundleChild, startChild } from '../fixtures/child.js';
import { newWorld, temporaryPath } from '../fixtures/sandbox.js';
import { headersWith, tokenCall } from '../fixtures/sandbox-calls.js';

describe('several processes', () => {
  it('share one bank, and charge each reference once', async () => {
    const path = temporaryPath();
    const references = ['SBX1', 'SBX2', 'SBX3', 'SBX4', 'SBX5'];
    const child = await bundleChild(join(import.meta.dirname, '../fixtures/bank-child.ts'));
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

  it('that are killed during many writes keep every answered one', async () => {
    const path = temporaryPath();
    const { bank } = await newWorld({ path, clock: nodeHost().clock });
    const token: string = (await tokenCall(bank)).data.accessToken;
    const { child, done } = startChild(
      await bundleChild(join(import.meta.dirname, '../fixtures/bank-child.ts')),
      [path],
    );
    const [url] = await once(child.stdout ?? child, 'data');
    const { companyId, terminalId } = SANDBOX_PROFILE;
    const headers = headersWith(token);
    const answered: string[] = [];
    const write = async (outTradeNo: string): Promise<void> => {
      const fields = { tranType: 'W', companyId, terminalId, outTradeNo, totalFee: '1' };
      const request = { method: 'POST', headers, body: JSON.stringify(fields) };
      const answer = await fetch(`${url}/v1/payment/ewallets/qrcode/create`, request);
      if (answer.status === 200) answered.push(outTradeNo);
      if (answered.length > 300) child.kill('SIGKILL');
    };
    const writers = Array.from({ length: 16 }, async (_, writer) => {
      for (let number = 0; ; number++) await write(`SBX${writer}N${number}`);
    });
    await Promise.allSettled(writers);
    await done;
    expect(answered.length).toBeGreaterThan(300);
    for (const reference of answered) {
      expect(bank.effects(reference).map(({ kind }) => kind)).toEqual(['ewallet.create']);
      expect(bank.log({ reference })).toMatchObject([{ committed: true, status: 200 }]);
    }
  });
});
