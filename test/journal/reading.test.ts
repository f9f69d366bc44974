import { describe, expect, it } from 'vitest';
import { eventsSince } from '../../src/journal/events.js';
import { list, listOpen, show } from '../../src/journal/list.js';
import { recover } from '../../src/journal/recover.js';
import { sumRefunds } from '../../src/journal/refunds.js';
import { verify } from '../../src/journal/verify.js';
import { PAY } from '../fixtures/client.js';
import { diskFull } from '../fixtures/fake-files.js';
import { reportLate, shows, type TestJournal, testJournal } from '../fixtures/journal.js';
import { said } from '../fixtures/said.js';

const HOUR = 3_600_000;

/** One charge of each kind, an hour apart. */
async function history(): Promise<TestJournal> {
  const made = testJournal();
  made.answers['ewallet.inquire'] = () => ({ class: 'NOT_FOUND' });
  const classes = ['SUCCESS', 'REJECTED', 'OUTCOME_UNKNOWN', 'PENDING', 'UNAVAILABLE'] as const;
  for (const [index, kind] of classes.entries()) {
    made.answers['ewallet.pay'] = () => ({ class: kind });
    await made.pay(
      { ...PAY, outTradeNo: `ABC000${index}` },
      { waitMs: kind === 'PENDING' ? undefined : 0 },
    );
    made.host.clock.advance(HOUR);
  }
  return made;
}

/** The backup link of a part. */
const nameOf = (path: string) => path.replace('/journal/', '/claims/').replace(/\.jsonl$/, '');

const claims = ({ host }: TestJournal) =>
  host.files.paths().filter((path) => /\.\d+\.jsonl$/.test(path));

describe('list', () => {
  it('has one record a charge, oldest first', async () => {
    const { journal } = await history();
    const rows = await list(journal);
    expect(rows.map(({ reference, state, exit }) => `${reference} ${state} ${exit}`)).toEqual([
      'ABC0000 succeeded 0',
      'ABC0001 rejected 5',
      'ABC0002 unknown 10',
      'ABC0003 pending 8',
      'ABC0004 not-executed 9',
    ]);
    expect(rows[0]).toMatchObject({
      operation: 'ewallet.pay',
      amount: '100.00',
      startedAt: '2026-03-02T03:00:00.000Z',
      endedAt: '2026-03-02T03:00:00.000Z',
      profile: 'shop',
      baseUrl: 'https://bank.example/partners',
      attempts: 1,
      user: 'tester',
    });
    expect(rows[2]?.endedAt).toBeNull();
  });

  it('filters by state, reference, operation and time', async () => {
    const { journal } = await history();
    const references = async (filter: Parameters<typeof list>[1]) =>
      (await list(journal, filter)).map(({ reference }) => reference);
    expect(await references({ states: ['unknown', 'pending'] })).toEqual(['ABC0002', 'ABC0003']);
    expect(await references({ reference: 'ABC0001' })).toEqual(['ABC0001']);
    expect(await references({ operations: ['ewallet.refund'] })).toEqual([]);
    const start = Date.UTC(2026, 2, 2, 3);
    expect(await references({ since: start + HOUR, until: start + 3 * HOUR })).toEqual([
      'ABC0001',
      'ABC0002',
    ]);
    expect((await listOpen(journal)).map(({ reference }) => reference)).toEqual([
      'ABC0002',
      'ABC0003',
    ]);
  });

  it.each(['before', 'after'] as const)(
    'shows a success that is reported late, %s a later attempt fails',
    async (when) => {
      const made = testJournal();
      await reportLate(made, when);
      expect(await list(made.journal)).toMatchObject([{ state: 'succeeded', amount: '100.00' }]);
    },
  );

  it('reads no lines of a charge that went well at the second try', async () => {
    const made = testJournal();
    made.answers['ewallet.pay'] = () => ({ class: 'UNAVAILABLE' });
    await made.pay();
    made.answers['ewallet.pay'] = () => ({ class: 'SUCCESS' });
    await made.pay();
    const view = await made.journal.store.index.open();
    expect(view.open).toEqual([]);
    view.close();
    expect(await list(made.journal)).toMatchObject([{ state: 'succeeded', attempts: 2 }]);
  });

  it('shows what a second attempt reports after somebody has decided of it', async () => {
    const made = testJournal();
    made.answers['ewallet.pay'] = () => ({ class: 'UNAVAILABLE' });
    await made.pay();
    made.answers['ewallet.pay'] = async () => {
      made.restart();
      await made.settle('ABC0001', 'executed');
      expect(await list(made.journal)).toMatchObject([{ state: 'settled-executed' }]);
      return { class: 'SUCCESS' };
    };
    await made.pay();
    expect(await list(made.journal)).toMatchObject([{ state: 'succeeded' }]);
  });

  it('needs no index, and repairs a damaged one', async () => {
    const made = await history();
    const before = await list(made.journal);
    for (const index of [undefined, 'damaged\n{"newest":1}\n']) {
      made.host.files.remove('/state/journal/index.jsonl');
      if (index !== undefined) made.host.files.put('/state/journal/index.jsonl', index);
      expect(await list(made.journal)).toEqual(before);
      expect(made.host.files.text('/state/journal/index.jsonl')).toContain('ABC0000');
    }
    made.host.files.remove('/state/journal/index.jsonl');
    made.host.files.before = diskFull;
    expect(await list(made.journal)).toEqual(before);
  });

  it('shows a damaged claim, never leaves it out', async () => {
    const made = await history();
    const [path = ''] = claims(made);
    made.host.files.put(path, 'not a journal\n');
    made.host.files.remove('/state/journal/index.jsonl');
    expect(await list(made.journal, { states: ['corrupt'] })).toHaveLength(1);
    // What is unknown comes first: asking again may tell, while damage needs a person.
    const recovered = () =>
      recover({ journal: made.journal, connect: async () => made.access, waitMs: 0 });
    expect(await recovered()).toMatchObject({
      class: 'OUTCOME_UNKNOWN',
      counts: { unknown: 1, pending: 1, corrupt: 1 },
    });
    made.answers['ewallet.inquire'] = () => shows('SUCCESS');
    expect(await recovered()).toMatchObject({ class: 'CONFIG', counts: { corrupt: 1 } });
    expect((await verify(made.journal)).faults).toEqual([
      {
        ...{ file: path, line: 1, why: said('it is not a line of the journal') },
        fix: said(`ln -f ${nameOf(path)} ${path}`),
      },
    ]);
  });

  it('is empty where nothing was ever charged', async () => {
    expect(await list(testJournal().journal)).toEqual([]);
  });
});

