import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolve } from '../../src/config/resolve.js';
import {
  environmentSecret,
  secretByCommand,
  secretInEnvironment,
  splitCommand,
} from '../../src/config/secret-sources.js';
import { isSecretName, SETTING_NAMES, settingVariable } from '../../src/config/settings.js';
import { findPaths } from '../../src/state/paths.js';
import { fakeHost } from '../fixtures/fake-host.js';
import { said } from '../fixtures/said.js';
import { character } from '../fixtures/texts.js';

const FILE = '/run/secrets/api';

function machine(env: Record<string, string>, contents?: string, mode = 0o444) {
  const host = fakeHost({ env, ...(contents !== undefined && { files: { [FILE]: contents } }) });
  if (contents !== undefined) host.files.put(FILE, contents, mode);
  return host;
}

const NAMED = { PAYCTL_API_SECRET_FILE: FILE };
const sandbox = { apiSecret: 'of-the-sandbox' };

describe('a secret that a file holds', () => {
  it.each(SETTING_NAMES.filter(isSecretName))(
    'is read by the variable that names it: %s',
    (name) => {
      const host = machine({ [`${settingVariable(name)}_FILE`]: FILE }, 'canary\n');
      const { secrets, origins, problems } = resolve(host, findPaths(host), {}, sandbox);
      expect(secrets[name]?.reveal()).toBe('canary');
      expect(origins[name]).toBe('environment');
      expect(problems).toEqual([]);
      expect(environmentSecret(host, settingVariable(name))?.reveal()).toBe('canary');
    },
  );

  it.each([{ profile: 'sandbox' }, { sandbox: true }])(
    'is ignored where the command line names the connection: %j',
    (selection) => {
      const host = machine(NAMED, 'canary');
      const { secrets, ignored } = resolve(host, findPaths(host), selection, sandbox);
      expect(secrets.apiSecret?.reveal()).toBe('of-the-sandbox');
      expect(ignored).toEqual(['PAYCTL_API_SECRET_FILE']);
    },
  );

  const SET_FILE = 'export PAYCTL_API_SECRET_FILE=PATH';
  const noLine = `PAYCTL_API_SECRET_FILE names ${FILE}, which does not hold one line of text`;
  const noFile = `PAYCTL_API_SECRET_FILE names ${FILE}, which does not exist`;
  const open = `PAYCTL_API_SECRET_FILE: ${FILE} can be written by everyone`;
  const broken = 'PAYCTL_API_SECRET contains a line break';
  const two = 'PAYCTL_API_SECRET and PAYCTL_API_SECRET_FILE are both set';
  const both = { ...NAMED, PAYCTL_API_SECRET: 'x' };

  it.each<[string, Record<string, string>, string | undefined, number, string, string]>([
    ['no file', NAMED, undefined, 0, noFile, SET_FILE],
    ['an empty one', NAMED, '\n', 0o400, noLine, SET_FILE],
    ['two lines', NAMED, 'a\nb\n', 0o400, noLine, SET_FILE],
    ['a file for all', NAMED, 'a', 0o666, open, `chmod o-w ${FILE}`],
    ['broken', { PAYCTL_API_SECRET: 'x\n' }, undefined, 0, broken, 'export PAYCTL_API_SECRET=…'],
    ['given twice', both, 'a', 0o400, two, 'unset PAYCTL_API_SECRET_FILE'],
  ])('is refused where it is %s', (_, env, contents, mode, message, fix) => {
    const host = machine(env, contents, mode);
    expect(secretInEnvironment(host, 'PAYCTL_API_SECRET')).toEqual({
      problem: { message: said(message), fix: said(fix) },
    });
    expect(resolve(host, findPaths(host), {}, sandbox).problems).toEqual([
      { message: said(message), fix: said(fix) },
    ]);
    expect(() => environmentSecret(host, settingVariable('apiSecret'))).toThrow(message);
  });

  it('is absent where the variable is empty', () => {
    expect(
      secretInEnvironment(machine({ PAYCTL_API_SECRET_FILE: '' }), 'PAYCTL_API_SECRET'),
    ).toEqual({});
  });
});

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
    ['{canary', 'printed neither one line nor JSON'],
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

  it.each([`pass show "my secret`, `pass show 'my secret`, String.raw`"C:\tools\" show`])(
    'runs nothing where a quotation mark is not closed: %s',
    async (text) => {
      await expect(secretByCommand(printing('canary'), text)).rejects.toMatchObject({
        exitClass: 'CONFIG',
        message: 'no secret: a quotation mark in secretCommand is not closed',
      });
    },
  );

  it('gives back what is quoted, whatever it is', () => {
    const quoted = (word: string): string => `'${word.replaceAll("'", `'"'"'`)}'`;
    fc.assert(
      fc.property(fc.array(fc.string({ unit: character }), { maxLength: 5 }), (words) => {
        expect(splitCommand(words.map(quoted).join(' '))).toEqual(words);
      }),
    );
  });
});
