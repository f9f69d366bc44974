import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, it } from 'vitest';
import { payctl, shell } from '../../src/core/command-line.js';
import { isRecord } from '../../src/core/fields.js';
import { sayInCode } from '../../src/core/message.js';

const SRC = resolve(import.meta.dirname, '../../src');

/** What no program can do anything with: commands, flags, variables, profiles. */
const OF_A_TERMINAL =
  /\bpayctl[.\w()]*`[a-z$]|\bpayctl (api|approvals|attack|batch|bill|books|config|console|cpm|dd|doctor|ewallet|explain|find|init|investigate|journal|listen|qr|reconcile|sandbox|slip|smoke|store|token|transfer)\b|[\s(']--[a-z]|\s-[pq]\b|PAYCTL_|_PROXY|\bprofiles?\b|keyring|standard input/;

/** Modules of the library that say nothing to a program, and why. */
const SILENT: readonly (readonly [place: RegExp, why: string])[] = [
  [/^config\/(profiles|names|secrets|resolve)\.ts$/, 'the library reads no file of settings'],
  [/^host\/keyring\.ts$/, 'a program has its secret, or a command that prints it'],
  [/^explain\//, 'of a code only its status is asked'],
  [/^bank\/\w+\/(references|examples)\.ts$/, 'of references that people search for'],
  [/^runtime\/(recording|open-sandbox|parameter)\.ts$/, 'a run of the command'],
  [
    /^state\/(desk|files\/(book|own-database)|book|copy|postgres\/(desk|claims))/,
    'desks, books and copies',
  ],
  [/^(qr\/draw|host\/(streams|bulk))\.ts$/, 'terminals and long outputs'],
];
/** Single sentences that it never says, or that mean an option of Node. */
const NEVER_SAID = new Set([
  ...['machine.largerStack', 'disk.tooLargeToWrite', 'certificates.giveCertificate'],
  ...['certificates.giveKey', 'recording.useTest'],
  // Of settings that come from a file or a variable.
  ...['settings.ofProfile', 'settings.fromProfile', 'settings.profile', 'settings.fromKeyring'],
  ...[
    'settings.commandOnly',
    'settings.isProxyVariableRight',
    'profiles.foreign',
    'profiles.moved',
  ],
]);

/** Everything that can be loaded from the entries of the package, without what is a type alone. */
function modulesOf(entries: readonly string[]): string[] {
  const found = new Set(entries.map((entry) => join(SRC, entry)));
  for (const file of found) {
    const text = readFileSync(file, 'utf8').replaceAll(/^(import|export) type [^;]*;/gms, '');
    for (const [, path = ''] of text.matchAll(/(?:from |import\()\s*'(\.[^']+)'/g)) {
      const next = resolve(dirname(file), path.replace(/\.js$/, '.ts'));
      if (existsSync(next)) found.add(next);
    }
  }
  return [...found].map((file) => relative(SRC, file));
}

/** The messages that a module names, as area and id; with a computed name, all of the area. */
function saidBy(file: string): [area: string, id: string | undefined][] {
  const text = readFileSync(join(SRC, file), 'utf8');
  return [...text.matchAll(/import \{([^}]*)\} from '[./]+messages\/([\w-]+)\.js'/g)].flatMap(
    ([, names = '', area = '']) =>
      names.split(',').flatMap((name) => {
        const local = name.trim().split(' as ').at(-1);
        if (!local) return [];
        const uses = [...text.matchAll(new RegExp(`\\b${local}(?:\\.(\\w+)|\\[)`, 'g'))];
        return uses.map(([, id]): [string, string | undefined] => [area, id]);
      }),
  );
}

/** What a program reads of each message of a file of the catalogue, as its source. */
function inCode(file: string): Map<string, string> {
  const source = readFileSync(join(SRC, 'messages', `${file}.ts`), 'utf8');
  const texts = new Map<string, string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const part of node) visit(part);
      return;
    }
    if (!isRecord(node)) return;
    if (node.type === 'Property' && isRecord(node.key) && isRecord(node.value)) {
      const { value } = node;
      const own = value.type === 'ObjectExpression' ? readings(value) : undefined;
      const read = own?.get('code') ?? own?.get('page') ?? own?.get('terminal') ?? value;
      const { start, end } = read;
      if (typeof node.key.name === 'string' && !texts.has(node.key.name))
        texts.set(node.key.name, source.slice(Number(start), Number(end)));
      return;
    }
    Object.values(node).forEach(visit);
  };
  visit(parseAst(source, { lang: 'ts' }));
  return texts;
}

function readings({ properties }: Record<string, unknown>): Map<string, Record<string, unknown>> {
  const all = Array.isArray(properties) ? properties.filter(isRecord) : [];
  return new Map(
    all.flatMap(({ key, value }) =>
      isRecord(key) && isRecord(value) ? [[String(key.name), value] as const] : [],
    ),
  );
}

it('says to a program nothing that only a terminal has', () => {
  const catalogue = new Map(
    readdirSync(join(SRC, 'messages'))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => [name.slice(0, -3), inCode(name.slice(0, -3))] as const),
  );
  const modules = modulesOf(['index.ts', 'testing.ts', 'qr.ts']).filter(
    (file) => !file.startsWith('messages/') && !SILENT.some(([place]) => place.test(file)),
  );
  expect(modules).toContain('library/calls.ts');
  let seen = 0;
  const wrong = new Set<string>();
  for (const file of modules) {
    for (const [area, id] of saidBy(file)) {
      for (const [name, text] of catalogue.get(area) ?? []) {
        if (id !== undefined && id !== name) continue;
        seen += 1;
        if (NEVER_SAID.has(`${area}.${name}`) || !OF_A_TERMINAL.test(text)) continue;
        wrong.add(`${area}.${name} (${file}): ${text}`);
      }
    }
  }
  expect(seen).toBeGreaterThan(500);
  expect([...wrong]).toEqual([]);
});

it('has no hint where only a command helps', () => {
  expect(sayInCode(payctl`doctor`)).toBe('');
  expect(sayInCode(shell`export X=…`.inCode("createPayments({ x: '…' })"))).toBe(
    "createPayments({ x: '…' })",
  );
});
