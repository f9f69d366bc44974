import { fakeHost } from '../../fake-host.js';
import type { Parts } from '../parts.js';
import { journalOn, losing } from './bench.js';

export async function asksTwice(parts: Parts): Promise<boolean> {
  const bench = journalOn(parts, fakeHost(), 'dead');
  const lost = losing('NOT_FOUND');
  await bench.pay(lost);
  bench.host.clock.advance(600_000);
  await parts.recover({
    journal: bench.journal,
    connect: async () => bench.accessOf(lost),
    waitMs: 0,
  });
  return (await parts.list(bench.journal))[0]?.state === 'unknown';
}

export async function waitsForItsTime(parts: Parts): Promise<boolean> {
  const bench = journalOn(parts, fakeHost(), 'dead');
  const lost = losing('NOT_FOUND');
  await bench.pay(lost);
  const connect = async () => bench.accessOf(lost);
  await parts.recover({ journal: bench.journal, connect, waitMs: 10_000 });
  return (await parts.list(bench.journal))[0]?.state === 'unknown';
}

export async function asksAsItself(parts: Parts): Promise<boolean> {
  const bench = journalOn(parts, fakeHost(), 'dead');
  const lost = losing('NOT_FOUND');
  await bench.pay(lost);
  bench.host.clock.advance(600_000);
  const stranger = bench.accessOf(lost, 'another key');
  await parts.recover({ journal: bench.journal, connect: async () => stranger, waitMs: 60_000 });
  return (await parts.list(bench.journal))[0]?.state === 'unknown';
}

export async function timesByUptime(parts: Parts): Promise<boolean> {
  const bench = journalOn(parts, fakeHost(), 'dead');
  const lost = losing('NOT_FOUND');
  await bench.pay(lost);
  bench.host.clock.set(3_600_000);
  const connect = async () => bench.accessOf(lost);
  await parts.recover({ journal: bench.journal, connect, waitMs: 60_000 });
  return (await parts.list(bench.journal))[0]?.state === 'unknown';
}

export async function countsBootsApart(parts: Parts): Promise<boolean> {
  const host = fakeHost();
  const lost = losing('NOT_FOUND');
  await journalOn(parts, host, 'dead').pay(lost);
  // Another computer on the same disk, which has been running for longer.
  const self = { ...host.process.self, boot: 'other-host boot-2' };
  const process = { ...host.process, self, uptime: () => 900_000 + host.clock.passed() };
  const other = journalOn(parts, { ...host, process }, 'dead');
  const connect = async () => other.accessOf(lost);
  await parts.recover({ journal: other.journal, connect, waitMs: 60_000 });
  return (await parts.list(other.journal))[0]?.state === 'unknown';
}

export async function remembersKnowing(parts: Parts): Promise<boolean> {
  const bench = journalOn(parts, fakeHost(), 'dead');
  const recover = (inquiry: ReturnType<typeof losing>, waitMs: number) =>
    parts.recover({
      journal: bench.journal,
      connect: async () => bench.accessOf(inquiry),
      waitMs,
    });
  await bench.pay(losing('PENDING', { tradeState: 'USERPAYING' }));
  bench.host.clock.advance(600_000);
  await recover(losing('NOT_FOUND'), 60_000);
  return (await parts.list(bench.journal))[0]?.state === 'pending';
}

export async function believesTheBank(parts: Parts): Promise<boolean> {
  const { journal, pay } = journalOn(parts, fakeHost(), 'dead');
  await pay(losing('NOT_FOUND'));
  await parts.settle(journal, { reference: 'REF1', as: 'not-executed', note: 'told by phone' });
  await pay(losing('SUCCESS', { tradeState: 'SUCCESS' }));
  return (await parts.list(journal))[0]?.state === 'succeeded';
}
