import { describe, expect, it } from 'vitest';
import { readArgv } from '../../src/command-line/argv.js';
import { GLOBAL_OPTIONS } from '../../src/runtime/globals.js';
import { longFlag, takesValue } from '../../src/runtime/parameter.js';
import { GROUPS } from '../../src/tree.js';
import { payctl } from '../fixtures/command.js';

const OPTIONS = [
  { flags: '-o, --output <format>', summary: '' },
  { flags: '-y, --yes', summary: '' },
  { flags: '-v, --verbose', summary: '' },
  { flags: '--ref <text>', summary: '' },
];

/** `flag=value`, `flag!next` where a value is missing, `flag?` where it is unknown, and words. */
function shown(line: string): string {
  return readArgv(line.split(' '), OPTIONS)
    .map((token) => {
      if (token.kind === 'word') return token.text;
      if (token.kind === 'rest') return `-- ${token.words.join(' ')}`;
      const { flag, option, value, next } = token;
      return (
        flag +
        (option ? '' : '?') +
        (value === undefined ? '' : `=${value}`) +
        (next ? `!${next}` : '')
      );
    })
    .join(' ');
}

describe('readArgv', () => {
  it.each([
    ['--ref A word', '--ref=A word'],
    ['--ref=A=B', '--ref=A=B'],
    ['--ref=', '--ref='],
    ['--ref=--yes', '--ref=--yes'],
    ['--ref --yes', '--ref!--yes --yes'],
    ['--ref --unknown', '--ref!--unknown --unknown?'],
    ['--ref -- word', '--ref!-- -- word'],
    ['--ref -v', '--ref!-v -v'],
    ['--ref - word', '--ref=- word'],
    ['--ref -5', '--ref=-5'],
    ['--ref -.5', '--ref=-.5'],
    ['--ref', '--ref'],
    ['-ojson word', '-o=json word'],
    ['-o=json word', '-o=json word'],
    ['-yo json word', '-y -o=json word'],
    ['-yo --ref A', '-y -o!--ref --ref=A'],
    ['-vvy', '-v -v -y'],
    ['-yx', '-yx?'],
    ['-ref A', '-ref? A'],
    ['-ref=A', '-ref=A?'],
    ['--yes=true', '--yes=true'],
    ['word - -5 -- --ref A', 'word - -5 -- --ref A'],
  ])('%s', (line, expected) => {
    expect(shown(line)).toBe(expected);
  });

  it('is right for every group: no option takes a value in one command and none in another', async () => {
    for (const group of Object.values(GROUPS)) {
      const kinds = new Map<string, boolean>();
      for (const { options = [] } of await group.load()) {
        for (const option of [...options, ...GLOBAL_OPTIONS]) {
          const flag = longFlag(option);
          expect([flag, kinds.get(flag) ?? takesValue(option)]).toEqual([flag, takesValue(option)]);
          kinds.set(flag, takesValue(option));
        }
      }
    }
  });
});

describe('a command line', () => {
  it('never takes an option for the value of another one', async () => {
    const args = 'ewallet pay --out-trade-no --dry-run --total-fee 1.00 --tran-type W';
    const { code, stdout, stderr } = await payctl(`--sandbox ${args}`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatchInlineSnapshot(`
      "error: --out-trade-no needs a value, but --dry-run after it is an option
        hint: if the value starts with a dash, use =: --out-trade-no=--dry-run
      "
    `);
  });

  it.each([
    [['--output', '--sandbox', 'token'], '--output needs a value, but --sandbox'],
    [['token', '--profile'], '--profile needs a value'],
    [['token', '--yes=true'], '--yes takes no value'],
    [['--bogus'], "unknown option '--bogus'"],
    [['explain', '-lang', 'th', '1000'], 'did you mean --lang?'],
    [['explain', '-lang=th', '1000'], 'did you mean --lang?'],
    [['--sandbx'], 'did you mean --sandbox?'],
    [['ewallet', '--bogus'], "unknown option '--bogus'"],
    [['-o', 'nonsense'], '--output is "nonsense"'],
    [['--', 'token'], 'unexpected argument "token"'],
    [['token', 'stauts'], 'did you mean: payctl token status'],
    [['explain', '1000', 'more'], 'unexpected argument "more"'],
    [['token', '--output=json', '--bogus'], '{"error":{"class":"USAGE"'],
    [['token', '-o=json', '--bogus'], '{"error":{"class":"USAGE"'],
  ])('%j is refused', async (argv, expected) => {
    const { code, stdout, stderr } = await payctl(argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(expected);
  });

  it.each([
    ['-o json', 'Usage: payctl <command>'],
    ['--sandbox ewallet', 'Usage: payctl ewallet <command>'],
    ['ewallet pay -yh', 'Usage: payctl ewallet pay'],
    ['ewallet pay --out-trade-no --help', 'Usage: payctl ewallet pay'],
    ['--version -o json', /^\d+\.\d+\.\d+\n$/],
    ['-yV token', /^\d+\.\d+\.\d+\n$/],
    ['explain -o yaml 1000 --version', /^\d+\.\d+\.\d+\n$/],
    ['explain --lang en 1000', 'success'],
    ['explain -o=json 1000', '{'],
  ])('%s', async (line, expected) => {
    const { code, stdout, stderr } = await payctl(line);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    if (typeof expected === 'string') expect(stdout).toContain(expected);
    else expect(stdout).toMatch(expected);
  });

  it('finds the words of a command behind its own options', async () => {
    const { code, stderr } = await payctl('token --grant user clear --bogus');
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('token clear --help'),
    });
  });
});
