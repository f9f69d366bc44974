import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';
import { parseOptions } from '../src/command-line/parse.js';
import { resolveCommand } from '../src/command-line/resolve-command.js';
import { isRecord } from '../src/core/fields.js';
import { area, Message, speaker } from '../src/core/message.js';
import * as THAI from '../src/messages/th/catalogue.js';
import { GROUPS } from '../src/tree.js';

const SRC = resolve(import.meta.dirname, '../src');
const CATALOGUE = join(SRC, 'messages');

/** What these are given is help, or is read by whoever mends payctl. */
const HELP = new Set([
  ...['summary', 'notes', 'examples', 'meaning', 'description', 'title', 'group', 'fallback'],
  ...['elsewhere', 'help', 'conditional', 'limits', 'pattern'],
]);
const TAKES_HELP = new Set([
  ...[
    'flag',
    'flagOr',
    'text',
    'texts',
    'option',
    'choice',
    'counted',
    'argument',
    'optionalArgument',
  ],
  ...[
    'restArguments',
    'rawFields',
    'wait',
    'expectedAmount',
    'fieldParameters',
    'command',
    'digits',
  ],
  ...['reference', 'amountText', 'TypeError', 'RangeError', 'Error', 'SyntaxError', 'SqliteError'],
  ...['ProtocolError', 'sql', 'raw'],
]);
const CODE =
  /\b(SELECT|INSERT|UPDATE|DELETE|CREATE|WITH|BEGIN|DROP|ALTER|WHERE|FROM|SET|ORDER|AS)\b|[<>{};=]|^\s*(payctl|export|chmod|rm|mv|openssl) /;

/** Two words one after the other, and at least three in all. */
function isSentence(text: string): boolean {
  return /[a-z]{2,} [a-z]+/.test(text) && text.trim().split(/\s+/).length >= 3 && !CODE.test(text);
}

interface Found {
  text: string;
  isPattern: boolean;
}

/** Sentences and patterns in a syntax tree, without what is help. */
function found(node: unknown): Found[] {
  if (Array.isArray(node)) return node.flatMap(found);
  if (!isRecord(node) || isHelp(node) || isCommandLine(node)) return [];
  const inside = Object.entries(node).flatMap(([key, value]) =>
    key === 'type' ? [] : found(value),
  );
  const own = ownText(node);
  return own === undefined ? inside : [own, ...inside];
}

function ownText({ type, value, regex, quasis }: Record<string, unknown>): Found | undefined {
  if (type === 'Literal' && isRecord(regex))
    return { text: String(regex.pattern), isPattern: true };
  if (type === 'Literal' && typeof value === 'string') return { text: value, isPattern: false };
  if (type !== 'TemplateLiteral' || !Array.isArray(quasis)) return undefined;
  const parts = quasis.map((quasi) => (isRecord(quasi.value) ? String(quasi.value.cooked) : ''));
  return { text: parts.join('X'), isPattern: false };
}

/** payctl`journal show ${reference}` is worded at the door. */
function isCommandLine({ type, tag }: Record<string, unknown>): boolean {
  return type === 'TaggedTemplateExpression' && /"(payctl\w*|shell)"/.test(JSON.stringify(tag));
}

function isHelp({ type, key, callee }: Record<string, unknown>): boolean {
  const named = type === 'Property' ? key : callee;
  if (!isRecord(named) || typeof named.name !== 'string') return false;
  return (type === 'Property' ? HELP : TAKES_HELP).has(named.name);
}

const trees = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({
    path,
    tree: parseAst(readFileSync(join(SRC, path), 'utf8'), { lang: 'ts' }),
  }));

/** What stands in each file outside the catalogue. */
const files = trees
  .filter(({ path }) => !path.startsWith('messages/'))
  .map(({ path, tree }) => ({ path, texts: found(tree) }));

/** The literal parts of each command in a syntax tree, between which its values stand. */
function commandsIn(node: unknown): string[][] {
  if (Array.isArray(node)) return node.flatMap(commandsIn);
  if (!isRecord(node)) return [];
  const inside = Object.values(node).flatMap(commandsIn);
  const isPayctl = isCommandLine(node) && !JSON.stringify(node.tag).includes('"shell"');
  if (!isPayctl || !isRecord(node.quasi) || !Array.isArray(node.quasi.quasis)) return inside;
  const literals = node.quasi.quasis.map((quasi) =>
    isRecord(quasi) && isRecord(quasi.value) ? String(quasi.value.cooked) : '',
  );
  return [literals, ...inside];
}

/** The command with a word for each value, or for some of them: a list of words may be empty. */
function variants([first = '', ...rest]: readonly string[]): string[] {
  return rest.reduce<string[]>(
    (before, literal) => before.flatMap((line) => [`${line}X${literal}`, line + literal]),
    [first],
  );
}

/** Why nobody could run a command; undefined where it is one. Arguments may be left out in a sentence. */
async function refusal(line: string): Promise<string | undefined> {
  const words = line.replace(/ > .*/, '').match(/"[^"]*"|\S+/g) ?? [];
  const argv = words.map((word) => word.replaceAll('"', '')).filter((word) => word !== '…');
  try {
    const { command, words: names, rest } = await resolveCommand(argv, GROUPS);
    const { words: given } = parseOptions(command ?? { words: names }, rest);
    const taken = command?.arguments ?? [];
    return given.length > taken.length && !taken.at(-1)?.variadic ? 'too many words' : undefined;
  } catch (error) {
    return String(error);
  }
}

