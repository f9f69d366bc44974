import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller } from '../../src/client/caller.js';
import type { Token } from '../../src/client/connection.js';
import type { Outcome } from '../../src/client/outcome.js';
import { type FakeHost, fakeHost } from '../fake-host.js';
import type { Parts } from './parts.js';

/** What the simulation does not reach: each tells whether the parts keep one promise. */
export const CHECKS = {
  'a new file and its directory are flushed': flushes,
  'a redirect is never followed': staysThere,
  'one token call for all who find it expired': buysOnce,
  'a failed refresh leaves a newer token alone': keepsNewer,
  'an older token never replaces a newer one': ordersTokens,
  'absence takes two inquiries that agree': asksTwice,
  'a list shows no end that is not on disk': listsTheDisk,
  'what is in flight elsewhere is a conflict': leavesOthersAlone,
  'what strangers do not find proves nothing': asksAsItself,
  'a clock that is set brings no absence early': timesByUptime,
  'a reboot starts the time of absence anew': countsBootsApart,
  'a gap in the files of a claim frees nothing': refusesGaps,
} as const satisfies Record<string, (parts: Parts) => Promise<boolean>>;

export type Check = keyof typeof CHECKS;

/** In order: file flushed, linked to its name, directory flushed. */
async function flushes(parts: Parts): Promise<boolean> {
  const fs: typeof import('node:fs') = createRequire(import.meta.url)('node:fs');
  const { openSync, fsyncSync, linkSync } = fs;
  const directory = mkdtempSync(join(tmpdir(), 'payctl-flush-'));
  const names = new Map<number, string>();
  const events: string[] = [];
  fs.openSync = (path, flags, mode) => {
    const fd = openSync(path, flags, mode);
    names.set(fd, path === directory ? 'directory' : 'file');
    return fd;
  };
  fs.fsyncSync = (fd) => {
    events.push(`flush ${names.get(fd)}`);
    fsyncSync(fd);
  };
  fs.linkSync = (from, to) => {
    events.push('link');
    linkSync(from, to);
  };
  syncBuiltinESMExports();
  try {
    parts.diskFiles(() => 'x').create(join(directory, 'claim'), Buffer.from('intent\n'));
  } finally {
    Object.assign(fs, { openSync, fsyncSync, linkSync });
    syncBuiltinESMExports();
    rmSync(directory, { recursive: true });
  }
  return events.join(', ') === 'flush file, link, flush directory';
}

async function staysThere(parts: Parts): Promise<boolean> {
  let strangers = 0;
  const elsewhere = createServer((_, answer) => {
    strangers += 1;
    answer.end('{}');
  });
  const bank = createServer((_, answer) => {
    answer.writeHead(307, { location: addressOf(elsewhere) }).end();
  });
  const transport = parts.gotTransport({});
  try {
    for (const server of [elsewhere, bank]) {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    }
    const request = { method: 'POST', url: addressOf(bank), headers: {}, body: '{}' };
    await transport.send(request, { timeoutMs: 5_000, fresh: true }).catch(() => undefined);
    return strangers === 0;
  } finally {
    await transport.close();
    for (const server of [elsewhere, bank]) server.closeAllConnections();
    for (const server of [elsewhere, bank]) server.close();
  }
}