describe('show', () => {
  it('has every line, and nothing personal', async () => {
    const { journal } = await history();
    const [shown] = await show(journal, 'ABC0002');
    expect(shown?.lines.map(({ type }) => type)).toEqual(['intent', 'outcome', 'inquiry']);
    expect(shown?.lines[0]?.input).toMatchObject({
      totalFee: '100.00',
      buyerIdentityCode: '***0001',
    });
    await expect(show(journal, 'ABC')).rejects.toThrow(/no charge with the reference ABC/);
  });
});

describe('verify', () => {
  it('takes a line that was cut off for a death, not for damage', async () => {
    const made = await history();
    const [path = ''] = claims(made);
    made.host.files.put(path, (made.host.files.text(path) ?? '').slice(0, -10));
    made.host.files.remove(nameOf(path));
    made.host.files.link(path, nameOf(path));
    // Who dies there has not yet remembered the end.
    made.host.files.remove('/state/journal/index.jsonl');
    expect(await verify(made.journal)).toMatchObject({ faults: [], torn: [path] });
  });
});

describe('settle', () => {
  const UNKNOWN = 'ABC0002';
  const payAgain = (made: TestJournal, input: object = {}) =>
    made.pay({ ...PAY, outTradeNo: UNKNOWN, ...input });
  const stateOf = async ({ journal }: TestJournal) =>
    (await list(journal, { reference: UNKNOWN }))[0]?.state;

  it('as not executed gives way where the bank knows the charge', async () => {
    const made = await history();
    await made.settle(UNKNOWN, 'not-executed');
    made.answers['ewallet.pay'] = () => ({ class: 'SUCCESS' });
    made.calls.length = 0;
    made.answers['ewallet.inquire'] = () => shows('USERPAYING');
    expect((await payAgain(made)).class).toBe('PENDING');
    made.answers['ewallet.inquire'] = () => shows('SUCCESS');
    expect((await payAgain(made, { totalFee: '7.00' })).class).toBe('CONFLICT');
    expect((await payAgain(made)).class).toBe('SUCCESS');
    expect(made.calls).toEqual(['ewallet.inquire', 'ewallet.inquire']);
    expect(await stateOf(made)).toBe('succeeded');
  });

  it('can be corrected to executed, and never back', async () => {
    const made = await history();
    await made.settle(UNKNOWN, 'not-executed');
    const row = await made.settle(UNKNOWN, 'executed');
    expect(row).toMatchObject({ state: 'settled-executed', exit: 0 });
    await expect(made.settle(UNKNOWN, 'not-executed')).rejects.toThrow(
      'cannot be settled by hand: it is settled-executed',
    );
    made.calls.length = 0;
    const again = await payAgain(made);
    expect(again).toMatchObject({
      ...{ class: 'SUCCESS', replayed: true },
      message: said(`ewallet pay ABC0002 was settled by hand as executed: case 4711`),
    });
    expect(made.calls).toEqual([]);
  });

  it('as not executed lets the charge be made again', async () => {
    const made = await history();
    await made.settle(UNKNOWN, 'not-executed');
    expect(await stateOf(made)).toBe('settled-not-executed');
    made.answers['ewallet.pay'] = () => ({ class: 'SUCCESS' });
    expect((await payAgain(made)).class).toBe('SUCCESS');
    expect((await verify(made.journal)).faults).toEqual([]);
  });

  it('refuses what is final, unknown to it, or not one charge', async () => {
    const made = await history();
    const refusal = (reference: string, operation?: string) =>
      made.settle(reference, 'executed', operation).then(
        ({ state }) => state,
        ({ message }: Error) => message,
      );
    expect(await refusal('ABC0000')).toBe('ABC0000 cannot be settled by hand: it is succeeded');
    expect(await refusal('ABC')).toBe('the journal has no charge with the reference ABC');
    made.answers['ewallet.cancel'] = () => ({ class: 'OUTCOME_UNKNOWN' });
    const { buyerIdentityCode: _, totalFee: __, ...cancel } = PAY;
    await made.charge('ewallet.cancel', { ...cancel, outTradeNo: 'ABC0002' }, { waitMs: 0 });
    expect(await refusal('ABC0002')).toMatch(
      /several charges: ewallet\.pay [0-9a-f]{32}, ewallet\.cancel [0-9a-f]{32}/,
    );
    expect(await refusal('ABC0002', 'ewallet.cancel')).toBe('settled-executed');
    expect(await refusal('ABC0002')).toBe('settled-executed');
  });
});

