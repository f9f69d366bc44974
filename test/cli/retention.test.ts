import { cpSync, existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfirmation } from '../../src/callbacks/confirmation.js';
import { FileInbox, inboxDirectory } from '../../src/state/files/inbox.js';
import { card, qr30 } from '../fixtures/confirmations.js';
import type { Machine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import { host } from '../postgres/subjects.js';

let machine: Machine;
beforeAll(() => {
  machine = quickMachine();
});
afterAll(() => machine.dispose());

async function expectCode(args: string, code: number) {
  const finished = await machine.payctl(args);
  expect(finished.code, finished.stderr).toBe(code);
  return finished;
}

const json = async (args: string) => JSON.parse((await expectCode(`${args} -o json`, 0)).stdout);
const pay = (reference: string, code: string, amount = '100.00') =>
  `--sandbox ewallet pay --tran-type W --out-trade-no ${reference} --total-fee ${amount} --buyer-identity-code ${code} -o json`;

async function paid(reference: string): Promise<string> {
  const code = (await expectCode('sandbox buyer-code --raw', 0)).stdout.trim();
  await expectCode(pay(reference, code), 0);
  return code;
}

describe('charges that are old', () => {
  it('leave for archives of their month, and are known for ever', async () => {
    const code = await paid('SBXRETAIN1');
    const directory = join(machine.home, 'archives');
    const retaining = `journal retain --keep 0s --archive ${directory}`;
    expect((await json(`${retaining} --dry-run`)).dryRun).toMatchObject({ charges: 1 });
    expect(existsSync(directory)).toBe(false);
    expect((await json('journal retain --keep 1d --archive archives')).taken).toBe(0);

    const month = new Date().toISOString().slice(0, 7);
    const file = join(directory, `charges-${month}.jsonl.gz`);
    expect(await json(retaining)).toMatchObject({ archives: [file], taken: 1, stayed: 0 });
    expect(readdirSync(directory)).toEqual([`charges-${month}.jsonl.gz`]);
    await expectCode(`journal verify --archive ${file}`, 0);
    await expectCode('journal verify', 0);
    const again = await expectCode(pay('SBXRETAIN1', code), 0);
    expect([again.stdout, again.stderr]).toEqual(['{}\n', expect.stringContaining(file)]);
    await expectCode(pay('SBXRETAIN1', code, '7.00'), 12);

    await paid('SBXRETAIN2');
    const second = join(directory, `charges-${month}-2.jsonl.gz`);
    expect(await json(retaining)).toMatchObject({ archives: [second], taken: 1 });
    expect(await json(retaining)).toMatchObject({ archives: [], taken: 0 });
  });

  it('leave also for an archive that a killed run had begun', async () => {
    await paid('SBXRETAIN3');
    const directory = join(machine.home, 'begun');
    const file = join(directory, 'charges-2026-01.jsonl.gz');
    // What a kill between the archive and the journal leaves.
    const [state, before] = [join(machine.home, '.local'), join(machine.home, 'before')];
    cpSync(state, before, { recursive: true });
    await expectCode(`journal archive --before +1m --out ${file}`, 0);
    cpSync(before, state, { recursive: true });
    writeFileSync(`${file}.unfinished`, '');
    writeFileSync(join(directory, 'charges-2026-02.jsonl.gz.unfinished'), '');
    const [left, written] = ['0123456789ab', 'ba9876543210'].map((run) => `${file}.${run}.tmp`);
    if (!left || !written) throw new Error('no names');
    for (const one of [left, written]) writeFileSync(one, 'a part of an archive');
    utimesSync(left, new Date(), new Date(Date.now() - 2 * 3_600_000));
    const report = await json(`journal retain --keep 0s --archive ${directory}`);
    expect(report).toMatchObject({ archives: [file] });
    expect(readdirSync(directory)).toEqual([basename(file), basename(written)]);
    await expectCode('journal verify', 0);
  });

  it('are given up only where a person says so', async () => {
    const code = await paid('SBXRETAIN4');
    const refused = await expectCode('journal retain --keep 0s', 2);
    expect(refused.stderr).toContain('a person must confirm');
    expect(await json('journal retain --keep 0s --yes')).toMatchObject({ archives: [], taken: 1 });
    const again = await expectCode(pay('SBXRETAIN4', code), 0);
    expect([again.stdout, again.stderr]).toEqual(['{}\n', expect.stringContaining('given up')]);
    const other = await expectCode(pay('SBXRETAIN4', code, '7.00'), 12);
    expect(other.stderr).toContain('given up');
    const [row] = await json('journal show SBXRETAIN4');
    expect(row).toMatchObject({ state: 'succeeded', archive: '' });
    await expectCode('journal verify', 0);
  });

  it('need a word of what is kept', async () => {
    await expectCode('journal retain', 2);
    await expectCode('journal retain --archive archives', 2);
    await expectCode('journal retain --keep-confirmations 1d --archive archives', 2);
    writeFileSync(join(machine.home, 'file'), '');
    await expectCode('journal retain --keep 0s --archive file', 2);
  });
});

describe('confirmations that are old', () => {
  const segments = () => {
    const directory = inboxDirectory(join(machine.home, '.local/state/payctl'), 'sandbox');
    return readdirSync(directory)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => readFileSync(join(directory, name), 'utf8'))
      .join('');
  };

  async function received(): Promise<void> {
    const state = join(machine.home, '.local/state/payctl');
    const inbox = new FileInbox(host, inboxDirectory(state, 'sandbox'));
    for (const [body, forwardTo] of [
      [qr30(), undefined],
      [card(), 'http://127.0.0.1:9/'],
      [qr30({ transactionId: 'T3', encryptedValue: 'SEALED' }), undefined],
    ] as const) {
      const { id, fingerprint } = readConfirmation(body);
      await inbox.receive({ id, fingerprint, body, forwardTo });
    }
  }

  it('lose what is personal, and stay what they were', async () => {
    await received();
    const before = await json('--sandbox listen list');
    await expectCode('journal erase --before +1m', 2);
    const refused = await expectCode('journal erase --before +1m --personal', 2);
    expect(refused.stderr).toContain('a person must confirm');
    expect(segments()).toContain('Mali Suksai');
    const none = await json('journal erase --before -1d --personal --yes');
    expect(none).toMatchObject({ confirmations: 0 });
    const erased = await json('journal erase --before +1m --personal --yes');
    expect(erased).toMatchObject({ originals: 0, confirmations: 3 });
    for (const secret of ['Mali Suksai', '2220000001', '400000XXXXXX0002', 'SEALED']) {
      expect(segments()).not.toContain(secret);
    }
    const after = await json('--sandbox listen list');
    const named = (rows: Record<string, unknown>[]) => rows.map(({ id, amount }) => [id, amount]);
    expect(named(after)).toEqual(named(before));
    expect(await json('journal erase --before +1m --personal --yes')).toMatchObject({
      confirmations: 0,
    });
    const audit = await expectCode('audit export --since -1h', 0);
    expect(audit.stdout).toContain('journal erase');
    await received();
    expect(await json('--sandbox listen list')).toHaveLength(3);
  });

  it('are removed, but for those that wait to be forwarded', async () => {
    const retaining = 'journal retain --keep-confirmations 0s';
    expect((await json(`${retaining} --dry-run`)).dryRun).toMatchObject({ confirmations: 2 });
    expect(await json(retaining)).toMatchObject({ confirmations: 2 });
    const left = await json('--sandbox listen list');
    expect(left).toMatchObject([{ forwarding: 'waiting' }]);
    expect(await json(retaining)).toMatchObject({ confirmations: 0 });
  });

  it('stay as they are while a listener receives', async () => {
    const state = join(machine.home, '.local/state/payctl');
    const inbox = new FileInbox(host, inboxDirectory(state, 'sandbox'));
    const hold = await inbox.hold();
    const refused = await expectCode('journal retain --keep-confirmations 0s', 12);
    expect(refused.stderr).toContain('a listener receives');
    await hold?.release();
  });
});
