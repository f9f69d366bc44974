import { describe, expect, it } from 'vitest';
import { questionsFor, type Scope } from '../../src/investigate/ask.js';
import { recognisePayload, recogniseText } from '../../src/investigate/recognise.js';
import { writeThaiQr } from '../../src/qr/thai-qr.js';
import { NOW, REFERENCES, reading } from './evidence.js';

const MARKS = { outTradeNoPrefix: 'SBX', billerId: '010000000000101' };
const SETTINGS: Readonly<Record<string, string>> = {
  ...{ companyId: '00100', terminalId: '1', billerId: MARKS.billerId, payerBankCode: '999' },
};
const scope: Scope = { now: NOW, settings: (name) => SETTINGS[name] };

describe('recognise', () => {
  it.each([
    ['SBX260302100000ABCDE', 'outTradeNo'],
    ['20260131090000123456', 'qrId'],
    ['20260131090000123000000', 'qrId'],
    ['ABCDXXXX201902271330450000001', 'tokenizerId'],
    ['20260302ABCDEFGHIJ12345', 'transRef'],
    ['010000000000101ABCDEFGHIJ0123456789', 'partnerTransactionId'],
    ['a1b2c3d4-0000-4000-8000-000000000001', 'transactionId'],
    ['2026030210000012345678901234', 'transactionId'],
    ['0123456789ABCDEFGHIJKLMNOPQRSTUV', 'requestUId'],
  ])('%s looks most like %s', (id, kind) => {
    const [first] = recogniseText(REFERENCES, id, MARKS);
    expect(first).toMatchObject({ as: kind, fit: 'likely' });
  });

  it('lists every possible reading of a short reference, in a fixed order', () => {
    const readings = recogniseText(REFERENCES, 'ORDER1', MARKS);
    expect(readings.map(({ as, fit }) => `${as} ${fit}`)).toEqual([
      'outTradeNo possible',
      'qrId possible',
      'reference1 possible',
      'refNumber possible',
      'regRef possible',
    ]);
  });

  it('does not recognise text with spaces or control characters', () => {
    expect(recogniseText(REFERENCES, 'two words', MARKS)).toEqual([]);
    expect(recogniseText(REFERENCES, 'SBX\u001b[31m', MARKS)).toEqual([]);
  });

  it('notes personal data and faults in a code', () => {
    const payload = writeThaiQr({
      static: true,
      transfer: { aid: 'A000000677010111', mobile: '0066812345678' },
      currency: '764',
      country: 'TH',
    });
    expect(recognisePayload(payload)?.personal).toContain('0066812345678');
    const altered = recognisePayload(payload.replace('812345678', '812345679'));
    expect(String(altered?.payload.faults[0])).toContain('checksum');
    expect(recognisePayload('ORDER1')).toBeUndefined();
  });
});

describe('questions', () => {
  const asked = (one: Parameters<typeof questionsFor>[1], within: Scope) =>
    questionsFor(REFERENCES, one, within).map(
      ({ operation, asked: words }) => `${operation}: ${words}`,
    );

  it('asks both wallets, and every day of the window', () => {
    expect(asked(reading('outTradeNo', 'SBX1'), scope)).toEqual([
      'ewallet.inquire: wallet B, outTradeNo SBX1',
      'ewallet.inquire: wallet A, outTradeNo SBX1',
    ]);
    expect(asked(reading('reference1', 'ORDER1'), scope)).toEqual([
      'bill.inquire: reference 1 ORDER1 on 2026-03-02',
      'bill.inquire: reference 1 ORDER1 on 2026-03-01',
      'bill.inquire: reference 1 ORDER1 on 2026-02-28',
      'bill.search: reference 1 ORDER1, 2026-02-27 to 2026-03-02',
    ]);
  });

  it('asks about one day where it is known', () => {
    const dated = { ...scope, date: '2026-01-31' };
    expect(asked(reading('tokenizerId', 'T1'), dated)).toEqual([
      'transfer.inquire: tokenizerId T1, 2026-01-30 to 2026-02-01',
    ]);
    const [token] = recogniseText(REFERENCES, 'ABCDXXXX201902271330450000001', MARKS);
    expect(token && asked(token, scope)).toEqual([
      'transfer.inquire: tokenizerId ABCDXXXX201902271330450000001, 2019-02-26 to 2019-02-28',
    ]);
  });

  it('prefers the slip to the person, and the person to the profile', () => {
    const bankOf = (known: Readonly<Record<string, string>>, sendingBank?: string) => {
      const [question] = questionsFor(REFERENCES, reading('transRef', 'R1', { known }), {
        ...scope,
        ...(sendingBank !== undefined && { sendingBank }),
      });
      return question?.input.sendingBank;
    };
    expect(bankOf({ sendingBank: '004' }, '002')).toBe('004');
    expect(bankOf({}, '002')).toBe('002');
    expect(bankOf({})).toBe('999');
  });

  it('asks nothing about references that only this machine knows', () => {
    expect(asked(reading('requestUId', 'U1'), scope)).toEqual([]);
    expect(asked(reading('transactionId', 'T1', { family: 'other' }), scope)).toEqual([]);
  });
});
