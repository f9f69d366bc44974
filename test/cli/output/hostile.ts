import fc from 'fast-check';

/** What a hostile or broken bank could put into any text. */
const TRICKS = [
  '\u001b[31mred\u001b[0m',
  '\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007',
  '\u001b]52;c;ZXZpbA==\u0007',
  '\u009b2J',
  'paid\rfailed',
  'two\nlines\tand a tab',
  '\u0000\u0008\u007f\u0085',
  'invoice\u202egnp.exe\u2066\u2069',
  'a\u200bb\u200dc\u2060d\ufeffe\u00adf',
  '\ud800 alone \udfff',
  '\u2028\u2029',
  '\u{e0041}\u{e0061}\u{1d173}\u{e0100}',
  '\u3164\u115f\uffa0\u034f',
  '=cmd|calc!A1',
  '+66800000000',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  "'=already",
  "''@twice",
  '\\u001b typed',
  '"quoted", and; separated',
  'บริษัท ทดสอบ จำกัด',
  '漢字 and 🎉🇹🇭',
];

const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));

export const hostileText = fc.oneof(
  fc.constantFrom(...TRICKS),
  fc
    .array(fc.oneof(fc.constantFrom(...TRICKS), fc.string(), unit), { maxLength: 6 })
    .map((parts) => {
      return parts.join('');
    }),
);

/** From … to, both included: what no output may contain. The line feed is judged apart. */
const FORBIDDEN: readonly (readonly [number, number])[] = [
  [0x00, 0x09],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0xe0000, 0xe01ef],
];

/** The forbidden code points of a text, for comparing with none. */
export function forbiddenIn(text: string): string[] {
  return Array.from(text)
    .map((character) => character.codePointAt(0) ?? 0)
    .filter((code) => FORBIDDEN.some(([from, to]) => code >= from && code <= to))
    .map((code) => code.toString(16));
}
