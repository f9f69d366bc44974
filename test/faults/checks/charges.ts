import type { Caller } from '../../../src/client/caller.js';
import { wording } from '../../../src/messages/wording.js';
import { fakeHost } from '../../fixtures/fake-host.js';
import type { Checks } from '../parts.js';
import { callerOf, journalOn, losing } from './bench.js';

export const CHARGES = {
  async 'a gap in the files of a claim frees nothing'(parts) {
    const { host, pay } = journalOn(parts, fakeHost(), 'dead');
    await pay(losing('NOT_FOUND'));
    for (const name of host.files.list('/state/journal')) {
      if (name.endsWith('.1.jsonl')) host.files.remove(`/state/journal/${name}`);
    }
    const again = await pay(callerOf(() => 'SUCCESS')).catch(() => undefined);
    return again === undefined;
  },

  async 'a list shows no end that is not on disk'(parts) {
    const bench = journalOn(parts, fakeHost(), 'dead');
    bench.host.files.before = (step, path) => {
      if (step === 'append' && !path.endsWith('index.jsonl')) {
        throw new parts.PayctlError('CONFIG', wording.quoted('the disk is full'));
      }
    };
    await bench.pay(callerOf(() => 'SUCCESS'));
    return (await parts.list(bench.journal))[0]?.state === 'unknown';
  },

  async 'what is in flight elsewhere is a conflict'(parts) {
    const bench = journalOn(parts, fakeHost(), 'alive');
    const stuck: Caller = {
      ...callerOf(() => 'SUCCESS'),
      call: () => new Promise(() => undefined),
    };
    void bench.pay(stuck);
    const second = await bench.pay(callerOf(() => 'SUCCESS'));
    return second.class === 'CONFLICT';
  },

  async 'nothing is sent after a stop'(parts) {
    const { pay } = journalOn(parts, fakeHost(), 'dead');
    let calls = 0;
    const counted = callerOf(() => {
      calls += 1;
      return 'SUCCESS';
    });
    await pay(counted, { stopping: AbortSignal.abort() });
    return calls === 0;
  },

  async '10 and 10.00 are one charge'(parts) {
    const { pay } = journalOn(parts, fakeHost(), 'dead');
    const paid = callerOf(() => 'SUCCESS');
    await pay(paid, { fields: { totalFee: '10' } });
    return (await pay(paid, { fields: { totalFee: '10.00' } })).replayed === true;
  },

  async 'one reference of two companies is two charges'(parts) {
    const { pay } = journalOn(parts, fakeHost(), 'dead');
    const paid = callerOf(() => 'SUCCESS');
    await pay(paid);
    const other = await pay(paid, { fields: { companyId: '002' } });
    return other.class === 'SUCCESS' && !other.replayed;
  },

  async 'one reference at two banks is two charges'(parts) {
    const { pay } = journalOn(parts, fakeHost(), 'dead');
    const paid = callerOf(() => 'SUCCESS');
    await pay(paid);
    const other = await pay(paid, { baseUrl: 'https://other.example' });
    return other.class === 'SUCCESS' && !other.replayed;
  },

  async 'a changed line is noticed'(parts) {
    const { pay, edit } = journalOn(parts, fakeHost(), 'dead');
    await pay(callerOf(() => 'SUCCESS'));
    edit((text) => text.replace('"executed":"yes"', '"executed":"no"'));
    return (await pay(losing('NOT_FOUND')).catch(() => undefined)) === undefined;
  },

  async 'an end that is gone is noticed'(parts) {
    const { pay, edit, journal } = journalOn(parts, fakeHost(), 'dead');
    await pay(callerOf(() => 'SUCCESS'));
    edit((text) => text.replace(/[^\n]*\n$/, ''));
    return (await parts.verify(journal)).faults.length > 0;
  },

  async 'an answer is masked on disk'(parts) {
    const { pay, host } = journalOn(parts, fakeHost(), 'dead');
    await pay(callerOf(() => 'SUCCESS', { payerName: 'Mali Suksai' }));
    return host.files.paths().every((path) => !host.files.text(path)?.includes('Mali'));
  },
} satisfies Checks;
