import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diskFiles } from '../../src/host/files.js';
import { run } from '../../src/run.js';
import { temporaryDirectory } from '../fixtures/child.js';
import { fakeHost } from '../fixtures/fake-host.js';
import { itWith } from '../fixtures/needs.js';

const SOMEBODY = 65_534;

/** The real command in its own directories on the real disk. */
async function machine() {
  const home = await temporaryDirectory();
  const config = join(home, 'config');
  const state = join(home, 'state');
  let count = 0;
  const payctl = async (words: string, env: Record<string, string> = {}) => {
    const host = fakeHost({
      argv: words.split(' '),
      env: { PAYCTL_CONFIG_DIR: config, PAYCTL_STATE_DIR: state, ...env },
      now: Date.now(),
    });
    const files = diskFiles(() => `${process.pid}-${count++}`);
    const code = await run({ ...host, cwd: home, files });
    return { code, stdout: host.stdout.text(), stderr: host.stderr.text() };
  };
  return { home, config, state, payctl };
}

/** With a profile whose secret comes from a command that leaves a trace. */
async function withCommand() {
  const at = await machine();
  const trace = join(at.home, 'trace');
  mkdirSync(at.config, { mode: 0o700 });
  const shop = { baseUrl: 'http://127.0.0.1:9', apiKey: 'k', secretCommand: `touch ${trace}` };
  const text = JSON.stringify({ version: 1, current: 'shop', profiles: { shop } });
  writeFileSync(join(at.config, 'config.json'), text, { mode: 0o600 });
  return { ...at, trace, file: join(at.config, 'config.json') };
}

const CALL = 'token --retries 0 -o json';
const CANCEL = '--sandbox ewallet cancel --tran-type W --out-trade-no SBXT01 --wait 0';

describe('settings', () => {
  it('of this user alone are used', async () => {
    const { payctl, trace } = await withCommand();
    expect((await payctl(CALL)).stderr).toContain('printed nothing');
    expect(existsSync(trace)).toBe(true);
  });

  it.each<[string, string, (at: Awaited<ReturnType<typeof withCommand>>) => void]>([
    ['a file that all can write', 'chmod go-w', ({ file }) => chmodSync(file, 0o602)],
    ['a directory that all can write', 'chmod go-w', ({ config }) => chmodSync(config, 0o703)],
    [
      'a directory that is a link',
      'readlink -f',
      ({ config }) => {
        renameSync(config, `${config}-2`);
        symlinkSync(`${config}-2`, config);
      },
    ],
  ])('%s are refused, and nothing of them is run', async (_, fix, spoil) => {
    const at = await withCommand();
    spoil(at);
    const { code, stderr } = await at.payctl(CALL);
    expect({ code, ran: existsSync(at.trace) }).toEqual({ code: 3, ran: false });
    expect(JSON.parse(stderr).error.hint).toContain(fix);
  });

  it.each(['/config/', '/other/../config', '//config', '/./config'])(
    'in a directory named as HOME%s are no less refused',
    async (name) => {
      const at = await withCommand();
      chmodSync(at.file, 0o602);
      expect((await at.payctl(CALL, { PAYCTL_CONFIG_DIR: at.home + name })).code).toBe(3);
      chmodSync(at.file, 0o600);
      renameSync(at.config, `${at.config}-2`);
      symlinkSync(`${at.config}-2`, at.config);
      expect((await at.payctl(CALL, { PAYCTL_CONFIG_DIR: at.home + name })).code).toBe(3);
      expect(existsSync(at.trace)).toBe(false);
    },
  );

  itWith('root', 'of somebody else are refused, file or directory', async () => {
    for (const which of ['file', 'config'] as const) {
      const at = await withCommand();
      chownSync(at[which], SOMEBODY, SOMEBODY);
      const { code, stderr } = await at.payctl(CALL);
      expect({ code, ran: existsSync(at.trace) }).toEqual({ code: 3, ran: false });
      expect(JSON.parse(stderr).error).toMatchObject({
        message: `${at[which]} belongs to another user`,
        hint: expect.stringContaining(`sudo chown -R "$(id -u)" ${at[which]}`),
      });
    }
  });

  it('behind a link above the own directory are used', async () => {
    const { home, payctl, trace } = await withCommand();
    symlinkSync(home, `${home}/above`);
    const env = { PAYCTL_CONFIG_DIR: `${home}/above/config` };
    await payctl(CALL, env);
    expect(existsSync(trace)).toBe(true);
  });

  it('are accepted after the suggested command was run', async () => {
    const at = await withCommand();
    renameSync(at.config, join(at.home, "o'ne"));
    symlinkSync("o'ne", at.config);
    chmodSync(at.file, 0o622);
    for (const what of ['symbolic link', 'written by others']) {
      const { error } = JSON.parse((await at.payctl(CALL)).stderr);
      expect(error.message).toContain(what);
      execFileSync('sh', ['-c', error.hint], { cwd: at.home });
    }
    await at.payctl(CALL);
    expect(existsSync(at.trace)).toBe(true);
  });
});

