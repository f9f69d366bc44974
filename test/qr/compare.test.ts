import { expect, test } from 'vitest';
import { differences } from '../../src/qr/decode.js';
import { writeBillPayment } from '../fixtures/qr.js';

const wanted = {
  billerId: '123456789012345',
  ref1: 'REF1',
  ref2: 'REF2',
  ref3: 'SHOP',
  amount: '20.00',
};
const payload = writeBillPayment(wanted);

test('what was requested is no difference, however the amount is written', () => {
  expect(differences(payload, wanted)).toEqual([]);
  expect(differences(payload, { ...wanted, amount: '20' })).toEqual([]);
  expect(differences(payload, { ref1: 'REF1' })).toEqual([]);
});

test('every difference is listed, with both sides', () => {
  const other = {
    billerId: '123456789012346',
    ref1: 'ref1',
    ref2: null,
    ref3: 'SHOP',
    amount: '20.01',
  };
  expect(differences(payload, other)).toEqual([
    { field: 'amount', wanted: '20.01', found: '20.00' },
    { field: 'billerId', wanted: '123456789012346', found: '123456789012345' },
    { field: 'ref1', wanted: 'ref1', found: 'REF1' },
    { field: 'ref2', wanted: null, found: 'REF2' },
  ]);
});

test('what the payload lacks is a difference', () => {
  const bare = writeBillPayment({ billerId: wanted.billerId, ref1: wanted.ref1 });
  expect(differences(bare, wanted).map(({ field, found }) => [field, found])).toEqual([
    ['amount', null],
    ['ref2', null],
    ['ref3', null],
  ]);
});

test('a broken payload is a difference even where it says what was requested', () => {
  expect(differences(`${payload.slice(0, -4)}0000`, wanted)).toMatchObject([{ field: 'payload' }]);
});
