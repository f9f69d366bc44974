import type { Caller } from '../../../src/client/caller.js';
import { type JsonObject, parseJson } from '../../../src/core/json.js';
import { seal } from '../../../src/state/chain.js';
import { fakeHost } from '../../fixtures/fake-host.js';
import { MAY_CLAIM } from '../../fixtures/permission.js';
import type { Checks, Parts } from '../parts.js';
import { callerOf, journalOn } from './bench.js';
import { answered, callerOn } from './client.js';

const INPUT = { partnerTransactionID: 'REF1', corporateId: 'C1' };
const DIRECTORY = '/state/transfers';

/** A transfer that was initiated, and the same once more. */
async function initiatedOn(parts: Parts) {
  const { host, journal, accessOf } = journalOn(parts, fakeHost(), 'dead');
  const operation = await parts.loadOperation('transfer.debitInitiate');
  let made = 0;
  const caller: Caller = {
    ...callerOf(() => 'SUCCESS'),
    call: (...call) => callerOf(() => 'SUCCESS', { tokenizerId: `TOK${++made}` }).call(...call),
  };
  const initiate = () =>
    parts.initiateOnce({
      journal,
      operation,
      input: INPUT,
      permission: MAY_CLAIM,
      ...accessOf(caller),
    });
  await initiate();
  return {
    host,
    journal,
    made: () => made,
    again: async () => (await initiate().catch(() => undefined))?.outcome,
    records: () => host.files.paths().filter((path) => path.startsWith(DIRECTORY)),
  };
}

export const TRANSFERS = {
  async 'a transfer is initiated once'(parts) {
    const { again, made } = await initiatedOn(parts);
    return (await again())?.replayed === true && made() === 1;
  },

  async 'a transfer whose record is gone is not made anew'(parts) {
    const { host, again, records, made } = await initiatedOn(parts);
    for (const path of records()) host.files.remove(path);
    return (await again()) === undefined && made() === 1;
  },

  /** The record was written anew, with a sum that fits. */
  async 'a transfer whose record names another one is not told'(parts) {
    const { host, again, records } = await initiatedOn(parts);
    for (const path of records()) {
      const record = parseJson(host.files.text(path) ?? '');
      const { sum: _, ...content }: JsonObject = { ...Object(record) };
      host.files.put(path, seal({ ...content, tokenizerId: 'TOK9' }).text);
    }
    return records().length > 0 && (await again()) === undefined;
  },

  async 'a changed record of a transfer is noticed'(parts) {
    const { host, again, records } = await initiatedOn(parts);
    for (const path of records()) {
      host.files.put(path, (host.files.text(path) ?? '').replace('"at":"2026', '"at":"2025'));
    }
    return records().length > 0 && (await again()) === undefined;
  },

  async 'a record that is gone is a fault of the journal'(parts) {
    const { host, journal, records } = await initiatedOn(parts);
    if ((await parts.verify(journal)).faults.length > 0) return false;
    for (const path of records()) host.files.remove(path);
    return (await parts.verify(journal)).faults.length > 0;
  },

  async 'a confirmation without an end is no success'(parts) {
    const data = { tokenizerId: 'TOK1', channelDateTime: '2026-03-02T10:00:00.000+07:00' };
    for (const status of ['INITIATE_COMPLETED', 'SOMETHING_NEW', '']) {
      const { caller } = await callerOn(parts, () =>
        answered(200, { status: { code: 1000 }, data: { ...data, status } }),
      );
      const operation = await parts.loadOperation('transfer.creditConfirm');
      const outcome = await caller.call(operation, { tokenizerId: 'TOK1' });
      if (outcome.class === 'SUCCESS') return false;
    }
    return true;
  },
} satisfies Checks;
