import { describe, expect, it } from 'vitest';
import { loadOperation } from '../../src/bank/families.js';
import { number } from '../../src/core/json.js';
import { charge } from '../../src/journal/charge.js';
import { bankOf, claimOf } from '../../src/journal/claim.js';
import { addEntries } from '../../src/journal/history.js';
import { type Intent, stamp } from '../../src/journal/journal.js';
import { list } from '../../src/journal/list.js';
import { verify } from '../../src/journal/verify.js';
import { PAY } from '../client/rig.js';
import { MAY_CHARGE } from '../fixtures/permission.js';
import { type Bench, bench, shows } from './bench.js';

const FORMS = [
  [
    'http://localhost:8080/partners',
    'http://127.0.0.1:8080/partners',
    'http://[::1]:8080/partners/',
  ],
  ['https://bank.example/Partners', 'https://bank.example/partners'],
  ['https://bank.example/%70artners', 'https://bank.example/partners'],
  ['https://bank.example./partners', 'https://BANK.example:443//partners'],
];

async function paying(baseUrl: string, made = bench()) {
  const operation = await loadOperation('ewallet.pay');
  const connection = { ...made.access.connection, baseUrl };
  made.answers['ewallet.pay'] ??= () => shows('SUCCESS');
  return {
    made,
    pay: (input: object = PAY, at = baseUrl) =>
      charge({
        journal: made.journal,
        caller: made.caller,
        connection: { ...connection, baseUrl: at },
        operation,
        input: { ...input },
        permission: MAY_CHARGE,
      }),
  };
}

/** Another run has claimed at the same moment, before one of the steps of this one, which then sends nothing. */
async function losesAt(
  step: number,
  { made, pay }: Awaited<ReturnType<typeof paying>>,
  key: string,
  claimed: string,
): Promise<void> {
  let steps = 0;
  made.host.files.before = () => {
    if (steps++ !== step) return;
    made.host.files.before = () => undefined;
    expect(made.host.files.text(fileOf(key))).toBeUndefined();
    made.host.files.put(fileOf(key), claimed);
  };
  expect((await pay()).class).toBe('CONFLICT');
  expect(steps).toBe(step + 1);
  expect(made.calls).toEqual([]);
}

describe('one address in several forms', () => {
  it.each(FORMS)('%s and %s are one claim', async (one, ...others) => {
    for (const [first, second] of [one, ...others].flatMap((a) =>
      [one, ...others].map((b) => [a, b] as const),
    )) {
      const { made, pay } = await paying(first);
      expect((await pay()).class).toBe('SUCCESS');
      expect(await pay(PAY, second)).toMatchObject({ class: 'SUCCESS', replayed: true });
      expect((await pay({ ...PAY, totalFee: '7.00' }, second)).class).toBe('CONFLICT');
      expect(made.calls).toEqual(['ewallet.pay']);
      expect(await list(made.journal)).toHaveLength(1);
      expect((await verify(made.journal)).faults).toEqual([]);
    }
  });

  it('stay apart where they are other banks', () => {
    const banks = [
      'http://localhost:8080',
      'http://localhost:8081',
      'http://sandbox.localhost:8080',
      'https://bank.example/partners',
      'https://bank.example/partners/test',
      'https://bank.example.org/partners',
    ];
    expect(new Set(banks.map(bankOf)).size).toBe(banks.length);
  });

  it.each([0, 1])(
    'are one claim where another run is first at the same moment (step %i)',
    async (at) => {
      const operation = await loadOperation('ewallet.pay');
      const { key, contents } = claimOf('http://127.0.0.1:8080', operation, PAY);
      await losesAt(
        at,
        await paying('http://localhost:8080'),
        key,
        await claimedElsewhere(key, contents),
      );
    },
  );
});

const fileOf = (key: string) => `/state/journal/${key}.1.jsonl`;

/** What a run that claims the key leaves on the disk. */
async function claimedElsewhere(key: string, contents: string): Promise<string> {
  const other = bench();
  await addEntries(other.journal, { key, newest: 0, entries: [] }, [intentOf(other, contents)]);
  return other.host.files.text(fileOf(key)) ?? '';
}

function intentOf({ journal }: Bench, contents: string): Intent {
  return {
    type: 'intent',
    ...stamp(journal),
    operation: 'ewallet.pay',
    reference: PAY.outTradeNo,
    profile: 'shop',
    baseUrl: 'http://localhost:8080',
    method: 'POST',
    path: '/v1/payment/ewallets/pay',
    contents,
    requestUId: 'o'.repeat(32),
    input: {},
  };
}

describe('a reference', () => {
  const key = async (input: object) =>
    claimOf('https://bank.example', await loadOperation('ewallet.pay'), { ...PAY, ...input }).key;

  it('as a number is that of its digits', async () => {
    expect(await key({ outTradeNo: number('17') })).toBe(await key({ outTradeNo: '17' }));
  });
});
