import { expect, it } from 'vitest';
import { loadOperation } from '../../src/bank/families.js';
import { DAY_MS } from '../../src/core/time.js';
import { laterReversals, sightingsOfJournal } from '../../src/find/journal.js';
import { merge } from '../../src/find/merge.js';
import { initiateOnce } from '../../src/journal/initiate.js';
import { list } from '../../src/journal/list.js';
import { PAY } from '../client/rig.js';
import { MAY_CLAIM } from '../fixtures/permission.js';
import { BASE_URL, bench } from '../journal/bench.js';

const OWNER = { baseUrl: BASE_URL, company: undefined };
const TOKENIZER = 'TOKENIZER0000000000000000000000001';

/** A payment a day; the first is given back at the end, and the transfer of the first day confirmed. */
async function month() {
  const made = bench();
  const { host, answers } = made;
  answers['ewallet.pay'] = answers['ewallet.refund'] = () => ({ class: 'SUCCESS' });
  answers['transfer.creditInitiate'] = () => ({
    class: 'SUCCESS',
    data: { tokenizerId: TOKENIZER },
  });
  answers['transfer.creditConfirm'] = () => ({ class: 'SUCCESS' });
  const began = host.clock.now();
  const operation = await loadOperation('transfer.creditInitiate');
  const input = {
    partnerTransactionID: 'PAY1',
    corporateId: 'C1',
    tranAmount: { amount: '11.00' },
  };
  const permission = MAY_CLAIM;
  await initiateOnce({ journal: made.journal, ...made.access, operation, input, permission });
  for (let day = 0; day < 30; day++) {
    await made.pay({ ...PAY, outTradeNo: `DAY${String(day).padStart(9, '0')}` });
    host.clock.advance(DAY_MS);
  }
  const { outTradeNo: _, ...refund } = PAY;
  await made.charge('ewallet.refund', { ...refund, outTradeNo: 'DAY000000000' });
  await made.charge('transfer.creditConfirm', { tokenizerId: TOKENIZER });
  await list(made.journal);
  /** What the journal tells of a day, and how many claims that took. */
  const found = async (day: number) => {
    const period = { since: began + day * DAY_MS, until: began + (day + 1) * DAY_MS };
    const read = new Set<string>();
    host.files.before = (step, path) => {
      if (step === 'read' && /journal\/.*\.1\.jsonl$/.test(path)) read.add(path);
    };
    const own = await sightingsOfJournal(made.journal, OWNER, period);
    const later = await laterReversals(made.journal, OWNER, period, own);
    const payments = merge([...own, ...later])
      .filter(({ at }) => at >= period.since && at < period.until)
      .map(({ reference, state, amount }) => `${reference} ${state} ${amount}`);
    return { payments, claims: read.size };
  };
  return { made, found };
}

it('reads the charges of the requested days, and their later refunds', async () => {
  const { found } = await month();
  expect(await found(15)).toEqual({ payments: ['DAY000000015 paid 100.00'], claims: 3 });
  expect(await found(0)).toEqual({ payments: ['DAY000000000 reversed 100.00'], claims: 3 });
});

it('knows the amount of a transfer that was initiated long before', async () => {
  const { found } = await month();
  expect((await found(30)).payments).toEqual([
    'DAY000000000 reversed 100.00',
    `${TOKENIZER} paid 11.00`,
  ]);
});
