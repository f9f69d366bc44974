import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { nodeHost } from '../../src/host/node.js';
import { loadDriver } from '../../src/host/sqlite.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { bundleChild, type ChildResult, startChild } from '../fixtures/child.js';
import { effects } from '../fixtures/effects.js';
import { itWith } from '../fixtures/needs.js';
import { newWorld, temporaryPath } from '../fixtures/sandbox.js';
import { headersWith, tokenCall } from '../fixtures/sandbox-calls.js';

const bankChild = () => bundleChild(join(import.meta.dirname, '../fixtures/bank-child.ts'));

/** Where it has not, the message of the failure says how it ended. */
function hasSucceeded({ code, signal, stderr }: ChildResult): void {
  expect([code, stderr], `exit ${code}, signal ${signal}: ${stderr}`).toEqual([0, '']);
}

function hasOpened({ pid }: ChildProcess, path: string): boolean {
  const files = `/proc/${pid}/fd`;
  return readdirSync(files).some((fd) => readlinkSync(join(files, fd)) === path);
}

describe('several processes', () => {
  it('share one bank, and charge each reference once', async () => {
    const path = temporaryPath();
    const references = ['SBX1', 'SBX2', 'SBX3', 'SBX4', 'SBX5'];
    const child = await bankChild();
    const children = Array.from({ length: 6 }, () => startChild(child, [path, ...references]).done);
    const results = await Promise.all(children);
    for (const result of results) hasSucceeded(result);

    const { bank } = await newWorld({ path });
    const codes: number[][] = results.map(({ stdout }) => JSON.parse(stdout));
    for (const [i, reference] of references.entries()) {
      expect(codes.map((each) => each[i]).sort((a = 0, b = 0) => a - b)).toEqual([
        1000, 1111, 1111, 1111, 1111, 1111,
      ]);
      expect(effects(bank, reference).map(({ kind }) => kind)).toEqual(['ewallet.pay']);
    }
    expect(bank.log({ operation: 'ewallet.pay' })).toHaveLength(30);
    expect(bank.balanced()).toBe(true);
  });

  itWith('Linux', 'open it while another one has created the file and writes to it', async () => {
    const path = temporaryPath();
    const other = new (await loadDriver())(path);
    other.exec('BEGIN IMMEDIATE');
    const { child, done } = startChild(await bankChild(), [path, 'SBX1']);
    await expect.poll(() => child.exitCode !== null || hasOpened(child, path)).toBe(true);
    // One that does not wait fails meanwhile.
    await Promise.race([done, sleep(200)]);
    other.exec('ROLLBACK');
    other.close();
    hasSucceeded(await done);
  });

  it('that are killed during many writes keep every answered one', async () => {
    const path = temporaryPath();
    const { bank } = await newWorld({ path, clock: nodeHost().clock });
    const token: string = (await tokenCall(bank)).data.accessToken;
    const { child, done } = startChild(await bankChild(), [path]);
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
      expect(effects(bank, reference).map(({ kind }) => kind)).toEqual(['ewallet.create']);
      expect(bank.log({ reference })).toMatchObject([{ committed: true, status: 200 }]);
    }
  });
});
