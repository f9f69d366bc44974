import { expect, it } from 'vitest';
import { parseJson } from '../../src/core/json.js';
import { checkExpectation } from '../../src/smoke/expect.js';

it.each([
  ['10.00', '10', true],
  ['10', '10.00', true],
  ['10.00', '"10.00"', true],
  ['10.00', '"10"', false],
  ['10.00', '11', false],
  ['1102', '1102', true],
  ['true', 'true', true],
])('expects %s where the bank says %s: %s', async (expected, said, agrees) => {
  const seen = { exit: 0, class: 'SUCCESS', data: parseJson(`{"amount":${said}}`), ms: 1 } as const;
  const failures = await checkExpectation(
    { query: new Map([['amount', expected]]) },
    { ...seen, exchange: '' },
  );
  expect(failures).toHaveLength(agrees ? 0 : 1);
});
