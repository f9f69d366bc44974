import { expect, it } from 'vitest';
import { bareSpellings } from '../../src/investigate/spellings.js';

it.each([
  ['SBX1', ['SBX1']],
  ['SBX-1', ['SBX1']],
  ['\u200bSBX1\ufeff', ['SBX1']],
  ['ＳＢＸ－１', ['SBX1']],
  ['SBX๑', ['SBX1']],
  ['"SBX1"', ['SBX1']],
  ['(SBX1),', ['SBX1']],
  ['SBX 1', ['SBX1', '1']],
  ['Order no. SBX1', ['OrdernoSBX1', 'SBX1']],
  ['ref:SBX-1', ['refSBX1', 'SBX1']],
  ['SBX1 250.00', ['SBX125000', 'SBX1']],
  ['เลขที่ 3001', ['เลขที่3001', '3001']],
  ['SBX1 22/11/2026 14:30', ['SBX1221120261430', 'SBX1']],
  ['https://shop.example/orders/SBX-1', ['SBX1']],
  ['https://shop2.example:8443/v2/order?id=SBX1&lang=th#top', ['SBX1']],
  ['order https://shop.example/SBX1', ['orderhttpsshopexampleSBX1', 'SBX1']],
  ['https://shop.example/orders/SBX1?item=A2', []],
  // Which of two is meant, nobody can know; and an amount is no reference.
  ['SBX1, SBX2', ['SBX1SBX2']],
  ['250 บาท', ['250บาท']],
  [' ', []],
])('takes %j for %j', (typed, spellings) => {
  expect(bareSpellings(typed)).toEqual(spellings);
});
