import { expect, it } from 'vitest';
import { mayBeReference, readQuery } from '../../src/console/query.js';

it.each([
  ['250', { kind: 'amount', amount: '250' }],
  [' 250.00 ', { kind: 'amount', amount: '250.00' }],
  ['1,250.50', { kind: 'amount', amount: '1250.50' }],
  ['฿99', { kind: 'amount', amount: '99' }],
  ['99 บาท', { kind: 'amount', amount: '99' }],
  ['1250000.00', { kind: 'amount', amount: '1250000.00' }],
  // So many digits without a point are a reference.
  ['20260131090000123456', { kind: 'reference', id: '20260131090000123456' }],
  ['1250000', { kind: 'reference', id: '1250000' }],
  ['12,50', { kind: 'reference', id: '12,50' }],
  ['1.234', { kind: 'reference', id: '1.234' }],
  ['๙๙ บาท', { kind: 'amount', amount: '99' }],
  ['22/11/2569', { kind: 'day', day: '22/11/2569' }],
  ['2026-11-22', { kind: 'day', day: '2026-11-22' }],
  ['today', { kind: 'day', day: 'today' }],
  ['Mali', { kind: 'name', payer: 'Mali' }],
  ['มาลี สุขใส', { kind: 'name', payer: 'มาลี สุขใส' }],
  ["O'Neil-Smith Jr.", { kind: 'name', payer: "O'Neil-Smith Jr." }],
  ['SBXDEMO0001', { kind: 'reference', id: 'SBXDEMO0001' }],
  ['-', { kind: 'reference', id: '-' }],
  ['--amount', { kind: 'reference', id: '--amount' }],
  ['00020101021230', { kind: 'reference', id: '00020101021230' }],
])('%j is looked up as %j', (text, query) => {
  expect(readQuery(text)).toEqual(query);
});

it('takes Latin letters for a reference where anything knows it', () => {
  expect(mayBeReference(readQuery('INVOICE'), 'INVOICE')).toBe(true);
  expect(mayBeReference(readQuery('250'), '250')).toBe(true);
  expect(mayBeReference(readQuery('desk phone'), 'desk phone')).toBe(true);
  expect(mayBeReference(readQuery('มาลี สุขใส'), 'มาลี สุขใส')).toBe(false);
  expect(mayBeReference(readQuery('X1'), 'X1')).toBe(false);
  expect(mayBeReference(readQuery('DESK PHONE'), 'DESK PHONE')).toBe(true);
});
