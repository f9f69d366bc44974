import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { BIN } from '../fixtures/machine.js';
import { describeWith } from '../fixtures/needs.js';
import { PASSWORD } from './address.js';
import { Fleet } from './fleet.js';

const PAGE = readFileSync(resolve(import.meta.dirname, '../../docs/shared-store.md'), 'utf8');

/** The blocks of "Five minutes", as they stand there. */
const [, fiveMinutes = ''] = /^## Five minutes\n(.*?)^## /ms.exec(PAGE) ?? [];
const blocks = [...fiveMinutes.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);

describeWith('postgres', 'a machine that never had a profile', () => {
  it('makes a shared store by what "Five minutes" says', async () => {
    const fleet = await Fleet.open();
    const database = await fleet.server.database();
    const block = blocks.find((one) => one.includes('payctl store init')) ?? '';
    const pasted = block
      .replace(
        'postgres://payctl@127.0.0.1:5432/payctl?sslmode=disable',
        fleet.server.url(database),
      )
      .replace('change-me', PASSWORD);
    expect(pasted).not.toBe(block);
    const { home, env } = fleet.machine('newcomer');
    const { PATH, HOME } = env;
    const script = `set -e\npayctl() { '${process.execPath}' '${BIN}' "$@"; }\n${pasted}`;
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script], {
      cwd: home,
      env: { PATH, HOME },
      encoding: 'utf8',
    });
    expect(status, `${stdout}${stderr}`).toBe(0);
    expect(stdout).toContain('waitingHere');
    await fleet.close();
  });

  it('is told by doctor to make the schema before all else', async () => {
    const fleet = await Fleet.open();
    const database = await fleet.server.database();
    const machine = fleet.machine('m', { PAYCTL_STORE: fleet.server.url(database) });
    const { stdout } = await machine.payctl('doctor -o json');
    const findings: { check: string; status: string; fix?: string }[] = JSON.parse(stdout);
    const failed = findings.filter(({ status }) => status === 'failure');
    expect(failed).toEqual([expect.objectContaining({ check: 'store', fix: 'payctl store init' })]);
    await fleet.close();
  });

  it('is seen by the clock of the server, though it only reads', async () => {
    const fleet = await Fleet.open();
    const machine = fleet.machine('reader');
    const seen = async () => {
      const { stdout } = await fleet.machine('other').payctl('store status -o json');
      const { machines } = JSON.parse(stdout);
      return machines.find(({ name }: { name: string }) => name === 'reader')?.seenAt;
    };
    await machine.payctl('journal list');
    const first = Date.parse(await seen());
    await fleet.passes(30);
    await machine.payctl('journal list');
    const later = Date.parse(await seen());
    // Half an hour by the clock of the server, and nearly none by that of the machine.
    expect(later - first).toBeGreaterThan(29 * 60_000);
    await fleet.close();
  });
});
