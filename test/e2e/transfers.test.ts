import { afterAll, describe, expect, it } from 'vitest';
import { type Blow, inProcess, openGate, overHttp } from '../fixtures/served-bank.js';

const CREDIT = 'transfer credit send --payee-account-no 2220000001 --payee-bank-code 999';

describe('transfers by commands alone', async () => {
  const way = await inProcess();

  const run = (command: string) => way.machine.payctl(`--sandbox ${command} -o json`);

  async function data(command: string, code = 0): Promise<Record<string, unknown>> {
    const finished = await run(command);
    expect(finished.code, finished.stderr).toBe(code);
    return JSON.parse(finished.stdout);
  }

  // In full, in part, and to every kind of payee: story 5.
  it('refuses two currencies in one transfer', async () => {
    const mixed =
      'transfer credit send --partner-transaction-id FC2 --payer-account-no 1110000000002 --payee-account-no 2220000001 --payee-bank-code 999 --currency USD --objective-code 318245 --amount 10';
    const refused = await run(mixed);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('payee.accountInfo.accountNo');
  });

  it('wants a reference and the expected amount before it sends anything', async () => {
    expect((await run(`${CREDIT} --amount 5`)).stderr).toContain('--partner-transaction-id');
    const wrong = `${CREDIT} --partner-transaction-id E1 --amount 5 --expect-amount 6`;
    expect((await run(wrong)).code).toBe(2);
    const log = await way.machine.payctl('sandbox log --ref E1 -o json');
    expect(JSON.parse(log.stdout)).toEqual([]);
    expect(await data(`${CREDIT} --partner-transaction-id E2 --amount 5 --dry-run`)).toMatchObject({
      dryRun: { method: 'POST' },
    });
  });

  it('compares --expect-amount of a plain confirm with the initiated transfer', async () => {
    const { tokenizerId } = await data(
      'transfer credit initiate --payee-account-no 2220000001 --payee-bank-code 999 --amount 7',
    );
    const confirm = `transfer credit confirm --tokenizer-id ${String(tokenizerId)}`;
    const wrong = await run(`${confirm} --expect-amount 8`);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('the amount is 7.00, not 8');
    await data(`${confirm} --expect-amount 7.0`);
    const unknown = await run('transfer credit confirm --tokenizer-id NONE --expect-amount 7');
    expect(unknown.code).toBe(6);
    expect(unknown.stderr).toContain('nothing was confirmed');
  });
});

describe('a transfer whose run is cut', async () => {
  const way = await overHttp();
  const gate = await openGate(way.machine.env.PAYCTL_BASE_URL ?? '');
  afterAll(() => gate.close());

  const send = (reference: string, blow?: Blow) => {
    const command = `${CREDIT} --partner-transaction-id ${reference} --amount 11 --wait 0`;
    return gate.run(way.machine, command, blow);
  };

  /** How often the bank has carried out a confirmation, of all transfers of this bank. */
  async function confirmed(): Promise<number> {
    const { stdout } = await way.machine.payctl(
      'sandbox log --operation transfer.creditConfirm -o json',
    );
    return JSON.parse(stdout).filter((line: { committed: boolean }) => line.committed).length;
  }

  it.each<[string, Blow]>([
    ['before the initiation arrives', { path: 'credit/initiate', at: 'request', kind: 'kill' }],
    ['before the initiation is known', { path: 'credit/initiate', at: 'answer', kind: 'kill' }],
    ['after the confirmation', { path: 'credit/confirm', at: 'answer', kind: 'kill' }],
    ['before the inquiry', { path: 'fcd/inquiry', at: 'request', kind: 'kill' }],
  ])('goes on when it is killed %s, and pays once', async (name, blow) => {
    const reference = `KILL${name.length}`;
    const before = await confirmed();
    expect((await send(reference, blow)).code).toBe(null);
    const resumed = await send(reference);
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(await confirmed()).toBe(before + 1);
  });

  it('says 10 for a lost initiation, with no money moved, and goes on', async () => {
    const before = await confirmed();
    const lost = await send('LOST1', { path: 'credit/initiate', at: 'answer', kind: 'lose' });
    expect(lost.code).toBe(10);
    expect(lost.stderr).toContain('no money has moved');
    expect(await confirmed()).toBe(before);
    expect((await send('LOST1')).code).toBe(0);
    expect(await confirmed()).toBe(before + 1);
  });

  it('never confirms again what may have arrived, until a person has settled it', async () => {
    const before = await confirmed();
    const blow: Blow = { path: 'credit/confirm', at: 'request', kind: 'kill' };
    expect((await send('KILLED', blow)).code).toBe(null);
    const resumed = await send('KILLED');
    expect(resumed.code).toBe(10);
    const tokenizer = /tokenizerId (\S+)/.exec(resumed.stderr)?.[1] ?? '';
    const settle = `journal settle ${tokenizer} --as not-executed --note checked`;
    const settled = await gate.run(way.machine, settle);
    expect(settled.code, settled.stderr).toBe(0);
    expect((await send('KILLED')).code).toBe(0);
    expect(await confirmed()).toBe(before + 1);
  });
});

describe('a transfer on a live profile', async () => {
  const way = await overHttp();

  it('is restated and refused without a terminal and without --yes, before the initiation', async () => {
    const live = { env: { PAYCTL_ENVIRONMENT: 'live' } };
    const asked = await way.machine.payctl(
      `${CREDIT} --partner-transaction-id LIVE1 --amount 9`,
      live,
    );
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain('transfer credit send of 9.00 THB');
    expect(asked.stderr).toContain('payee.accountInfo.accountNo 2220000001');
    const log = await way.machine.payctl('sandbox log --operation transfer.creditInitiate -o json');
    expect(JSON.parse(log.stdout)).toEqual([]);
    const readOnly = { env: { PAYCTL_READ_ONLY: 'true' } };
    const refused = await way.machine.payctl(
      `${CREDIT} --partner-transaction-id LIVE1 --amount 9 --yes`,
      readOnly,
    );
    expect(refused.code).toBe(2);
  });

  it('restates the amount of a plain confirm from the transfer itself', async () => {
    const initiated = await way.machine.payctl(
      'transfer credit initiate --payee-account-no 2220000001 --payee-bank-code 999 --amount 7',
    );
    const { tokenizerId } = JSON.parse(initiated.stdout);
    const asked = await way.machine.payctl(
      `transfer credit confirm --tokenizer-id ${tokenizerId}`,
      { env: { PAYCTL_ENVIRONMENT: 'live' } },
    );
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain('transfer credit confirm of 7.00 THB');
  });
});
