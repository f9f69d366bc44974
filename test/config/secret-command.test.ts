import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secretByCommand, splitCommand } from '../../src/config/secret-sources.js';

const printing =
  (stdout: string, code = 0) =>
  async () => ({ code, stdout });

describe('secretCommand', () => {
  it.each([
    ['canary', 'canary'],
    ['  canary \r\n', 'canary'],
    ['{"apiSecret": "canary", "Version": 1}', 'canary'],
  ])('takes the secret from %j', async (stdout, secret) => {
    expect(await secretByCommand(printing(stdout), 'print')).toBe(secret);
  });

  it.each([
    ['', 'printed nothing'],
    ['canary\nagain', 'printed more than one line'],
    ['{"canary": 1}', 'printed JSON without `apiSecret`'],
    ['{"apiSecret": ""}', 'printed JSON without `apiSecret`'],
    ['{canary', 'printed what is neither one line nor JSON'],
  ])('refuses %j and does not show it', async (stdout, why) => {
    const failing = secretByCommand(printing(stdout), 'print --token canary');
    await expect(failing).rejects.toMatchObject({
      exitClass: 'CONFIG',
      message: `no secret: secretCommand print ${why}`,
    });
  });

  it('reports that the command failed, whatever it printed', async () => {
    await expect(secretByCommand(printing('canary', 2), 'print')).rejects.toThrow(
      'no secret: secretCommand print ended with 2',
    );
    await expect(secretByCommand(printing(''), '  ')).rejects.toThrow('secretCommand is empty');
  });

  it.each([
    ['a b  c', ['a', 'b', 'c']],
    [`a 'b c' "d e"`, ['a', 'b c', 'd e']],
    [`a'b c'd "" ''`, ['ab cd', '', '']],
    [String.raw`a\ b "c\"d" 'e\f'`, ['a b', 'c"d', String.raw`e\f`]],
    [String.raw`C:\tools\pass.exe show`, [String.raw`C:\tools\pass.exe`, 'show']],
    ['a $(b) | c > d', ['a', '$(b)', '|', 'c', '>', 'd']],
  ])('splits %s', (text, words) => {
    expect(splitCommand(text)).toEqual(words);
  });

  it('gives back what is quoted, whatever it is', () => {
    const quoted = (word: string): string => `'${word.replaceAll("'", `'"'"'`)}'`;
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }), (words) => {
        expect(splitCommand(words.map(quoted).join(' '))).toEqual(words);
      }),
    );
  });
});
