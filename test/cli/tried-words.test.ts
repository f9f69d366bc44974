import { describe, expect, it } from 'vitest';
import { resolveCommand } from '../../src/command-line/resolve-command.js';
import { commandsMeant, MEANT } from '../../src/command-line/tried-words.js';
import { GROUPS } from '../../src/tree.js';
import { payctl } from '../fixtures/command.js';

async function hintTo(words: string) {
  const { code, stdout, stderr } = await payctl(words);
  expect([code, stdout]).toEqual([2, '']);
  return stderr;
}

async function inTurn(lines: readonly string[]): Promise<string[]> {
  const hints: string[] = [];
  for (const words of lines) hints.push(await hintTo(words));
  return hints;
}

describe('a word that people try', () => {
  it('leads to the command that they are after', async () => {
    expect((await inTurn(['refund', 'status', 'login'])).join('')).toMatchInlineSnapshot(`
      "error: there is no command "refund" in payctl
        hint: run payctl ewallet refund or payctl cpm refund
      error: there is no command "status" in payctl
        hint: run payctl investigate REFERENCE, payctl journal list or payctl token status
      error: there is no command "login" in payctl
        hint: run payctl token login
      "
    `);
  });

  it('or a flag may be misspelt, at each level', async () => {
    const lines = [
      ...['serch', 'paymets', 'refnd', 'bill serch', 'qr refund', 'transfer credit snd', 'hlep'],
      ...['find --json', 'find --amuont 1', 'ewallet create --amount 1', 'journal list --froce'],
    ];
    const hints = (await inTurn(lines)).map((text) => text.split('\n')[1]?.trim());
    expect(hints).toMatchInlineSnapshot(`
      [
        "hint: did you mean: payctl find, payctl bill search or payctl investigate REFERENCE",
        "hint: did you mean: payctl find or payctl journal list",
        "hint: did you mean: payctl ewallet refund or payctl cpm refund",
        "hint: did you mean: payctl bill search",
        "hint: run payctl qr void",
        "hint: did you mean: payctl transfer credit send",
        "hint: did you mean: payctl help",
        "hint: did you mean -o json?",
        "hint: did you mean --amount?",
        "hint: did you mean --total-fee?",
        "hint: did you mean --yes?",
      ]
    `);
    expect(await hintTo('xyzzy')).toContain('payctl --help lists: token, ');
  });

  it('is no command itself, and leads to commands that exist', async () => {
    for (const [word, commands] of Object.entries(MEANT)) {
      expect(Object.keys(GROUPS)).not.toContain(word);
      for (const [guess] of commands) {
        const words = guess.split(' ').filter((part) => !part.startsWith('-'));
        const { words: known, command: found } = await resolveCommand(words, GROUPS);
        const isGroup = words.length === 1 && words[0] !== undefined && words[0] in GROUPS;
        expect(found !== undefined || isGroup || words.length === 0, guess).toBe(true);
        expect(words.slice(0, known.length)).toEqual(known);
      }
    }
  });

  it('that is unknown leads to the list of commands', async () => {
    expect(await commandsMeant(GROUPS, 'nonsense', [])).toEqual([]);
    expect(await hintTo('profile nonsense')).toContain('payctl config list shows the profiles');
  });
});
