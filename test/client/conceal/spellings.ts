/** How careless software writes a text into an answer, and how a curious reader gets it back. */

const HEX = (code: number) => code.toString(16).padStart(2, '0');
const each = (text: string, spell: (character: string, code: number) => string) =>
  Array.from(text, (character) => spell(character, character.charCodeAt(0))).join('');

const NAMES: Readonly<Record<string, string>> = {
  '"': 'quot',
  '&': 'amp',
  "'": 'apos',
  '+': 'plus',
  '/': 'sol',
  '<': 'lt',
  '=': 'equals',
  '>': 'gt',
  _: 'lowbar',
};

/** Of one character. */
export const OF_CHARACTERS: Readonly<Record<string, (character: string, code: number) => string>> =
  {
    plain: (character) => character,
    'JSON, by number': (_, code) => `\\u00${HEX(code)}`,
    'JSON, by number in capitals': (_, code) => `\\u00${HEX(code).toUpperCase()}`,
    'JSON, by a backslash': (character) =>
      /[a-z0-9&%]/i.test(character) ? character : `\\${character}`,
    percent: (_, code) => `%${HEX(code)}`,
    'percent in capitals': (_, code) => `%${HEX(code).toUpperCase()}`,
    'HTML, decimal': (_, code) => `&#${code};`,
    'HTML, decimal with zeros': (_, code) => `&#00${code};`,
    'HTML, hexadecimal': (_, code) => `&#x${HEX(code)};`,
    'HTML, hexadecimal in capitals': (_, code) => `&#X${HEX(code).toUpperCase()};`,
    'HTML, by name': (character) => (NAMES[character] ? `&${NAMES[character]};` : character),
  };

/** Of a whole text. `x` and `xy` move it to where base64 begins elsewhere. */
export const OF_TEXTS: Readonly<Record<string, (text: string) => string>> = {
  'some in percent': (text) => encodeURIComponent(text),
  'a form': (text) => new URLSearchParams({ s: text }).toString(),
  base64: (text) => base64(text),
  'base64, a byte further': (text) => base64(`x${text}y`),
  'base64, two bytes further': (text) => base64(`xy${text}z`),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64url, a byte further': (text) => Buffer.from(`x${text}`).toString('base64url'),
  'base64url, two bytes further': (text) => Buffer.from(`xy${text}`).toString('base64url'),
  'base64 in lines': (text) => base64(text).replace(/.{12}/g, '$&\r\n'),
  'base64 behind other letters': (text) => `abcde${base64(text)}`,
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
  'hexadecimal in capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'hexadecimal with colons': (text) => Array.from(text, (c) => HEX(c.charCodeAt(0))).join(':'),
  'hexadecimal with spaces': (text) => Array.from(text, (c) => HEX(c.charCodeAt(0))).join(' '),
  'hexadecimal as C has it': (text) =>
    Array.from(text, (c) => `0x${HEX(c.charCodeAt(0))}`).join(', '),
  'hexadecimal in both': (text) =>
    each(text, (_, code) => HEX(code).replace(/[a-f]$/, (c) => c.toUpperCase())),
  ...Object.fromEntries(
    Object.entries(OF_CHARACTERS).map(([name, spell]) => [
      name,
      (text: string) => each(text, spell),
    ]),
  ),
};

/** Around what is spelled already. */
export const AROUND: Readonly<Record<string, (text: string) => string>> = {
  nothing: (text) => text,
  JSON: (text) => JSON.stringify({ s: text }),
  'JSON with slashes escaped': (text) => JSON.stringify({ s: text }).replaceAll('/', '\\/'),
  percent: encodeURIComponent,
  HTML: (text) => `<p title="${text.replace(/[&"<>]/g, (found) => `&${NAMES[found]};`)}">`,
  base64,
};

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Everything that somebody can read out of a text, decoding whatever may be encoded. */
export function readings(text: string, depth = 5): string[] {
  const found = new Set([text]);
  if (depth === 0) return [text];
  for (const decode of DECODERS) {
    for (const decoded of decode(text)) if (decoded !== text) found.add(decoded);
  }
  return [...found].flatMap((one) => (one === text ? [one] : readings(one, depth - 1)));
}

const DECODERS: readonly ((text: string) => string[])[] = [
  (text) => [
    text.replace(
      /\\u([0-9a-f]{4})|\\([^a-z0-9])/gi,
      (_, code, itself) => itself ?? character(code, 16),
    ),
  ],
  (text) => [text.replace(/%([0-9a-f]{2})/gi, (_, code) => character(code, 16))],
  (text) => [
    text.replace(/&#x([0-9a-f]+);|&#(\d+);|&(\w+);/gi, (all, hex, decimal, name) =>
      hex ? character(hex, 16) : decimal ? character(decimal, 10) : (named(name) ?? all),
    ),
  ],
  (text) =>
    (text.match(/[\w+/\r\n-]{8,}/g) ?? []).flatMap((run) =>
      [0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), 'base64').toString('latin1')),
    ),
  (text) =>
    (text.match(/[0-9a-f]{8,}/gi) ?? []).flatMap((run) =>
      [0, 1].map((start) => Buffer.from(run.slice(start), 'hex').toString('latin1')),
    ),
  (text) =>
    (text.match(/(?:0x)?[0-9a-f]{2}(?:[ :,]{1,2}(?:0x)?[0-9a-f]{2}){3,}/gi) ?? []).map((run) =>
      Buffer.from(run.replace(/0x|[ :,]/gi, ''), 'hex').toString('latin1'),
    ),
];

function character(code: string, base: number): string {
  return String.fromCharCode(Number.parseInt(code, base));
}

function named(name: string): string | undefined {
  return Object.entries(NAMES).find(([, known]) => known === name)?.[0];
}
