import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCatalogue, loadReferences } from '../../src/bank/families.js';
import { EN } from '../../src/console/words-en.js';
import { TH } from '../../src/console/words-th.js';
import { STATES } from '../../src/journal/state.js';

const SRC = resolve(import.meta.dirname, '../../src');

/** Every text of the words of a language, by its place. */
function textsOf(words: object, at = ''): [place: string, text: string][] {
  return Object.entries(words).flatMap(([name, value]: [string, unknown]) => {
    const place = `${at}${name}`;
    if (typeof value === 'object' && value !== null) return textsOf(value, `${place}.`);
    return [[place, typeof value === 'function' ? String(value(2)) : String(value)]];
  });
}

/** The same in both languages. */
const NAMES =
  /\b(?:payctl(?: console)?|QR|CSV|PNG|JPEG|WebP|GIF|MB|HTTP|GET|POST|Node|DNS|TLS|localhost)\b|\+2h|127\.0\.0\.1/g;

// That each word is there in both is the compiler's to say.
describe('the words of the console', () => {
  it('are Thai in Thai', () => {
    const english = textsOf(TH).filter(([, text]) => /[A-Za-z]{2,}/.test(text.replace(NAMES, '')));
    expect(english).toEqual([]);
  });

  it('are English in English, without flags', () => {
    const foreign = textsOf(EN).filter(([, text]) => /[\u0e01-\u0e5b]|(?:^| )--[a-z]/.test(text));
    expect(foreign).toEqual([]);
  });

  it('call every kind of reference, every payee and every check by a name', async () => {
    const fields = (await loadReferences()).map(({ field }) => field);
    expect(fields.filter((field) => !Object.hasOwn(EN.references, field))).toEqual([]);
    const payees = (await loadCatalogue()).flatMap(({ payee = [] }) => payee);
    const heads = payees.filter((field) => !field.includes('.'));
    expect(heads.filter((field) => !Object.hasOwn(EN.payeeFields, field))).toEqual([]);
    expect(STATES.filter((state) => !Object.hasOwn(EN.charges, state))).toEqual([]);
    const folder = join(SRC, 'commands/doctor');
    const code = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    const checks = code.join('\n').matchAll(/(?:ok|warning|failure|refused)\(\s*'([a-zA-Z ]+)'/g);
    const names = [...new Set([...checks].map(([, name = '']) => name))];
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !Object.hasOwn(EN.checks, name))).toEqual([]);
  });
});