/** Where texts of several words are no sentences of ours to somebody who runs payctl, and why. */
const OTHER_TEXTS: readonly (readonly [place: RegExp, why: string])[] = [
  [/^sandbox\//, 'the embedded bank speaks as banks do'],
  [/^(help|commands\/(call|ewallet|openapi|transfer))\//, 'help'],
  [/^bank\//, 'the records: what a field is for, and its limits'],
  [/^(derive|smoke\/coverage)\.ts$/, 'documents of the repository'],
  [/^main\.ts$/, 'nothing is loaded yet'],
  [/^(command-line\/tried-words|reconcile\/next-step)\.ts$/, 'command lines'],
  [/^explain\//, 'kinds of codes, by their names'],
  [/^mcp\/resources\.ts$/, 'help for agents'],
  [/^qr\/tags\.ts$/, 'names of banks'],
  [/^(callbacks\/stored|commands\/slip\/accept)\.ts$/, 'places and moments that are kept on disk'],
  [/^(config\/settings|console\/forms|host\/serve)\.ts$/, 'a placeholder, attributes, an answer'],
];

/** Patterns over words of others, and over ids that are kept. */
const FOREIGN =
  /^(client\/gateway-pages|config\/tls|state\/postgres\/failure|smoke\/report-page)\.ts$/;

describe('messages', () => {
  it('are the only place of sentences for people', () => {
    const sentences = files
      .filter(({ path }) => !OTHER_TEXTS.some(([place]) => place.test(path)))
      .flatMap(({ path, texts }) =>
        texts
          .filter((one) => !one.isPattern && isSentence(one.text))
          .map((one) => `${path}: ${one.text}`),
      );
    expect(sentences).toEqual([]);
  });

  it('are read back by no pattern', () => {
    const own = files.filter(({ path }) => !FOREIGN.test(path));
    const patterns = own.flatMap(({ path, texts }) =>
      texts
        .filter((one) => one.isPattern && /[a-z]{3,} [a-z]{2,}/.test(one.text))
        .map((one) => `${path}: ${one.text}`),
    );
    expect(patterns).toEqual([]);
  });

  it('name commands that there are, with their options', async () => {
    const wrong: string[] = [];
    for (const { path, tree } of trees) {
      // What begins with a value is another command each time.
      for (const literals of commandsIn(tree).filter(([first]) => first !== '')) {
        const reasons = await Promise.all(variants(literals).map(refusal));
        if (!reasons.includes(undefined))
          wrong.push(`${path}: ${literals.join('X')}: ${reasons[0]}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('are complete in Thai, and Thai has no other', async () => {
    const areas = readdirSync(CATALOGUE).filter((name) => name.endsWith('.ts'));
    const modules: unknown[] = await Promise.all(
      areas.map((name) => import(join(CATALOGUE, name))),
    );
    const english = modules
      .flatMap((module) => (isRecord(module) ? Object.values(module) : []))
      .filter(isRecord)
      .map((area) => Object.entries(area).map(([id, made]) => `${areaOf(made)}.${id}`));
    const thai = Object.entries(THAI).flatMap(([area, sentences]) =>
      Object.keys(sentences).map((id) => `${area}.${id}`),
    );
    expect(thai.sort()).toEqual(english.flat().sort());
  });
});

/** A sentence of values makes a message of whatever it is given. */
function areaOf(made: unknown): string {
  const message: unknown = typeof made === 'function' ? made() : made;
  return message instanceof Message ? message.area : '';
}

describe('a message', () => {
  const messages = area('example', () => ({
    late: { terminal: 'try again, with --retries', page: 'Try again in a while.' },
    refused: (who: string, { why }: { why: string }) => `${who} refused: ${why}`,
  }));
  const thai = { example: { late: 'ลองใหม่ภายหลัง', refused: (who: string) => `${who} ปฏิเสธ` } };

  it('is worded for its reader, with the messages among its values', () => {
    const refused = messages.refused('the bank', { why: messages.late });
    expect(String(refused)).toBe('the bank refused: try again, with --retries');
    expect(speaker({ reader: 'page' })(refused)).toBe('the bank refused: Try again in a while.');
    expect(speaker({ reader: 'page', catalogue: thai })(messages.late)).toBe('ลองใหม่ภายหลัง');
    expect(speaker({ reader: 'terminal', catalogue: thai })(refused)).toBe('the bank ปฏิเสธ');
    expect(JSON.stringify({ refused })).toBe(`{"refused":"${String(refused)}"}`);
  });

  it('is one and the same wherever it has no values', () => {
    expect(messages.late).toBe(messages.late);
  });

  it('hides what is changed in its values, and nothing else', () => {
    const refused = messages.refused('hush', { why: 'it was hush' });
    const hidden = refused.mapTexts((text) => text.replaceAll('hush', '***'));
    expect(String(hidden)).toBe('*** refused: it was ***');
  });
});
