import {
  chmodSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ACK, post, qr30 } from '../fixtures/confirmations.js';
import type { Machine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import { listenOn } from '../fixtures/served-bank.js';
import { stubBank } from '../fixtures/stub-bank.js';

/** Takes each message, and says so as the bank wants to hear it. */
async function application() {
  const { url, calls } = await stubBank(() => ({ body: ACK }));
  return { url: `${url}/`, ids: () => calls.map(({ body }) => JSON.parse(body).transactionId) };
}

let machine: Machine;
beforeEach(() => {
  machine = quickMachine();
});

async function listen(...options: string[]) {
  const running = await listenOn(machine, ...options);
  onTestFinished(() => void running.child.kill('SIGKILL'));
  return running;
}

const lines = (text: string) => text.split('\n').filter(Boolean);

describe('payctl listen', () => {
  it('prints a line for each confirmation, and ends with the signal', async () => {
    const { url, child, ended } = await listen('-o', 'table');
    await post(`${url}/any/path`, qr30({ transactionId: 'T1' }));
    await post(url, qr30({ transactionId: 'T1' }));
    await post(url, qr30({ transactionId: 'T1', amount: '1000.00' }));
    await post(url, qr30({ transactionId: 'T2\u001b[2J\u202e', billPaymentRef1: '\nfake' }));
    await post(url, 'forged');
    child.kill('SIGINT');
    const { code, stdout, stderr } = await ended;
    expect(code).toBe(130);
    expect(stdout.replaceAll(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/gm, 'WHEN')).toMatchInlineSnapshot(`
      "WHEN  hint  qr30  100.00  ORDER1  T1
      WHEN  hint  qr30  1000.00  ORDER1  T1; another message of this id has other contents
      WHEN  hint  qr30  100.00  \\u000afake  T2\\u001b[2J\\u202e
      "
    `);
    expect(stderr).toContain('received 2, duplicates 1, contradictions 1, refused 1\n');

    const listed = await machine.payctl('listen list --ref T1 -o jsonl');
    expect(lines(listed.stdout).map((line) => JSON.parse(line))).toMatchObject([
      { id: 'T1', kind: 'qr30', reference: 'ORDER1', amount: '1000.00', differs: ['amount'] },
      { id: 'T1', state: 'hint', amount: '100.00', contradicts: true, differs: ['amount'] },
    ]);
  });

  it('prints CSV with one header', async () => {
    const { url, child, ended } = await listen('-o', 'csv', '--columns', 'id,amount');
    for (const id of ['T1', 'T2']) await post(url, qr30({ transactionId: id }));
    child.kill('SIGTERM');
    expect((await ended).stdout).toBe('id,amount\nT1,100.00\nT2,100.00\n');
  });

  it('forwards in order, puts aside, goes on after kill -9, and replays', async () => {
    const first = await application();
    const one = await listen('--forward-to', first.url);
    for (const id of ['T1', 'T2']) await post(one.url, qr30({ transactionId: id }));
    await expect.poll(first.ids).toEqual(['T1', 'T2']);
    const delivered = 'listen list --forwarding delivered -o jsonl';
    await expect.poll(async () => lines((await machine.payctl(delivered)).stdout)).toHaveLength(2);

    one.child.kill('SIGKILL');
    await one.ended;
    const gone = await listen('--forward-to', 'http://127.0.0.1:1/');
    for (const id of ['T3', 'T4']) await post(gone.url, qr30({ transactionId: id }));
    await gone.says(/^forwarding T3: connection refused in \d+ ms, again in 1 s$/m);
    gone.child.kill('SIGKILL');
    await gone.ended;

    const second = await application();
    const two = await listen('--forward-to', second.url);
    await post(two.url, qr30({ transactionId: 'T5' }));
    await two.says(/^forwarding T5: 200 in \d+ ms$/m);
    expect(second.ids()).toEqual(['T3', 'T4', 'T5']);
    two.child.kill('SIGTERM');
    await two.ended;

    const replayed = await machine.payctl(`listen replay T4 T1 --forward-to ${second.url}`);
    expect(replayed.code).toBe(0);
    expect(replayed.stderr.match(/^forwarding T[14]: 200 in \d+ ms$/gm)).toHaveLength(2);
    expect(second.ids().slice(3)).toEqual(['T4', 'T1']);
    const unknown = await machine.payctl(`listen replay T9 --forward-to ${second.url}`);
    expect([unknown.code, second.ids().length]).toEqual([6, 5]);
    const outside = await machine.payctl('listen replay T1 --forward-to http://192.0.2.1/');
    expect(outside.code).toBe(2);
    const decisions = join(machine.home, '.local/state/payctl/decisions');
    const [file = ''] = readdirSync(decisions);
    const written = readFileSync(join(decisions, file), 'utf8').trim().split('\n');
    expect(written.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        ...{ action: 'listen replay', what: 'T4 T1', user: userInfo().username },
        ...{ host: hostname(), pid: expect.any(Number), profile: 'environment' },
      }),
    ]);
  });

  it('receives for an inbox only once at a time', async () => {
    await listen();
    const second = await machine.start('listen --port 0 -o json').ended;
    expect(second.code).toBe(3);
    expect(second.stderr).toContain('another payctl listen is receiving');
  });

  it('ends where another one, which could not see it, has taken its lock', async () => {
    const state = join(machine.home, '.local/state/payctl');
    const { ended } = await listen();
    const own = readdirSync(state, { recursive: true, encoding: 'utf8' }).find((path) =>
      path.endsWith('listen.lock.1'),
    );
    writeFileSync(join(state, `${own?.slice(0, -1)}2`), '{}', { mode: 0o600 });
    const { code, stderr } = await ended;
    expect([code, stderr]).toEqual([3, expect.stringContaining('another payctl listen')]);
  });

  it('goes on where its inbox cannot be read for a moment', async () => {
    const { url, says } = await listen();
    await post(url, qr30({ transactionId: 'T1' }));
    const inbox = join(machine.home, '.local/state/payctl/callbacks/environment');
    renameSync(inbox, `${inbox}.away`);
    writeFileSync(inbox, '');
    await says(/^warning: cannot list .*callbacks\/environment/m);
    rmSync(inbox);
    renameSync(`${inbox}.away`, inbox);
    expect((await post(url, qr30({ transactionId: 'T2' }))).status).toBe(200);
  });

  it('on all addresses points the embedded bank at this machine', async () => {
    const { url, child, ended } = await listen('--sandbox', '--host', '0.0.0.0', '--from-sandbox');
    expect((await fetch(url)).status).toBe(405);
    child.kill('SIGTERM');
    expect((await ended).stderr).toContain('the embedded bank sends its confirmations here');
    const { stdout } = await machine.payctl('sandbox settings -q confirmationUrl');
    expect(JSON.parse(stdout)).toBe(url);
  });

  it('warns where others can reach it, and checks the files of TLS', async () => {
    const { child, ended } = await listen('--host', '0.0.0.0');
    child.kill('SIGTERM');
    expect((await ended).stderr).toMatch(/^warning: 0\.0\.0\.0 can be reached from other machines/);
    const certificates = join(import.meta.dirname, '../client/certificates');
    const key = join(machine.home, 'open.key');
    copyFileSync(join(certificates, 'server.key'), key);
    chmodSync(key, 0o644);
    const cert = join(certificates, 'server.pem');
    const open = await machine.start(['listen', '--tls-cert', cert, '--tls-key', key]).ended;
    expect([open.code, open.stderr]).toEqual([3, expect.stringContaining('read by everyone')]);
    expect((await machine.start(['listen', '--tls-cert', cert]).ended).code).toBe(2);
    expect((await machine.start(`listen --tls-cert /nowhere --tls-key ${key}`).ended).code).toBe(2);
  });
});
