import { expect, it } from 'vitest';
import { create } from '../../src/bank/qr/operations.js';
import { questionsAbout } from '../../src/bank/questions.js';

it('asks about a QR that was created without reference 2 and amount', () => {
  const [first] = questionsAbout(create, { ppId: '123456789012345', ref1: 'ORDER1' }, null, 0);
  expect(first?.input).toMatchObject({ billerId: '123456789012345', reference1: 'ORDER1' });
  expect(Object.keys(first?.input ?? {})).not.toContain('reference2');
});
