import { describe, expect, it } from 'vitest';
import { number } from '../../src/core/json.js';
import { masked } from '../../src/journal/codec.js';

describe('masking', () => {
  it('shows at most the end of what is delicate', () => {
    expect(
      masked({
        outTradeNo: 'ABC0001',
        totalFee: number('100.00'),
        buyerIdentityCode: '280000000000000001',
        accountNumber: number('1112223334'),
        qrData: '00020101021130',
        payer: { displayName: 'Somchai', proxy: { type: 'MSISDN', value: '0812345678' } },
        list: [{ citizenId: '1234567890123' }],
        applicationSecret: 'short',
        empty: { email: '' },
      }),
    ).toEqual({
      outTradeNo: 'ABC0001',
      totalFee: number('100.00'),
      buyerIdentityCode: '***0001',
      accountNumber: '***3334',
      qrData: '***1130',
      payer: { displayName: '***', proxy: { type: '***', value: '***5678' } },
      list: [{ citizenId: '***0123' }],
      applicationSecret: '***',
      empty: { email: '' },
    });
  });
});
