import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolveCommand } from '../../src/command-line/resolve-command.js';
import { EXIT } from '../../src/core/errors.js';
import { renderHelp } from '../../src/help/command-help.js';
import { commandTree } from '../../src/help/command-tree.js';
import { helpJson, helpPages, rootHelp } from '../../src/help/help.js';
import { topics } from '../../src/help/topics.js';
import { GROUPS } from '../../src/tree.js';

const pages = await helpPages(GROUPS);
const tree = await commandTree(GROUPS);
const topic = new Map(topics());

async function help(words: string): Promise<string> {
  const { command } = await resolveCommand(words.split(' '), GROUPS);
  if (!command) throw new Error(`there is no command ${words}`);
  return renderHelp(command);
}

describe('help', () => {
  it('of a command tells arguments, defaults with their source, and what to paste', async () => {
    const page = (await help('ewallet pay')).replaceAll(/\s+/g, ' ');
    for (const part of [
      'Usage: payctl ewallet pay [outTradeNo] [options]',
      'wallet: A or W [A, W] (required)',
      'default: companyId of the profile, or PAYCTL_COMPANY_ID',
      'Waiting and safety: --as <whose>',
      '$ payctl --sandbox ewallet pay --tran-type W',
    ]) {
      expect(page).toContain(part);
    }
  });

  it('names every group once', () => {
    const named = [...rootHelp(GROUPS).matchAll(/^ {2}([a-z]+) {2,}[A-Z]/gm)].map(
      ([, name]) => name,
    );
    expect(named.toSorted()).toEqual(Object.keys(GROUPS).toSorted());
  });

  it('has a page for every command, alias, group and topic', () => {
    const words = tree.commands.flatMap((command) => [command.words, ...command.aliases]);
    const names = [...words, ...Object.keys(GROUPS).map((name) => [name])].map((each) =>
      ['payctl', ...each].join('-'),
    );
    const wanted = [...names, ...tree.topics.map((name) => `payctl-${name}`)];
    expect([...pages.keys()]).toEqual(expect.arrayContaining(wanted));
  });

  it('keeps to 80 columns, where a word does not have to be longer', () => {
    const wide = [...pages.values()]
      .flatMap((text) => text.split('\n'))
      .filter(
        (line) =>
          line.length > 80 && !line.split(/(?<=[a-z]) (?=-)/).some((part) => part.length > 72),
      );
    expect(wide).toEqual([]);
  });

  it('says in one line, without a full stop, what each command is for', () => {
    const wrong = tree.commands.filter(({ summary }) => !/^\S.{5,90}[^.\s]$/.test(summary));
    expect(wrong.map(({ words }) => words.join(' '))).toEqual([]);
  });
});

describe('help environment', () => {
  it('names every variable of ours that the program reads', () => {
    const source = resolve(import.meta.dirname, '../../src');
    const read = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .flatMap(
        (path) => readFileSync(join(source, path), 'utf8').match(/PAYCTL_[A-Z_]+[A-Z]/g) ?? [],
      );
    const named = topic.get('environment')?.match(/PAYCTL_[A-Z_]+[A-Z]/g) ?? [];
    expect(new Set(named)).toEqual(new Set([...named, ...read]));
    expect(named).toEqual(expect.arrayContaining(['PAYCTL_BASE_URL', 'PAYCTL_STATE_DIR']));
    expect(new Set(named).size).toBe(named.length);
    for (const other of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'TRACEPARENT', 'PGPASSWORD']) {
      expect(topic.get('environment')).toMatch(new RegExp(`^ {2}${other}\\b`, 'm'));
    }
  });
});

describe('help exit-codes', () => {
  it('has a line for each, with what a script may do', () => {
    const text = topic.get('exit-codes') ?? '';
    const lines = [...text.matchAll(/^ +(\d+) {2}([A-Z_]+) {2,}\S/gm)].map(([, code, name]) => [
      name,
      Number(code),
    ]);
    expect(Object.fromEntries(lines)).toEqual(EXIT);
    expect(text).toMatch(/OUTCOME_UNKNOWN .* never$/m);
  });
});

describe('help --json', () => {
  it('is the whole command line as data', () => {
    const pay = tree.commands.find(({ words }) => words.join(' ') === 'ewallet pay');
    expect(pay).toMatchObject({
      summary: expect.stringContaining('Charge'),
      operation: { id: 'ewallet.pay', effect: 'money', specified: true },
    });
    expect(pay?.options).toContainEqual({
      names: ['--tran-type'],
      placeholder: 'choice',
      summary: 'wallet: A or W',
      group: 'Fields',
      required: true,
      repeatable: false,
      values: ['A', 'W'],
    });
    expect(tree.globalOptions.map(({ names }) => names.at(-1))).toContain('--dry-run');
    expect(tree.exits).toEqual(EXIT);
  });

  it('has values of this machine where they are meant, and nowhere else', () => {
    const valuesIn = (name: string, option?: string) => {
      const found = tree.commands.find(({ words }) => words.join(' ') === name);
      const taken = option ? found?.options : found?.arguments.slice(0, 1);
      const one = taken?.find((each) => !('names' in each) || each.names.includes(option ?? ''));
      expect(one).toBeDefined();
      return one?.values;
    };
    expect([valuesIn('config use'), valuesIn('smoke', '--compare')]).toEqual([
      'profiles',
      'profiles',
    ]);
    expect([valuesIn('investigate'), valuesIn('sandbox pay')]).toEqual([
      'references',
      'references',
    ]);
    expect(valuesIn('find', '--payer')).toBeUndefined();
    expect([valuesIn('sandbox delete'), valuesIn('sandbox log', '--id')]).toEqual([
      undefined,
      undefined,
    ]);
    expect([valuesIn('approvals release'), valuesIn('listen replay')]).toEqual([
      undefined,
      undefined,
    ]);
    expect(tree.globalOptions[0]).toMatchObject({ names: ['-p', '--profile'], values: 'profiles' });
  });

  it.each([
    ['ewallet pay', 'ewallet pay'],
    ['dd status', 'dd registration'],
    ['smoke', 'smoke'],
    ['journal', tree.commands.filter(({ words }) => words[0] === 'journal').length],
    ['teleport', undefined],
    ['exit-codes', undefined],
  ])('%s is that command alone, or all below it', async (words, wanted) => {
    const json = await helpJson(GROUPS, words.split(' '));
    const found = json && JSON.parse(json);
    expect(Array.isArray(found) ? found.length : found?.words.join(' ')).toEqual(wanted);
  });
});
