import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/host/sqlite.js';
import type { Machine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import { serveBank } from '../fixtures/served-bank.js';

const WALLET = '--tran-type W --out-trade-no SBXAPPR0001';
const REFUND = `--sandbox ewallet refund ${WALLET} --total-fee`;

let clerk: Machine;
let lead: Machine;
let other: Machine;

/** A payment of 100.00 that can be refunded. */
beforeEach(async () => {
  clerk = quickMachine({}, { user: 'clerk' });
  lead = quickMachine(clerk, { user: 'lead' });
  other = quickMachine(clerk, { user: 'other' });
  await ok(clerk, `--sandbox ewallet create ${WALLET} --total-fee 100.00`);
  await ok(clerk, 'sandbox pay SBXAPPR0001');
});

async function ok(machine: Machine, args: string | readonly string[]) {
  const { code, stdout, stderr } = await machine.payctl(args);
  expect(code, `${String(args)}\n${stdout}${stderr}`).toBe(0);
  return JSON.parse(stdout || 'null');
}

async function fails(machine: Machine, args: string | readonly string[]) {
  const { code, stderr } = await machine.payctl(args);
  return { code, stderr };
}

const words = (line: string, ...more: string[]) => [...line.split(' '), ...more];

async function proposed(amount = '100.00', ...more: string[]): Promise<string> {
  const { proposal } = await ok(
    clerk,
    words(`${REFUND} ${amount} --propose --note`, 'it came broken', ...more),
  );
  return proposal;
}

const shown = (id: string) => ok(clerk, `--sandbox approvals show ${id}`);

/** How often the bank refunded. */
async function refunds(): Promise<number> {
  const calls: { operation: string }[] = await ok(clerk, 'sandbox log -o json');
  return calls.filter(({ operation }) => operation === 'ewallet.refund').length;
}

describe('a proposal', () => {
  it('is sent once, exactly as it is shown, when another person releases it', async () => {
    const id = await proposed();
    expect(await refunds()).toBe(0);
    const open = await ok(lead, '--sandbox approvals list --open');
    expect(open).toEqual([await shown(id)]);
    expect(Object.keys(open[0])).toEqual(
      'id operation reference amount payee environment proposer reason state expires releasedBy outcome input'.split(
        ' ',
      ),
    );
    expect(open[0]).toMatchObject({
      ...{ id, operation: 'ewallet.refund', reference: 'SBXAPPR0001', amount: '100.00' },
      ...{ environment: 'test', proposer: { user: 'clerk' }, reason: 'it came broken' },
      ...{ state: 'open', releasedBy: null, outcome: null, input: { totalFee: '100.00' } },
    });
    const done = await ok(lead, words(`--sandbox approvals release ${id} --note`, 'seen'));
    expect(done).toMatchObject({
      ...{ id, state: 'done', releasedBy: { user: 'lead' } },
      ...{ outcome: { class: 'SUCCESS', executed: 'yes' }, input: open[0].input },
    });
    expect(await ok(other, `--sandbox approvals release ${id}`)).toEqual(done);
    expect(await refunds()).toBe(1);
    expect(await ok(lead, '--sandbox approvals list --open')).toEqual([]);
    const [charge] = await ok(lead, 'journal show SBXAPPR0001');
    expect(charge.lines[0].proposal).toMatchObject({
      ...{ id, proposedBy: { user: 'clerk' }, releasedBy: { user: 'lead' } },
    });
  });

  it('is the same while it stands, and another one after it was refused or has expired', async () => {
    const id = await proposed();
    expect(await proposed()).toBe(id);
    expect((await fails(clerk, `${REFUND} 50.00 --propose --note x`)).code).toBe(12);
    await ok(lead, `--sandbox approvals refuse ${id} --note no`);
    const second = await proposed('50.00', '--expires', '1s');
    expect(second).not.toBe(id);
    expect((await shown(id)).state).toBe('refused');
    await new Promise((later) => setTimeout(later, 1_100));
    expect((await shown(second)).state).toBe('expired');
    expect((await fails(lead, `--sandbox approvals release ${second}`)).code).toBe(5);
    const third = await proposed();
    expect(await ok(clerk, '--sandbox approvals list -q [].id')).toEqual([third, second, id]);
    expect(await refunds()).toBe(0);
  });

  it.each([
    [
      'whoever proposed it',
      async (id: string) => fails(clerk, `--sandbox approvals release ${id}`),
    ],
    [
      'whoever SUDO_USER says to be another',
      async (id: string) =>
        clerk.payctl(`--sandbox approvals release ${id}`, { env: { SUDO_USER: 'lead' } }),
    ],
    [
      'the person whom SUDO_USER says to have proposed it',
      async (id: string) =>
        lead.payctl(`--sandbox approvals release ${id}`, { env: { SUDO_USER: 'clerk' } }),
    ],
  ])('is not released by %s', async (_who, release) => {
    const { code, stderr } = await release(await proposed());
    expect(code).toBe(5);
    expect(stderr).toMatch(/is your own, or was made with the same account on this machine/);
    expect(await refunds()).toBe(0);
  });

  it('is not released by whoever proposed it under another name of the machine', async () => {
    const id = await proposed();
    const renamed = quickMachine(clerk, { user: 'clerk', hostName: 'another' });
    expect((await fails(renamed, `--sandbox approvals release ${id}`)).code).toBe(5);
    expect(await refunds()).toBe(0);
  });

  it('shows nothing personal of its reason', async () => {
    const note = 'call 081-234-5678 or somebody@shop.example';
    const { proposal, reason } = await ok(clerk, words(`${REFUND} 1.00 --propose --note`, note));
    expect(reason).toBe('call ***5678 or s***@shop.example');
    expect((await shown(proposal)).reason).toBe(reason);
  });

  it('that was refused, withdrawn or never made is not sent', async () => {
    const id = await proposed();
    expect((await fails(lead, `--sandbox approvals refuse ${id}`)).code).toBe(2);
    await ok(clerk, words(`--sandbox approvals refuse ${id} --note`, 'a mistake'));
    expect((await fails(lead, `--sandbox approvals refuse ${id} --note x`)).code).toBe(5);
    expect((await fails(lead, `--sandbox approvals release ${id}`)).code).toBe(5);
    for (const unknown of ['0123456789abcdef-1', 'nonsense', `${id}0`]) {
      expect((await fails(lead, `--sandbox approvals release ${unknown}`)).code).toBe(6);
    }
    expect(await refunds()).toBe(0);
  });

  it('whose refusal somebody deleted is neither released nor proposed again', async () => {
    const id = await proposed();
    await ok(clerk, words(`--sandbox approvals refuse ${id} --note`, 'a mistake'));
    const database = await openDatabase(join(clerk.home, '.local/state/payctl/desk.db'));
    database.exec('DELETE FROM event WHERE seq = 2');
    database.close();
    const released = await fails(lead, `--sandbox approvals release ${id}`);
    expect([released.code, released.stderr]).toEqual([5, expect.stringContaining('was changed')]);
    expect((await fails(clerk, `${REFUND} 100.00 --propose --note x`)).code).toBe(3);
    const list = await lead.payctl('--sandbox approvals list');
    expect([list.code, list.stderr]).toEqual([0, expect.stringContaining('was changed')]);
    expect((await fails(lead, 'journal verify')).code).toBe(3);
    expect(await refunds()).toBe(0);
  });

  it('of what was charged without it is a conflict, said plainly', async () => {
    const id = await proposed();
    await ok(clerk, `${REFUND} 100.00`);
    const { code, stderr } = await fails(lead, `--sandbox approvals release ${id}`);
    expect(code).toBe(12);
    expect(stderr).toMatch(/was charged without this proposal .* by clerk\); nothing was sent/);
    const again = await fails(clerk, `${REFUND} 100.00 --propose --note x`);
    expect(again.code).toBe(12);
    expect(again.stderr).toMatch(/was charged already .* by clerk\); nothing was proposed/);
    expect(await refunds()).toBe(1);
  });

  it('is released at no other bank', async () => {
    const id = await proposed();
    const env = { PAYCTL_SANDBOX: 'another' };
    const { code } = await lead.payctl(['--sandbox', 'approvals', 'release', id], { env });
    expect(code).toBe(2);
    expect((await shown(id)).state).toBe('open');
    expect(await refunds()).toBe(0);
  });

  it('is released, and proposed again, in the name of no other application', async () => {
    const bank = await serveBank(clerk, '--lenient');
    const payment = '--tran-type W --out-trade-no SBXAPPR0002';
    const refund = `ewallet refund ${payment} --total-fee 5.00`;
    const by = (machine: Machine, line: string, more: Record<string, string> = {}) =>
      machine.payctl(line, { env: { ...bank.env, ...more } });
    await by(clerk, `ewallet create ${payment} --total-fee 5.00`);
    await ok(clerk, 'sandbox pay SBXAPPR0002');
    const { stdout } = await by(clerk, `${refund} --propose --note x`);
    const { proposal } = JSON.parse(stdout);
    for (const name of ['PAYCTL_APPLICATION_ID', 'PAYCTL_RESOURCE_OWNER_ID']) {
      const another = { [name]: 'another-application' };
      const { code, stderr } = await by(lead, `approvals release ${proposal}`, another);
      expect(code, name).toBe(2);
      expect(stderr).toMatch(/was made in the name of another application/);
      expect((await by(other, `${refund} --propose --note x`, another)).code).toBe(12);
    }
    expect(await refunds()).toBe(0);
    expect((await by(lead, `approvals release ${proposal}`)).code).toBe(0);
    await bank.stop();
  });

  it('is released on live only with a yes, and in a read-only profile by nobody', async () => {
    const env = {
      ...{ PAYCTL_BASE_URL: 'http://127.0.0.1:9', PAYCTL_API_KEY: 'key', PAYCTL_API_SECRET: 'key' },
      ...{ PAYCTL_COMPANY_ID: '00100', PAYCTL_TERMINAL_ID: '100000000000001' },
    };
    const refund = words(`ewallet refund ${WALLET} --total-fee 1.00 --propose --note`, 'x');
    const { stdout } = await clerk.payctl(refund, { env });
    const { proposal, environment } = JSON.parse(stdout);
    expect(environment).toBe('live');
    const release = (more: Record<string, string>, ...options: string[]) =>
      lead.payctl(['approvals', 'release', proposal, ...options], { env: { ...env, ...more } });
    expect((await release({})).code).toBe(2);
    expect((await release({ PAYCTL_READ_ONLY: 'true' }, '--yes')).code).toBe(2);
    const { stdout: after } = await lead.payctl(['approvals', 'show', proposal], { env });
    expect(JSON.parse(after)).toMatchObject({ state: 'open', releasedBy: null });
  });

  it('needs a reason, and a time that is none is refused', async () => {
    for (const line of [
      '--propose',
      '--propose --note x --expires 0s',
      '--expires 1h',
      '--propose --note x --expires soon',
    ]) {
      expect((await fails(clerk, `${REFUND} 100.00 ${line}`)).code, line).toBe(2);
    }
    expect(await ok(clerk, '--sandbox approvals list')).toEqual([]);
  });

  it('that is released and could not be sent is ended by recovery, once', async () => {
    const id = await proposed();
    await ok(clerk, 'sandbox faults rate-limited --operation ewallet.refund --times 1');
    expect((await fails(lead, `--sandbox --retries 0 approvals release ${id}`)).code).toBe(7);
    expect(await shown(id)).toMatchObject({ state: 'released', outcome: null });
    expect((await fails(clerk, `--sandbox approvals release ${id}`)).code).toBe(5);
    expect((await fails(clerk, `--sandbox approvals refuse ${id} --note x`)).code).toBe(5);
    const recovered = await other.payctl('--sandbox journal recover');
    expect(recovered.code, recovered.stderr).toBe(0);
    expect(recovered.stderr).toMatch(/was released and never sent: it was sent now/);
    await ok(other, '--sandbox journal recover');
    expect(await shown(id)).toMatchObject({ state: 'done', releasedBy: { user: 'lead' } });
    expect(await refunds()).toBe(2);
  });

  it('that was released at the same time by several is sent once', async () => {
    const id = await proposed();
    const release = (machine: Machine) => machine.payctl(`--sandbox approvals release ${id}`);
    const ended = await Promise.all([lead, other, lead, other].map(release));
    for (const { code, stderr } of ended) expect([0, 12], stderr).toContain(code);
    expect(ended.some(({ code }) => code === 0)).toBe(true);
    expect(await refunds()).toBe(1);
  });

  it('that was released and refused at the same time is one of both', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const before = await refunds();
      const id = await proposed(`${10 + turn}.00`);
      const [released, refused] = await Promise.all([
        lead.payctl(`--sandbox approvals release ${id}`),
        other.payctl(`--sandbox approvals refuse ${id} --note no`),
      ]);
      const { state } = await shown(id);
      expect([released.code, refused.code]).toEqual(state === 'refused' ? [5, 0] : [0, 5]);
      expect((await refunds()) - before).toBe(state === 'refused' ? 0 : 1);
      if (state !== 'refused') break;
    }
  });
});
