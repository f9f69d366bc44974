import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { afterFile } from '../fixtures/leftovers.js';
import { freshMachine, type Machine } from '../fixtures/machine.js';
import { describeWith, onOverlay } from '../fixtures/needs.js';
import { serveBank } from '../fixtures/served-bank.js';

/** Pays at the bank of the server. */
async function chargeOn(
  { server, machine, by }: { server: Machine; machine: Machine; by: string[] },
  reference: string,
) {
  const shown = await server.payctl('sandbox buyer-code -o json');
  const { code: buyer } = JSON.parse(shown.stdout);
  return machine.payctl(
    `ewallet pay --tran-type W --out-trade-no ${reference} --total-fee 25.00 --buyer-identity-code ${buyer} --yes -o json`,
    { by },
  );
}

const base = mkdtempSync('/dev/shm/payctl-e2e-');
afterFile(async () => rmSync(base, { recursive: true, force: true }));

describeWith('overlay mounts', 'a state directory that does not outlive a run', () => {
  it.each([
    ['tmpfs', join(base, 'state'), 'is in memory (tmpfs)', []],
    [
      'overlay',
      join(base, 'merged/state'),
      'writable layer of a container (overlay)',
      onOverlay(base),
    ],
  ])('on %s is a warning of the first charge, and of doctor', async (_, state, words, by) => {
    const server = freshMachine();
    const bank = await serveBank(server);
    const machine = freshMachine({ ...bank.env, PAYCTL_STATE_DIR: state });
    const on = { server, machine, by };
    const first = await chargeOn(on, 'SBXFLEET1');
    expect([first.code, first.stderr]).toEqual([0, expect.stringContaining(words)]);
    expect(first.stderr).toContain('PAYCTL_STATE_DIR');
    const second = await chargeOn(on, 'SBXFLEET2');
    expect([second.code, second.stderr]).toEqual([0, '']);
    const checked = await machine.payctl('doctor --offline -o json', { by });
    const findings: { check: string; status: string; message: string }[] = JSON.parse(
      checked.stdout,
    );
    expect(findings).toContainEqual(
      expect.objectContaining({
        check: 'state',
        status: 'warning',
        message: expect.stringContaining(words),
      }),
    );
    await bank.stop();
  });
});
