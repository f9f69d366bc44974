import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { charge } from '../../src/bank/dd/operations.js';
import type { Operation } from '../../src/bank/define.js';
import { pay } from '../../src/bank/ewallet/operations.js';
import { debitConfirm } from '../../src/bank/transfer/operations.js';
import { number } from '../../src/core/json.js';
import { claimOf } from '../../src/journal/claim.js';
import { PAY } from '../fixtures/client.js';
import { BASE_URL } from '../fixtures/journal.js';

const keyOf = (baseUrl: string, operation: Operation, input: object) =>
  claimOf(baseUrl, operation, { ...input }).key;

describe('claim', () => {
  it('keeps the references of two direct debit merchants apart', () => {
    const [one, other] = ['3000000001', '3000000002'].map((merchantId) =>
      keyOf(BASE_URL, charge, { merchantId, subAccountId: '300000000001', refNumber: 'C1' }),
    );
    expect(one).not.toBe(other);
  });

  it('is not made another by a field that the operation does not know', () => {
    const input = { merchantId: '3000000001', subAccountId: '300000000001', refNumber: 'C1' };
    const key = keyOf(BASE_URL, charge, input);
    expect(keyOf(BASE_URL, charge, { ...input, companyId: '001' })).toBe(key);
    const confirmed = keyOf(BASE_URL, debitConfirm, { tokenizerId: 'T1' });
    expect(keyOf(BASE_URL, debitConfirm, { tokenizerId: 'T1', companyId: '001' })).toBe(confirmed);
  });

  it('tells contents apart, whatever their order', () => {
    const contents = (input: object) => claimOf(BASE_URL, pay, { ...input }).contents;
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

  it('takes the contents, or the caller’s word, for the name of a call without a reference', () => {
    const { reference: _, ...nameless } = pay;
    const first = claimOf(BASE_URL, nameless, PAY);
    expect(first.reference).toMatch(/^contents-[0-9a-f]{24}$/);
    expect(claimOf(BASE_URL, nameless, PAY)).toEqual(first);
    expect(claimOf(BASE_URL, nameless, { ...PAY, totalFee: '1.00' }).key).not.toBe(first.key);
    expect(claimOf(BASE_URL, nameless, PAY, 'mine').reference).toBe('mine');
  });
});
