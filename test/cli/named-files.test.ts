import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { visibleLines } from '../../src/core/text.js';
import { itWith } from '../fixtures/needs.js';
import { quickMachine } from '../fixtures/quick-machine.js';

const machine = quickMachine();
const { home } = machine;

const PAYLOAD =
  '00020101021229370016A000000677010111011300660000000005802TH530376454044.226304E469';

describe('a file that a person names for output', () => {
  const MAKERS: Readonly<Record<string, (path: string) => void>> = {
    pipe: (path) => execFileSync('mkfifo', [path]),
    device: (path) => execFileSync('mknod', [path, 'c', '1', '3']),
    directory: (path) => mkdirSync(path),
  };

  async function staysAsItIs(kind: string): Promise<void> {
    writeFileSync(join(home, 'file'), 'before');
    const [png, zip] = [join(home, `${kind}.png`), join(home, `${kind}.zip`)];
    for (const path of [png, zip]) MAKERS[kind]?.(path);
    const modes = [png, zip].map((path) => lstatSync(path).mode);
    const runs = [
      ['qr', 'render', PAYLOAD, '--save', png],
      ['--sandbox', 'qr', 'create', '--ref1', 'NAMED', '--amount', '1.00', '--save', png],
      ['--sandbox', 'investigate', 'SBXDEMO0001', '--bundle', zip],
    ];
    for (const args of runs) {
      const { code, stderr } = await machine.payctl(args);
      expect([code, stderr], args.join(' ')).toEqual([2, expect.stringContaining('not a file')]);
    }
    expect([png, zip].map((path) => lstatSync(path).mode)).toEqual(modes);
    expect(readFileSync(join(home, 'file'), 'utf8')).toBe('before');
    const log = await machine.payctl('sandbox log --sandbox -o json');
    expect(log.stdout).not.toContain('qr.create');
  }

  it.each(['pipe', 'directory'])('takes the place of no %s', staysAsItIs);
  itWith('root', 'takes the place of no device', () => staysAsItIs('device'));
});

describe('the name of a profile', () => {
  it.each(['../x', '\u001b[31mred', 'a\u202eb'])(
    '%j is refused, shown as it is, and names no file',
    async (name) => {
      for (const [args, env] of [
        [[`--profile=${name}`], {}],
        [[], { PAYCTL_PROFILE: name }],
      ] as const) {
        const command = ['config', 'set-secret', 'apiSecret', '--store', 'file', ...args];
        const { code, stdout, stderr } = await machine.payctl(command, { env, input: 'canary\n' });
        expect([code, stdout]).toEqual([2, '']);
        expect(stderr).toMatch(/^[\x20-\x7e\n]+$/);
        expect(stderr).toContain(args.length > 0 ? '--profile' : 'PAYCTL_PROFILE');
      }
      const files = readdirSync(home, { recursive: true, encoding: 'utf8' });
      expect(files.filter((path) => path.includes('apiSecret'))).toEqual([]);
    },
  );

  it('of a settings file that somebody wrote is refused as well', async () => {
    mkdirSync(join(home, '.config/payctl'), { recursive: true, mode: 0o700 });
    const path = join(home, '.config/payctl/config.json');
    writeFileSync(path, '{"current":"../x","profiles":{"../x":{}}}', { mode: 0o600 });
    const command = ['config', 'set-secret', 'apiSecret', '--store', 'file'];
    const { code, stderr } = await machine.payctl(command, { input: 'canary\n' });
    expect([code, stderr]).toEqual([2, expect.stringContaining('is not a valid profile name')]);
    writeFileSync(path, '{"profiles":{"shop":{"merchantId":"a\\u202eb\\u001b[31m"}}}');
    for (const args of [
      'config get merchantId',
      'config show',
      'config show --origin',
      'doctor --offline',
    ]) {
      const { stdout, stderr } = await machine.payctl(`${args} -p shop -o table`);
      expect(visibleLines(stdout + stderr), args).toBe(stdout + stderr);
    }
    expect((await machine.payctl('config get merchantId -p shop')).stdout).toContain('a\\u202eb');
  });
});
