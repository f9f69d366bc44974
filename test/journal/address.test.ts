import { describe, expect, it } from 'vitest';
import { loadOperation } from '../../src/bank/families.js';
import { number } from '../../src/core/json.js';
import { charge } from '../../src/journal/charge.js';
import { bankOf, claimOf } from '../../src/journal/claim.js';
import { list } from '../../src/journal/list.js';
import { verify } from '../../src/journal/verify.js';
import { PAY } from '../fixtures/client.js';
import { bench, shows } from '../fixtures/journal.js';
import { MAY_CHARGE } from '../permission.js';

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
});

it('a reference as a number is that of its digits', async () => {
  const operation = await loadOperation('ewallet.pay');
  const keyOf = (outTradeNo: unknown) =>
    claimOf('https://bank.example', operation, { ...PAY, outTradeNo }).key;
  expect(keyOf(number('17'))).toBe(keyOf('17'));
});
