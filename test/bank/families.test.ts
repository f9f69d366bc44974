import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAMILIES, isFamily, loadCatalogue } from '../../src/bank/families.js';
import { listFlags } from '../../src/bank/flags.js';
import { REFERENCES_WITHOUT_INQUIRY } from '../../src/bank/reference.js';
import { isInitiation } from '../../src/bank/transfer/references.js';
import { SETTING_NAMES } from '../../src/config/settings.js';

const SRC = resolve(import.meta.dirname, '../../src');

/** Where a family is spoken of by its own names: its folder, and what the embedded bank does for it. */
const OWN = /^(bank|sandbox\/handlers)\//;

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !OWN.test(path))
  .map((path) => ({ path, lines: codeOf(readFileSync(join(SRC, path), 'utf8')) }));

/** Lines without comments. */
function codeOf(text: string): string[] {
  return text.split('\n').filter((line) => !/^\s*(\/\/|\/?\*)/.test(line));
}

describe('a family', () => {
  it.each(Object.keys(FAMILIES).filter(isFamily))(
    '%s names its operations once',
    async (family) => {
      const { operations, ...exported } = await FAMILIES[family].load();
      const named = Object.entries(exported).flatMap(([name, value]) =>
        typeof value === 'object' && 'id' in value ? [[`${family}.${name}`, value.id]] : [],
      );
      expect(named.map(([name]) => name).sort()).toEqual(operations.map(({ id }) => id).sort());
      expect(named.filter(([name, id]) => name !== id)).toEqual([]);
    },
  );

  it('alone knows the ids of its operations', async () => {
    const ids = (await loadCatalogue()).map(({ id }) => id);
    const written = new RegExp(`['"\`](${ids.join('|').replaceAll('.', '\\.')})['"\`]`);
    const wrong = sources.flatMap(({ path, lines }) =>
      lines.filter((line) => written.test(line)).map((line) => `${path}: ${line.trim()}`),
    );
    expect(wrong).toEqual([]);
  });

  it('never generates the reference of a money call: a second run would generate another and charge twice', async () => {
    const made = (await loadCatalogue()).filter(
      ({ effect, reference = '', generated = {} }) =>
        effect === 'money' && Object.hasOwn(generated, reference),
    );
    expect(made).toEqual([]);
  });

  it('names each charge for people', async () => {
    const charges = (await loadCatalogue()).filter(
      ({ effect, once }) => effect === 'money' || once,
    );
    expect(charges.filter(({ name }) => name === undefined).map(({ id }) => id)).toEqual([]);
  });

  it('recognises an initiation without loading its records', async () => {
    const catalogue = await loadCatalogue();
    const once = catalogue.filter((operation) => operation.once);
    expect(catalogue.filter(({ id }) => isInitiation(id))).toEqual(once);
  });
});

/** Where fields of the bank are named outside their families, and why. */
const NAME_FIELDS: readonly (readonly [place: RegExp, why: string])[] = [
  [
    /^commands\/(ewallet|qr|slip|token|transfer)\//,
    'a command of a family that is more than its call',
  ],
  [
    /^(commands\/(api|batch|books|doctor|openapi|reconcile|sandbox)|explain)\//,
    'texts, examples and options for people',
  ],
  [/^(commands\/)?console\//, 'shows people a slip, a code and the phone that scans it'],
  [/^messages\//, 'speaks to people'],
  [/^(commands\/)?investigate\//, 'tells references apart, and says what it knows beside one'],
  [
    /^(journal\/(answers|initiate|retire|transfer-record|verify)|reconcile\/own|state\/(store|copy|transfer-line|files\/store|postgres\/(store|transfers)))\.ts$/,
    'records of initiated transfers',
  ],
  [/^client\/(exchange|session)\.ts$/, 'turns the consent of a user into a token'],
  [/^commands\/smoke\/arazzo\//, 'writes calls for programs of others'],
  [/^config\/settings\.ts$/, 'says what a setting is for'],
  [/^format\/style\.ts$/, 'words of the bank that have a colour'],
  [/^qr\//, 'fields that payloads hold'],
  [/^sandbox\//, 'the other side of the wire'],
];

describe('the fields of the bank', () => {
  it('are named in their families, and where these speak to people', async () => {
    const catalogue = await loadCatalogue();
    // Settings, kinds of made values and references of no family have such names of their own.
    const others = new Set<string>([
      ...SETTING_NAMES,
      ...REFERENCES_WITHOUT_INQUIRY.map(({ field }) => field),
      ...catalogue.flatMap(({ generated = {} }) => Object.values(generated)),
    ]);
    const names = new Set(
      catalogue.flatMap((one) => listFlags(one).flatMap(({ field }) => field.split('.'))),
    );
    const own = [...names].filter((name) => /[a-z][A-Z]/.test(name) && !others.has(name));
    const written = new RegExp(`\\b(${own.join('|')})\\b`);
    const wrong = sources
      .filter(({ path }) => !NAME_FIELDS.some(([place]) => place.test(path)))
      .filter(({ lines }) => lines.some((line) => written.test(line)))
      .map(({ path }) => path);
    expect(wrong).toEqual([]);
  });
});
