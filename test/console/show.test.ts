import { expect, it } from 'vitest';
import { cellIn, textIn } from '../../src/console/show.js';

it('shows no more in a cell than anybody reads, and nothing that hides', () => {
  const row = { payer: 'มาลี', reference: `R\u202e${'1'.repeat(100_000)}` };
  expect(cellIn(row, 'payer')).toBe('มาลี');
  expect(cellIn(row, 'reference')).toMatch(/^R\\u202e1{138}…$/);
  expect(textIn(row, 'reference')).toBe(row.reference);
  expect(cellIn(row, 'absent')).toBe('');
});
