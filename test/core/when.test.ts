import { expect, it } from 'vitest';
import { bangkokTimeOf, parseDuration, readDay, readMoment } from '../../src/core/time.js';

/** 2026-03-10 00:30 in Bangkok, still the day before in UTC. */
const NOW = Date.parse('2026-03-10T00:30:00+07:00');

it.each([
  ['today', '2026-03-10T00:00:00+07:00'],
  ['yesterday', '2026-03-09T00:00:00+07:00'],
  ['2026-02-28', '2026-02-28T00:00:00+07:00'],
  ['2026-02-28T09:00', '2026-02-28T09:00:00+07:00'],
  ['2026-02-28T09:00:15.250', '2026-02-28T09:00:15.250+07:00'],
  ['2026-02-28T09:00:00Z', '2026-02-28T16:00:00+07:00'],
  ['2026-02-28T09:00:00-05:00', '2026-02-28T21:00:00+07:00'],
  ['-2h', '2026-03-09T22:30:00+07:00'],
  ['+5d', '2026-03-15T00:30:00+07:00'],
  ['30s', '2026-03-10T00:29:30+07:00'],
  ['1d', '2026-03-09T00:30:00+07:00'],
])('%s is the moment %s', (text, moment) => {
  expect(readMoment(text, NOW)).toBe(Date.parse(moment));
});

it.each([
  ['today', '2026-03-10'],
  ['yesterday', '2026-03-09'],
  ['2024-02-29', '2024-02-29'],
  ['-1h', '2026-03-09'],
  ['+5d', '2026-03-15'],
])('%s is the day %s', (text, day) => {
  expect(readDay(text, NOW)).toBe(day);
});

it.each([
  ...['', '1', '-1', 'now', 'tomorrow', '2h ago', '--2h', '5w', 'Today'],
  ...['2026-02-30', '2026-13-01', '2026-01-31T25:00', '2026-01-31 10:00'],
])('%j is neither', (text) => {
  expect([readDay(text, NOW), readMoment(text, NOW)]).toEqual([undefined, undefined]);
});

it.each([
  ['30s', 30_000],
  ['+5d', 432_000_000],
  ['2', 2000],
  ['-2h', undefined],
])('%s is a length of %s ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

it.each([
  ['2026-03-09T17:30:00Z', '2026-03-10 00:30:00'],
  ['2026-03-09T17:30:00.123456Z', '2026-03-10 00:30:00'],
  ['2026-03-10T00:30:00.000+07:00', '2026-03-10 00:30:00'],
  ['2026-03-09T12:30:00-0500', '2026-03-10 00:30:00'],
  ['2026-03-10T00:30:00', undefined],
  ['2026-13-10T00:30:00Z', undefined],
  ['2026-03-10', undefined],
  ['20260310003000', undefined],
])('a table shows %s as %s', (text, shown) => {
  expect(bangkokTimeOf(text)).toBe(shown);
});
