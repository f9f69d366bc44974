import type { Caller } from '../../../src/client/caller.js';
import { fakeHost } from '../../fixtures/fake-host.js';
import type { Checks, Parts } from '../parts.js';
import { journalOn, losing } from './bench.js';

const LOST = losing('NOT_FOUND');
type Bench = ReturnType<typeof journalOn>;

/** The state of the one charge after a recovery that asks this bank. */
async function recovered(
  parts: Parts,
  { journal, accessOf }: Bench,
  bank: Caller,
  waitMs = 60_000,
) {
  await parts.recover({ journal, connect: async () => accessOf(bank), waitMs });
  return (await parts.list(journal))[0]?.state;
}

/** A payment whose answer was lost. */
async function lostOn(parts: Parts, host = fakeHost()): Promise<Bench> {
  const bench = journalOn(parts, host, 'dead');
  await bench.pay(LOST);
  return bench;
}

export const EVIDENCE = {
  async 'absence takes two inquiries that agree'(parts) {
    const bench = await lostOn(parts);
    bench.host.clock.advance(600_000);
    return (await recovered(parts, bench, LOST, 0)) === 'unknown';
  },

  async 'absence proves nothing before its time'(parts) {
    return (await recovered(parts, await lostOn(parts), LOST, 10_000)) === 'unknown';
  },

  async 'what strangers do not find proves nothing'(parts) {
    const bench = await lostOn(parts);
    bench.host.clock.advance(600_000);
    const accessOf = (caller: Caller) => bench.accessOf(caller, 'another key');
    return (await recovered(parts, { ...bench, accessOf }, LOST)) === 'unknown';
  },

  async 'a clock that is set brings no absence early'(parts) {
    const bench = await lostOn(parts);
    bench.host.clock.set(3_600_000);
    return (await recovered(parts, bench, LOST)) === 'unknown';
  },

  async 'a reboot starts the time of absence anew'(parts) {
    const { host } = await lostOn(parts);
    // Another computer on the same disk, which has been running for longer.
    const self = { ...host.process.self, boot: 'other-host boot-2' };
    const process = { ...host.process, self, uptime: () => 900_000 + host.clock.passed() };
    const other = journalOn(parts, { ...host, process }, 'dead');
    return (await recovered(parts, other, LOST)) === 'unknown';
  },

  async 'what the bank knew once is never absent'(parts) {
    const bench = journalOn(parts, fakeHost(), 'dead');
    await bench.pay(losing('PENDING', { tradeState: 'USERPAYING' }));
    bench.host.clock.advance(600_000);
    return (await recovered(parts, bench, LOST)) === 'pending';
  },

  async '"not found" that shows a record proves nothing'(parts) {
    const bench = await lostOn(parts);
    bench.host.clock.advance(600_000);
    const bank = losing('NOT_FOUND', { tradeState: 'TRADE_SUCCESS' });
    return (await recovered(parts, bench, bank)) === 'unknown';
  },

  async 'nothing is sent on a word that the bank was not asked about'(parts) {
    const { journal, pay, accessOf } = journalOn(parts, fakeHost(), 'dead');
    await pay(LOST);
    const connect = async () => accessOf(LOST);
    const word = { as: 'not-executed', note: 'told by phone' } as const;
    await parts.settle(journal, { reference: 'REF1', ...word, connect });
    return (await pay(losing('UNAVAILABLE'))).class === 'UNAVAILABLE';
  },

  async 'the proof of the bank outweighs the word of a person'(parts) {
    const { journal, pay, accessOf } = journalOn(parts, fakeHost(), 'dead');
    await pay(losing('NOT_FOUND'));
    const connect = async () => accessOf(losing('NOT_FOUND'));
    const word = { as: 'not-executed', note: 'told by phone' } as const;
    await parts.settle(journal, { reference: 'REF1', ...word, connect });
    await pay(losing('SUCCESS', { tradeState: 'SUCCESS' }));
    return (await parts.list(journal))[0]?.state === 'succeeded';
  },
} satisfies Checks;
