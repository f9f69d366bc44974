import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { charge as directDebit } from '../../src/bank/dd/operations.js';
import type { Operation } from '../../src/bank/define.js';
import { pay } from '../../src/bank/ewallet/operations.js';
import { loadOperation } from '../../src/bank/families.js';
import { debitConfirm } from '../../src/bank/transfer/operations.js';
import { number } from '../../src/core/json.js';
import { charge } from '../../src/journal/charge.js';
import { claimFor, normalizeBankUrl } from '../../src/journal/claim.js';
import { list } from '../../src/journal/list.js';
import { verify } from '../../src/journal/verify.js';
import { PAY } from '../fixtures/client.js';
import { BASE_URL, shows, testJournal } from '../fixtures/journal.js';
import { MAY_CHARGE } from '../fixtures/permission.js';

const keyOf = (baseUrl: string, operation: Operation, input: object) =>
  claimFor(baseUrl, operation, { ...input }).key;

describe('claim', () => {
  it('keeps the references of two direct debit merchants apart', () => {
    const [one, other] = ['3000000001', '3000000002'].map((merchantId) =>
      keyOf(BASE_URL, directDebit, { merchantId, subAccountId: '300000000001', refNumber: 'C1' }),
    );
    expect(one).not.toBe(other);
  });

  it('does not change with a field that the operation does not have', () => {
    const input = { merchantId: '3000000001', subAccountId: '300000000001', refNumber: 'C1' };
    const key = keyOf(BASE_URL, directDebit, input);
    expect(keyOf(BASE_URL, directDebit, { ...input, companyId: '001' })).toBe(key);
    const confirmed = keyOf(BASE_URL, debitConfirm, { tokenizerId: 'T1' });
    expect(keyOf(BASE_URL, debitConfirm, { tokenizerId: 'T1', companyId: '001' })).toBe(confirmed);
  });

  it('takes a reference that is a number for its digits', () => {
    const [digits, text] = [number('17'), '17'].map((outTradeNo) =>
      keyOf(BASE_URL, pay, { ...PAY, outTradeNo }),
    );
    expect(digits).toBe(text);
  });

  it('tells contents apart, whatever their order', () => {
    const contents = (input: object) => claimFor(BASE_URL, pay, { ...input }).contents;
    const fields = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean()));
    fc.assert(
      fc.property(fields, (extra) => {
        const entries = Object.entries({ ...extra, ...PAY });
        const turned = Object.fromEntries(entries.toReversed());
        expect(contents(turned)).toBe(contents(Object.fromEntries(entries)));
      }),
    );
    expect(contents({ ...PAY, totalFee: '100.01' })).not.toBe(contents(PAY));
    for (const totalFee of ['100', '100.0', '0100.00', number('100')]) {
      expect(contents({ ...PAY, totalFee })).toBe(contents(PAY));
    }
    expect(contents({ ...PAY, unlisted: '1' })).not.toBe(contents(PAY));
    expect(contents({ ...PAY, unlisted: undefined })).toBe(contents(PAY));
    expect(contents({ ...PAY, count: number('1') })).toBe(contents({ ...PAY, count: '1' }));
  });

  it('names a call without a reference by its contents, or as the caller does', () => {
    const { reference: _, ...nameless } = pay;
    const first = claimFor(BASE_URL, nameless, PAY);
    expect(first.reference).toMatch(/^contents-[0-9a-f]{24}$/);
    expect(claimFor(BASE_URL, nameless, PAY)).toEqual(first);
    expect(claimFor(BASE_URL, nameless, { ...PAY, totalFee: '1.00' }).key).not.toBe(first.key);
    expect(claimFor(BASE_URL, nameless, PAY, 'mine').reference).toBe('mine');
  });
});

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

async function paying(baseUrl: string, made = testJournal()) {
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
    expect(new Set(banks.map(normalizeBankUrl)).size).toBe(banks.length);
  });
});