it('counts a refund for whoever sent the attempt that was executed', async () => {
  const made = testJournal();
  const refundAs = async (subject: string, kind: 'UNAVAILABLE' | 'SUCCESS') => {
    Object.assign(made.host.process, { operator: { user: 'tester', subject } });
    made.restart();
    made.answers['ewallet.refund'] = () => ({ class: kind });
    await made.charge('ewallet.refund', PAY);
  };
  await refundAs('id-of-ann', 'UNAVAILABLE');
  await refundAs('id-of-ben', 'SUCCESS');
  const sumOf = (subject: string) =>
    sumRefunds(made.journal, { subject, operations: ['ewallet.refund'], since: 0 });
  expect(await sumOf('id-of-ben')).toBe(10_000n);
  expect(await sumOf('id-of-ann')).toBe(0n);
});

it('tells an audit of an outcome that is reported after an inquiry has found it', async () => {
  const made = testJournal();
  const { clock } = made.host;
  const found = { tradeState: 'SUCCESS', amount: '100.00' };
  made.answers['ewallet.inquire'] = () => ({ class: 'SUCCESS', state: 'SUCCESS', data: found });
  made.answers['ewallet.pay'] = async () => {
    made.restart();
    await recover({ journal: made.journal, connect: made.connect, waitMs: 0 });
    clock.advance(60_000);
    return { class: 'SUCCESS' };
  };
  await made.pay();
  const types: string[] = [];
  const events = eventsSince(made.journal, clock.now(), async () => undefined);
  for await (const { type } of events) types.push(type);
  expect(types).toEqual(['outcome']);
});