function addressOf(server: ReturnType<typeof createServer>): string {
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/`;
}

async function buysOnce(parts: Parts): Promise<boolean> {
  const host = fakeHost();
  let calls = 0;
  const renew = async () => {
    const store = tokenStore(parts, host);
    const stale = (token: Token) => token.accessToken === 'expired';
    return store.renew('application', stale, async () => {
      calls += 1;
      await host.clock.sleep(300);
      return tokenOf(host, `fresh${calls}`);
    });
  };
  await tokenStore(parts, host).write('application', tokenOf(host, 'expired'));
  await Promise.all([renew(), renew(), renew()]);
  return calls === 1;
}

async function keepsNewer(parts: Parts): Promise<boolean> {
  const host = fakeHost();
  const [mine, theirs] = [tokenStore(parts, host), tokenStore(parts, host)];
  await mine.write('user', tokenOf(host, 'old'));
  const refused = mine.renew(
    'user',
    () => true,
    async () => {
      host.clock.advance(1_000);
      await theirs.write('user', tokenOf(host, 'newer'));
      throw new Error('invalid grant');
    },
  );
  await refused.catch(() => undefined);
  return (await theirs.read('user'))?.accessToken === 'newer';
}

async function ordersTokens(parts: Parts): Promise<boolean> {
  const host = fakeHost();
  const [mine, theirs] = [tokenStore(parts, host), tokenStore(parts, host)];
  const older = tokenOf(host, 'older');
  host.clock.advance(1_000);
  await theirs.write('application', tokenOf(host, 'newer'));
  await mine.write('application', older);
  return (await theirs.read('application'))?.accessToken === 'newer';
}

async function asksTwice(parts: Parts): Promise<boolean> {
  const bench = journalOn(parts, fakeHost(), 'dead');
  const lost = callerOf((id) => (id === 'ewallet.pay' ? 'OUTCOME_UNKNOWN' : 'NOT_FOUND'));
  await bench.pay(lost);
  bench.host.clock.advance(600_000);
  await parts.recover({
    journal: bench.journal,
    connect: async () => bench.accessOf(lost),
    waitMs: 0,
  });
  return parts.list(bench.journal)[0]?.state === 'unknown';
}

async function asksAsItself(parts: Parts): Promise<boolean> {
  const bench = journalOn(parts, fakeHost(), 'dead');
  const lost = callerOf((id) => (id === 'ewallet.pay' ? 'OUTCOME_UNKNOWN' : 'NOT_FOUND'));
  await bench.pay(lost);
  bench.host.clock.advance(600_000);
  const stranger = bench.accessOf(lost, 'another key');
  await parts.recover({ journal: bench.journal, connect: async () => stranger, waitMs: 60_000 });
  return parts.list(bench.journal)[0]?.state === 'unknown';
}

async function timesByUptime(parts: Parts): Promise<boolean> {
  const bench = journalOn(parts, fakeHost(), 'dead');
  const lost = callerOf((id) => (id === 'ewallet.pay' ? 'OUTCOME_UNKNOWN' : 'NOT_FOUND'));
  await bench.pay(lost);
  bench.host.clock.set(3_600_000);
  const connect = async () => bench.accessOf(lost);
  await parts.recover({ journal: bench.journal, connect, waitMs: 60_000 });
  return parts.list(bench.journal)[0]?.state === 'unknown';
}

async function countsBootsApart(parts: Parts): Promise<boolean> {
  const host = fakeHost();
  const lost = callerOf((id) => (id === 'ewallet.pay' ? 'OUTCOME_UNKNOWN' : 'NOT_FOUND'));
  await journalOn(parts, host, 'dead').pay(lost);
  // Another computer on the same disk, which has been running for longer.
  const self = { ...host.process.self, boot: 'other-host boot-2' };
  const process = { ...host.process, self, uptime: () => 900_000 + host.clock.passed() };
  const other = journalOn(parts, { ...host, process }, 'dead');
  const connect = async () => other.accessOf(lost);
  await parts.recover({ journal: other.journal, connect, waitMs: 60_000 });
  return parts.list(other.journal)[0]?.state === 'unknown';
}

async function refusesGaps(parts: Parts): Promise<boolean> {
  const { host, pay, journal } = journalOn(parts, fakeHost(), 'dead');
  await pay(callerOf((id) => (id === 'ewallet.pay' ? 'OUTCOME_UNKNOWN' : 'NOT_FOUND')));
  for (const name of host.files.list(journal.directory)) {
    if (name.endsWith('.1.jsonl')) host.files.remove(`${journal.directory}/${name}`);
  }
  const again = await pay(callerOf(() => 'SUCCESS')).catch(() => undefined);
  return again === undefined;
}

async function listsTheDisk(parts: Parts): Promise<boolean> {
  const bench = journalOn(parts, fakeHost(), 'dead');
  bench.host.files.before = (step, path) => {
    if (step === 'append' && !path.endsWith('index.jsonl')) {
      throw new parts.PayctlError('CONFIG', 'the disk is full');
    }
  };
  await bench.pay(callerOf(() => 'SUCCESS'));
  return parts.list(bench.journal)[0]?.state === 'unknown';
}

async function leavesOthersAlone(parts: Parts): Promise<boolean> {
  const bench = journalOn(parts, fakeHost(), 'alive');
  const stuck: Caller = { ...callerOf(() => 'SUCCESS'), call: () => new Promise(() => undefined) };
  void bench.pay(stuck);
  const second = await bench.pay(callerOf(() => 'SUCCESS'));
  return second.class === 'CONFLICT';
}

function journalOn(parts: Parts, host: FakeHost, owners: 'alive' | 'dead') {
  const { files, clock, random } = host;
  const journal = parts.createJournal({
    stateDir: '/state',
    files,
    clock,
    random,
    process: { ...host.process, state: () => owners },
    loadOperation: parts.loadOperation,
    warn: () => undefined,
  });
  const connection = {
    profile: 'test',
    baseUrl: 'https://bank.example',
    apiKey: 'key',
    applicationId: 'key',
  };
  const input = { outTradeNo: 'REF1', totalFee: '1.00', companyId: '001', tranType: 'W' };
  return {
    host,
    journal,
    accessOf: (caller: Caller, apiKey = 'key') => ({
      caller,
      connection: { ...connection, apiKey },
    }),
    async pay(caller: Caller): Promise<Outcome> {
      const operation = await parts.loadOperation('ewallet.pay');
      return parts.charge({
        journal,
        caller,
        connection,
        operation,
        input,
        options: { waitMs: 0 },
      });
    },
  };
}

function callerOf(classOf: (id: string) => Outcome['class']): Caller {
  const refuse = () => {
    throw new Error('not expected');
  };
  return {
    async call({ id }, _input, { requestUId = 'x'.repeat(32) } = {}) {
      const kind = classOf(id);
      return {
        class: kind,
        executed: kind === 'SUCCESS' ? 'yes' : 'unknown',
        operation: id,
        request: { method: 'POST', url: 'https://bank.example/', requestUId },
        message: kind,
      };
    },
    preview: refuse,
    session: { token: refuse, replace: refuse, authorize: refuse, login: refuse, renew: refuse },
  };
}

function tokenStore(parts: Parts, host: FakeHost) {
  return parts.fileTokenStore(host, '/state/tokens', 'f'.repeat(64), () => undefined);
}

function tokenOf(host: FakeHost, accessToken: string): Token {
  const receivedAt = host.clock.now();
  return { accessToken, tokenType: 'Bearer', receivedAt, expiresAt: receivedAt + 1_800_000 };
}
