import { readdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from '../fixtures/machine.js';

const USER = userInfo().username;
const PAY = '--sandbox ewallet pay --tran-type W --total-fee 20.00 --wait 0';

let machine: Machine;

beforeAll(() => {
  machine = freshMachine({ SUDO_USER: 'somchai' });
});
afterAll(() => machine.dispose());

async function json(args: string | string[], env: Record<string, string> = {}) {
  const { stdout } = await machine.payctl(args, { env });
  return JSON.parse(stdout);
}

describe('who', () => {
  it('stands in each line of a charge, and in lists of charges', async () => {
    const code = (await machine.payctl('sandbox buyer-code --wallet W --raw')).stdout.trim();
    await machine.payctl('sandbox faults timeout:ewallet.pay');
    const pay = await machine.payctl(
      `${PAY} --out-trade-no WHO1 --buyer-identity-code ${code} --timeout 300ms`,
    );
    expect(pay.code, pay.stderr).toBe(10);
    const settled = await machine.payctl(
      ['--sandbox', 'journal', 'settle', 'WHO1', '--as', 'executed', '--note', 'statement'],
      { env: { SUDO_USER: 'mali' } },
    );
    expect(settled.code, settled.stderr).toBe(0);
    const [charge] = await json('journal show WHO1 -o json');
    expect(charge).toMatchObject({ reference: 'WHO1', user: USER });
    for (const { type, user, sudoUser } of charge.lines) {
      expect({ user, sudoUser }).toEqual({
        user: USER,
        sudoUser: type === 'settlement' ? 'mali' : 'somchai',
      });
    }
    expect(await json('journal list -o json')).toMatchObject([{ user: USER }]);
    const { stdout } = await machine.payctl('journal list --columns reference,user');
    expect(stdout).toContain(USER);
    expect((await machine.payctl('journal list')).stdout).not.toContain('USER');
  });

  it('leaves a name out that no account can have', async () => {
    await machine.payctl(`${PAY} --out-trade-no WHO2 --buyer-identity-code 1`, {
      env: { SUDO_USER: 'two words' },
    });
    const [{ lines }] = await json('journal show WHO2 -o json');
    for (const line of lines) {
      expect(line).toMatchObject({ user: USER });
      expect(line).not.toHaveProperty('sudoUser');
    }
  });

  it('is written down of a decision that no journal has', async () => {
    await machine.payctl('--sandbox sandbox pay WHO1');
    const { code } = await machine.payctl(
      '--sandbox listen replay NOTHING --forward-to http://127.0.0.1:9',
    );
    expect(code).toBe(6);
    const state = join(machine.home, '.local/state/payctl');
    expect(readdirSync(state)).not.toContain('decisions');
    expect(readFileSync(join(state, 'format.json'), 'utf8')).toContain('format');
  });
});
