import { expect, it } from 'vitest';
import { sha256 } from '../../src/core/hash.js';
import { CoveredClaims } from '../../src/journal/covered-claims.js';

const keyOf = (number: number) => sha256(`key ${number}`).slice(0, 32);
const claimOf = (number: number) => ({
  heads: number % 3 === 0 ? '' : `2:${sha256(`head ${number}`)} 1:${sha256(`other ${number}`)}`,
  charge: number % 5 === 0 ? '' : `${sha256(`charge ${number}`)} settled-not-executed`,
});

it('gives back what it was given, for more claims than fit into one piece', () => {
  const covered = new CoveredClaims();
  const count = 50_000;
  for (let number = 0; number < count; number += 1) covered.add(keyOf(number), claimOf(number));
  covered.add(keyOf(1), claimOf(2));
  expect(covered.size).toBe(count);
  expect(covered.take(keyOf(count))).toBeUndefined();
  const untaken: string[] = [];
  for (let number = 0; number < count; number += 1) {
    if (number % 1000 === 7) untaken.push(keyOf(number));
    else expect(covered.take(keyOf(number))).toEqual(claimOf(number));
  }
  expect([...covered.untaken()].sort()).toEqual(untaken.sort());
});
