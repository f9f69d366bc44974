import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolveCommand } from '../../src/command-line/resolve-command.js';
import { EXIT } from '../../src/core/errors.js';
import { helpOf } from '../../src/help/command-help.js';
import { commandTree } from '../../src/help/command-tree.js';
import { helpPages, rootHelp } from '../../src/help/help.js';
import { topics } from '../../src/help/topics.js';
import { GROUPS } from '../../src/tree.js';

const pages = await helpPages(GROUPS);
const tree = await commandTree(GROUPS);
const topic = new Map(topics());

async function help(words: string): Promise<string> {
  const { command } = await resolveCommand(words.split(' '), GROUPS);
  if (!command) throw new Error(`there is no command ${words}`);
  return helpOf(command);
}

describe('help', () => {
  it('of a command tells arguments, defaults with their source, and what to paste', async () => {
    expect(await help('ewallet pay')).toMatchInlineSnapshot(`
      "Usage: payctl ewallet pay [outTradeNo] [options]

      Charge the customer's e-wallet code that the merchant has read.

      The code of the customer is valid for 2 minutes.

      USERPAYING means that the customer has not finished: inquire until it is final.

      Arguments:
        outTradeNo                    merchant transaction reference; or
                                      --out-trade-no

      Fields:
        --tran-type <choice>          wallet: A or W [A, W] (required)
        --company-id <text>           company id given by the bank (up to 5
                                      characters; default: companyId of the profile,
                                      or PAYCTL_COMPANY_ID)
        --terminal-id <text>          terminal id (default: terminalId of the profile,
                                      or PAYCTL_TERMINAL_ID)
        --out-trade-no <text>         merchant transaction reference (required, here
                                      or as the argument; up to 50 characters)
        --total-fee <amount>          amount in baht, for example 100 or 100.00
                                      (required; up to 10 characters with the point)
        --buyer-identity-code <text>  code read from the QR in the customer's wallet
                                      app (required)

      Further fields:
        -f, --raw-field <key=value>   any field, as a string; a.b nests, a[] lists
        -F, --field <key=value>       any field, typed: number, true, false, null,
                                      @file
        --data <json>                 fields as JSON: @file.json, - (standard input)
                                      or the text

      Waiting and safety:
        --as <whose>                  whose token to use; the user is the one who
                                      logged in [application, user]
        --wait <duration>             inquire until final; after a lost answer 60s by
                                      default, 0 inquires once
        --expect-amount <amount>      refuse any other amount

      Global options (payctl --help):
        --profile --sandbox --output --query --columns --envelope --lang --timeout
        --retries --dry-run --yes --no-input --quiet --verbose --no-color --show-pii
        --request-uid --help

      Examples:
        $ CODE=$(payctl sandbox buyer-code --raw)
        $ payctl --sandbox ewallet pay --tran-type W --out-trade-no SBXDEMO0001 \\
            --total-fee 100.00 --buyer-identity-code $CODE
        $ payctl --sandbox ewallet pay --tran-type W --out-trade-no SBXDEMO0001 \\
            --total-fee 100.00 --buyer-identity-code $CODE --dry-run
      "
    `);
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
});
