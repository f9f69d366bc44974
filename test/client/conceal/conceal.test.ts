import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conceal, concealBytes } from '../../../src/client/conceal/conceal.js';
import { runs } from '../../fixtures/sizes.js';
import { AROUND, OF_CHARACTERS, OF_TEXTS, readings } from '../../fixtures/spellings.js';
import { character } from '../../fixtures/texts.js';

const SECRET = 'canary-secret/7Q+x_9w==';

const ESCAPE = /\\([^a-z0-9]|[bfnrtux])|%u|%[0-9a-f]{2}|&[#a-z]/i;

/** Those that spell every character that could be taken for an escape. */
const WHOLE = Object.entries(OF_TEXTS).flatMap(([name, spell]) =>
  /^(?:plain|HTML, by name|JSON, by a backslash)$/.test(name) ? [] : [spell],
);

/** Whether five characters in a row of a secret can be read out of a text. */
function shows(text: string, secret: string): boolean {
  const parts = Array.from({ length: secret.length - 4 }, (_, at) => secret.slice(at, at + 5));
  return readings(text).some((reading) => parts.some((part) => reading.includes(part)));
}

describe('a secret in what the other side says', () => {
  it.each(Object.entries(OF_TEXTS))('is hidden: %s', (_, spell) => {
    const text = `it was ${spell(SECRET)} :`;
    expect(shows(text, SECRET), text).toBe(true);
    const rest = conceal(text, [SECRET, 'another-secret']);
    expect(shows(rest, SECRET), `${text} became ${rest}`).toBe(false);
    expect(rest).toMatch(/^it was .*\[redacted\].* :$/s);
  });

  it.each(Object.entries(AROUND))('is hidden together with what is around it: %s', (_, around) => {
    const text = around(`"it" was <${SECRET}> & :`);
    expect(shows(conceal(text, [SECRET]), SECRET), text).toBe(false);
  });

  it('is hidden in any mixture of escapes, and nothing of it can be read', () => {
    const inner = fc.constantFrom(...Object.values(OF_TEXTS));
    const mixed = fc
      .array(fc.constantFrom(...Object.values(OF_CHARACTERS)), { minLength: 3, maxLength: 9 })
      .map(
        (spellers) => (text: string) =>
          Array.from(text, (character, at) =>
            (spellers[at % spellers.length] ?? String)(character, character.charCodeAt(0)),
          ).join(''),
      );
    // Where an escape's own sign is left as it is, nobody can tell what was meant.
    const clear = fc.stringMatching(/^[!-$'-[\]-~]{12,40}$/);
    const any = fc.stringMatching(/^[!-~]{12,40}$/).filter((secret) => !ESCAPE.test(secret));
    const spelled = fc.oneof(
      fc.record({ secret: clear, spell: fc.oneof(inner, mixed) }),
      fc.record({ secret: any, spell: fc.constantFrom(...WHOLE) }),
    );
    fc.assert(
      fc.property(spelled, fc.string(), ({ secret, spell }, more) => {
        // A piece of the secret that stands beside it by chance is not hidden.
        fc.pre(!shows(more, secret));
        const text = `${more} : ${spell(secret)} : ${more}`;
        const rest = conceal(text, [secret]);
        expect(shows(rest, secret), text).toBe(false);
        expect(rest.startsWith(`${more} : `), 'nothing else is taken').toBe(true);
      }),
      { numRuns: runs(300) },
    );
  });

  it('is removed without the text around it', () => {
    const before = 'a \\u0e01 %41 &amp; 100% {"x":"\\n';
    const after = '\\n","y":[1,2]} &lt;b\\/c';
    for (const [, spell] of Object.entries(OF_CHARACTERS)) {
      const text = before + Array.from(SECRET, (c) => spell(c, c.charCodeAt(0))).join('') + after;
      expect(conceal(text, [SECRET])).toBe(`${before}[redacted]${after}`);
    }
  });

  it('leaves a text without one as it is, Thai and bytes that are no text too', () => {
    const texts = fc.oneof(fc.string({ unit: character }), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(texts, (text) => {
        expect(conceal(text, [SECRET])).toBe(text);
      }),
    );
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    expect(concealBytes(bytes, [SECRET])).toBe(bytes);
  });

  it.each(['ความลับของร้าน', 'señor-contraseña', 'emoji-😀-secret'])('may be %s', (secret) => {
    const spelled = [
      secret,
      JSON.stringify(secret),
      encodeURIComponent(secret),
      Buffer.from(`x${secret}`).toString('base64'),
      Array.from(
        { length: secret.length },
        (_, at) => `\\u${secret.charCodeAt(at).toString(16).padStart(4, '0')}`,
      ).join(''),
      Array.from(secret, (letter) => `&#${letter.codePointAt(0)};`).join(''),
    ];
    for (const text of spelled)
      expect(conceal(`: ${text} :`, [secret])).toMatch(/^: "?e?\[redacted\]=*"? :$/);
  });

  it.each(['%41%42%43%44%45', 'a\\u0041b/c"d', 'R&amp;D &lt;secret', 'one two three'])(
    'may hold what looks like an escape: %s',
    (secret) => {
      for (const [, spell] of Object.entries(OF_TEXTS)) {
        expect(conceal(`: ${spell(secret)} :`, [secret])).toContain('[redacted]');
      }
    },
  );

  it('is hidden only as a whole word where it is short', () => {
    expect(conceal('pin 4711, order 84711', ['4711'])).toBe('pin [redacted], order 84711');
    expect(conceal('"\\u0034711"', ['4711'])).toBe('"[redacted]"');
    expect(conceal('NDcxMQ== 34373131 abc', ['4711', 'abc'])).toBe('NDcxMQ== 34373131 abc');
  });

  it('is searched for in linear time', () => {
    // What is quadratic would not end within the time limit.
    for (const part of ['\\', '%', '&#', '%25', '\\u0041', 'QUJD', '41', '\n', '&amp;', 'a']) {
      const text = part.repeat(100_000 / part.length);
      expect(conceal(text, [SECRET, 'another-secret'])).toBe(text);
    }
    const many = `${SECRET.replace('c', '%63')} `.repeat(150_000);
    expect(conceal(many, [SECRET])).toBe('[redacted] '.repeat(150_000));
  });
});