describe('the journal', () => {
  const journalOf = (state: string) => join(state, 'journal');

  itWith('root', 'with a file of somebody else replays nothing', async () => {
    const { state, payctl } = await machine();
    const first = await payctl(CANCEL);
    const [name = ''] = readdirSync(journalOf(state)).filter((each) => each.endsWith('.1.jsonl'));
    chownSync(join(journalOf(state), name), SOMEBODY, SOMEBODY);
    const { code, stderr } = await payctl(CANCEL);
    expect(first.code).not.toBe(3);
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringContaining(`${name} belongs to another user`),
    });
  });

  it.each(['journal', 'state'])(
    'in a place that others can exchange (%s) sends nothing',
    async (which) => {
      const { state, payctl } = await machine();
      await payctl(CANCEL);
      const path = which === 'state' ? state : journalOf(state);
      chmodSync(path, 0o777);
      // What others could do there: put it aside, so that the claim is free again.
      for (const name of readdirSync(journalOf(state))) {
        renameSync(join(journalOf(state), name), join(state, `moved-${name}`));
      }
      const { code, stderr } = await payctl(CANCEL);
      expect(code).toBe(3);
      expect(stderr).toContain(`chmod go-w ${path}`);
      expect(readdirSync(journalOf(state)).filter((name) => name.endsWith('.jsonl'))).toEqual([]);
    },
  );

  it('behind a link is neither read nor written', async () => {
    const { home, state, payctl } = await machine();
    mkdirSync(state, { mode: 0o700 });
    mkdirSync(join(home, 'elsewhere'));
    symlinkSync(join(home, 'elsewhere'), journalOf(state));
    expect((await payctl(CANCEL)).code).toBe(3);
    expect((await payctl('--sandbox journal list')).code).toBe(3);
    expect(readdirSync(join(home, 'elsewhere'))).toEqual([]);
  });
});

describe('what else is kept', () => {
  it.each([
    ['tokens', '--sandbox token'],
    ['batch', '--sandbox batch ewallet.inquire rows.csv'],
    ['callbacks', '--sandbox listen list'],
  ])('%s behind a link is refused, and nothing appears there', async (name, command) => {
    const { home, state, payctl } = await machine();
    mkdirSync(state, { mode: 0o700 });
    mkdirSync(join(home, 'elsewhere'));
    symlinkSync(join(home, 'elsewhere'), join(state, name));
    writeFileSync(join(home, 'rows.csv'), 'tranType,outTradeNo\nW,SBXT01\n');
    const { code, stderr } = await payctl(command);
    expect(readdirSync(join(home, 'elsewhere'))).toEqual([]);
    if (code !== 3 || !stderr.includes('symbolic link')) throw new Error(`${code} ${stderr}`);
  });

  it.each(['', '-wal'])(
    'the database of the embedded bank%s is not opened where others can write',
    async (part) => {
      const { state, payctl } = await machine();
      await payctl('--sandbox token');
      const path = join(state, `sandbox.db${part}`);
      writeFileSync(path, '', { flag: 'a' });
      chmodSync(path, 0o666);
      const { code, stderr } = await payctl('--sandbox token refresh');
      expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining(path) });
    },
  );

  it('a token that others can write is not used, nor bought again over it', async () => {
    const { state, payctl } = await machine();
    await payctl('--sandbox token');
    const [name = ''] = readdirSync(join(state, 'tokens')).filter((each) => /n\.json$/.test(each));
    const path = join(state, 'tokens', name);
    chmodSync(path, 0o622);
    const { code, stderr } = await payctl('--sandbox token');
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining(path) });
  });
});

describe('a file that a person names', () => {
  it('may lie behind links, but not be open to all for writing', async () => {
    const { home, payctl } = await withCommand();
    const real = join(home, 'ca.pem');
    writeFileSync(real, 'no certificate');
    symlinkSync(real, join(home, 'link.pem'));
    const env = { PAYCTL_CA: join(home, 'link.pem') };
    expect((await payctl(CALL, env)).stderr).toContain('holds no certificate in PEM');
    chmodSync(real, 0o646);
    expect((await payctl(CALL, env)).stderr).toContain('can be written by everyone');
  });
});
