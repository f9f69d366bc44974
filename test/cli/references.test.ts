import { describe, expect, it } from 'vitest';
import { newPartner } from './partner.js';

const pay = (reference: string) => [
  ...'ewallet pay --tran-type W --total-fee 10 --buyer-identity-code 280000000000000001'.split(' '),
  ...['--out-trade-no', reference],
];
const TWICE = ['SBX0001 ', ' SBX0001', 'SBX0001\u00a0', '\u200bSBX0001', 'SBX0001\u0e01'];

describe('a reference with more at its ends than can be seen', () => {
  it.each(TWICE)('is refused before anything is sent: %j', async (reference) => {
    const partner = await newPartner();
    const refused = await partner.payctl(pay(reference));
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--out-trade-no')]);
    const company = await partner.payctl([...pay('SBX0001'), '--company-id', '00100\u00a0']);
    expect([company.code, company.stderr]).toEqual([2, expect.stringContaining('--company-id')]);
    expect(partner.files.paths()).toEqual([]);
  });

  it('is refused in a batch before the first row', async () => {
    const partner = await newPartner();
    const rows = ['SBX0001', ...TWICE].map((reference) => ({
      outTradeNo: reference,
      tranType: 'W',
      totalFee: '10',
      buyerIdentityCode: '280000000000000001',
    }));
    const stdin = rows.map((row) => JSON.stringify(row)).join('\n');
    const words = 'batch ewallet.pay - --format jsonl --yes'.split(' ');
    const refused = await partner.payctl(words, { stdin });
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('5 of 6 rows cannot be sent; nothing was sent'),
    ]);
    expect(partner.files.paths()).toEqual([]);
  });

  it('may still be asked about: an older version may have sent it', async () => {
    const partner = await newPartner();
    const asked = 'ewallet inquire --tran-type W --out-trade-no'.split(' ');
    expect((await partner.payctl([...asked, 'SBX0001\u00a0'])).code).toBe(6);
  });
});
