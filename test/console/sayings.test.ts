import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SAYINGS, SAYINGS_LISTED } from '../../src/console/sayings/sayings.js';
import { Sayings } from '../../src/web/sayings.js';

const SRC = resolve(import.meta.dirname, '../../src');

/** All that the program says, but for the sayings themselves. */
const SAID = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.includes('sayings'))
  .map((path) => readFileSync(join(SRC, path), 'utf8').replace(/\\'/g, "'"))
  .join('\n');

/** What stands between the places of a saying, as far as it is long enough to be found. */
function partsOf(said: string): string[] {
  return said
    .split(/\{\d~?\}|; or |; |"| \(|\)/)
    .map((part) => part.trim().replace(/[:,]$/, ''))
    .filter((part) => part.length > 3);
}

/** Whether the program has it: whole, or put together from two or three pieces. */
function isSaid(part: string): boolean {
  if (SAID.includes(part)) return true;
  const words = part.split(' ');
  const size = Math.min(3, words.length - 1);
  const runs = words.slice(size - 1).map((_, at) => words.slice(at, at + size).join(' '));
  const known = runs.filter((run) => SAID.includes(run)).length;
  return size > 0 && known > 0 && runs.length - known <= 4;
}

/** Names that are the same in every language. */
const NAMES =
  /\b(?:QR|PNG|JPEG|WebP|GIF|PDF|HTTP|TLS|PFX|UUID|https|CSV|MB|Node|THB|outTradeNo|apiSecret|secretCommand|payctl(?: console)?)\b|\+2h|\+1d|2026-01-31T22:59:00\+07:00|\{\d\}/g;

describe('what pages say of what commands say', () => {
  it('is of sentences that some command says', () => {
    const lost = SAYINGS_LISTED.filter(({ said }) => partsOf(said).some((part) => !isSaid(part)));
    expect(lost.map(({ said }) => said)).toEqual([]);
  });

  it('is wholly Thai in Thai', () => {
    const english = SAYINGS_LISTED.filter(({ th }) => /[A-Za-z]{2,}/.test(th.replace(NAMES, '')));
    expect(english.map(({ th }) => th)).toEqual([]);
  });

  it('names no flag, no standard input and no command in English', () => {
    const typed = SAYINGS_LISTED.filter(({ said, en = said }) =>
      /(?:^| )--[a-z]|standard input|payctl (?!console)/.test(en),
    );
    expect(typed.map(({ en, said }) => en ?? said)).toEqual([]);
  });

  it('has no place that the sentence does not have', () => {
    const placesIn = (text: string) => new Set(text.match(/\{\d/g) ?? []);
    const wrong = SAYINGS_LISTED.filter(({ said, en = '', th }) => {
      const known = placesIn(said);
      return [...placesIn(en), ...placesIn(th)].some((place) => !known.has(place));
    });
    expect(wrong).toEqual([]);
  });

  it('is said of sentences within sentences, and of several in a row', () => {
    const sayings = new Sayings([
      { said: 'no connection to {1} ({2})', th: 'เชื่อมต่อกับ {1} ไม่ได้ ({2})' },
      { said: '{1} was not sent: {2~}', en: '{1} did not leave: {2}', th: 'ไม่ได้ส่ง {1}: {2}' },
      { said: 'none', th: 'ไม่มี' },
      { said: 'run it again', en: '', th: '' },
    ]);
    const text = 'ewallet inquire was not sent: no connection to a.example (EPIPE)';
    expect(sayings.find(text, 'th')).toBe(
      'ไม่ได้ส่ง ewallet inquire: เชื่อมต่อกับ a.example ไม่ได้ (EPIPE)',
    );
    expect(sayings.find(text, 'en')).toBe(
      'ewallet inquire did not leave: no connection to a.example (EPIPE)',
    );
    expect(sayings.find('none; none; run it again', 'th')).toBe('ไม่มี; ไม่มี');
    expect(sayings.find('something new', 'th')).toBeUndefined();
    expect(sayings.find('none; something new', 'th')).toBeUndefined();
    expect(sayings.find('a.b was not sent: $& {2} {1}', 'th')).toBe('ไม่ได้ส่ง a.b: $& {2} {1}');
  });
});

it.each([', to ', ' on , by ; to {', '; ', 'the bank says ', 'a: b, c (d) to e '])(
  'no text of another side keeps it from answering: %j again and again',
  (part) => {
    for (const times of [100, 10_000]) {
      expect(typeof SAYINGS.say(part.repeat(times), 'en')).toBe('string');
    }
  },
);
