import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { afterFile } from '../fixtures/leftovers.js';
import { describeWith, itWith } from '../fixtures/needs.js';
import { readableCommand } from '../fixtures/readable-command.js';
import { stubBank } from '../fixtures/stub-bank.js';

const UNITS = resolve(import.meta.dirname, '../../packaging/systemd');
const unitFile = (name: string) => readFileSync(join(UNITS, name), 'utf8');
const unit = unitFile('payctl-recover.service') + unitFile('payctl-.service.d/payctl.conf');

/** As systemd chooses them for a service with a user of its own. */
const DYNAMIC = 61_184;
const STRANGER = 61_185;

/** All values of a key of the unit, in order. */
function values(key: string): string[] {
  return [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
}

/** What the bank says of the charge: nothing yet, or that it was made. */
let inquiry: 'none' | 'paid' = 'none';
const bank = await stubBank(({ path }) => {
  if (!path.includes('inquir') || inquiry === 'none') return { status: 502, body: '' };
  return {
    data: {
      tradeState: 'SUCCESS',
      outTradeNo: 'SBXUNIT1',
      tranType: 'W',
      amount: '10.00',
      totalFee: '10.00',
    },
  };
});

let command: string[] = [];

/** A root with what systemd makes below `/var`, `/run` and `/etc` for the unit. */
class Service {
  readonly root: string;
  readonly state: string;
  readonly #env: Record<string, string>;

  constructor(kind: 'dynamic' | 'static') {
    // On a disk: doctor finds state that lies in memory.
    this.root = mkdtempSync('/var/tmp/payctl-unit-');
    afterFile(() => rmSync(this.root, { recursive: true, force: true }));
    // mkdtemp makes it for root alone, and systemd shows a service only what it may enter.
    chmodSync(this.root, 0o755);
    const place = (above: string, name: string): string => {
      const directory = join(this.root, above);
      mkdirSync(join(directory, 'private'), { recursive: true, mode: 0o755 });
      const own = join(directory, kind === 'dynamic' ? 'private' : '', name);
      mkdirSync(own, { mode: 0o700 });
      chownSync(own, DYNAMIC, DYNAMIC);
      if (kind === 'dynamic') symlinkSync(join('private', name), join(directory, name));
      return join(directory, name);
    };
    this.state = place('var/lib', 'payctl');
    place('var/cache', 'payctl');
    const credentials = join(this.root, 'run/credentials');
    mkdirSync(credentials, { recursive: true, mode: 0o755 });
    writeFileSync(join(credentials, 'api-secret'), 'secret-of-the-test', { mode: 0o400 });
    chownSync(join(credentials, 'api-secret'), DYNAMIC, DYNAMIC);
    const places: Record<string, string> = {
      '%S': join(this.root, 'var/lib'),
      '%C': join(this.root, 'var/cache'),
      '%d': credentials,
    };
    const { PAYCTL_API_SECRET: _, ...environment } = bank.env;
    this.#env = { ...environment };
    for (const line of values('Environment')) {
      for (const pair of line.split(' ')) {
        const [name = '', value = ''] = pair.split('=');
        this.#env[name] = value.replace(/%[A-Za-z]/g, (found) => places[found] ?? found);
      }
    }
  }

  /** Runs the command as the user of the service, by the words after its name. */
  async payctl(
    words: readonly string[],
    { uid = DYNAMIC, by = [] }: { uid?: number; by?: readonly string[] } = {},
  ) {
    const child = spawn(
      'setpriv',
      [
        `--reuid=${uid}`,
        `--regid=${uid}`,
        '--clear-groups',
        '--no-new-privs',
        ...by,
        ...command,
        ...words,
      ],
      { cwd: '/', env: { PATH: process.env.PATH, ...this.#env }, stdio: 'pipe' },
    );
    child.stdin.end();
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    await once(child, 'close');
    return { code: child.exitCode, stdout, stderr };
  }

  /** Makes a charge whose answer is lost. */
  charge() {
    const words = '-y --retries 0 -o json ewallet pay --wait 0 --tran-type W --total-fee 10.00';
    const named = ['--out-trade-no=SBXUNIT1', '--buyer-identity-code=280000000000000001'];
    return this.payctl([...words.split(' '), ...named]);
  }

  /** As the timer does, but for the time that it waits. */
  recover(by: readonly string[] = []) {
    const [command = ''] = values('ExecStart');
    return this.payctl([...command.split(' ').slice(1), '--wait=0'], { by });
  }
}

describeWith('root', 'the systemd unit', () => {
  beforeAll(() => {
    command = readableCommand(DYNAMIC);
  });

  it.each(['dynamic', 'static'] as const)(
    'recovers what was left open, with a %s user',
    async (kind) => {
      inquiry = 'none';
      const service = new Service(kind);
      const charged = await service.charge();
      expect(charged.code, charged.stderr).toBe(10);
      const early = await service.recover();
      expect([early.code, JSON.parse(early.stdout)[0]?.state], early.stderr).toEqual([
        10,
        'unknown',
      ]);
      inquiry = 'paid';
      const recovered = await service.recover();
      expect(recovered.stderr).not.toMatch(/symbolic link|warning/);
      const [row] = JSON.parse(recovered.stdout);
      expect([recovered.code, row?.state], recovered.stdout).toEqual([0, 'succeeded']);
      const doctor = await service.payctl(['doctor', '--offline', '-o', 'json']);
      const found = JSON.parse(doctor.stdout);
      const state = found.filter(({ check }: { check: string }) => check === 'state');
      expect(state).toEqual([
        expect.objectContaining({
          status: 'ok',
          message: expect.stringContaining(`${service.state} can be written and is private`),
        }),
      ]);
    },
  );

  it('may keep its state in a volume that Kubernetes has opened to its group', async () => {
    const service = new Service('static');
    chmodSync(service.state, 0o2770);
    const { code, stdout, stderr } = await service.payctl(['doctor', '--check', '--offline']);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({ check: 'state', status: 'warning' }),
    );
  });

  it('follows no link of anybody but the system', async () => {
    inquiry = 'none';
    const service = new Service('dynamic');
    expect((await service.charge()).code).toBe(10);
    const refused = async (said: string) => {
      const { code, stderr } = await service.recover();
      expect([code, stderr]).toEqual([3, expect.stringContaining(said)]);
    };
    lchownSync(service.state, STRANGER, STRANGER);
    await refused(`${service.state} is a symbolic link`);
    lchownSync(service.state, DYNAMIC, DYNAMIC);
    await refused(`${service.state} is a symbolic link`);
    lchownSync(service.state, 0, 0);
    const above = join(service.state, '..');
    chmodSync(above, 0o1777);
    await refused(`${service.state} is a symbolic link`);
    chmodSync(above, 0o755);
    chownSync(above, STRANGER, STRANGER);
    await refused(`${service.state} is a symbolic link`);
    chownSync(above, 0, 0);
    const target = realpathSync(service.state);
    chmodSync(target, 0o770);
    chownSync(target, DYNAMIC, STRANGER);
    await refused(`${service.state} can be written by others`);
    chmodSync(target, 0o700);
    chownSync(target, STRANGER, STRANGER);
    await refused(`${service.state} belongs to another user`);
    chownSync(target, DYNAMIC, DYNAMIC);
    // Within its own directory there is no link at all, not of root either.
    const journal = join(target, 'journal');
    cpSync(journal, join(service.root, 'elsewhere'), { recursive: true });
    rmSync(journal, { recursive: true });
    symlinkSync(join(service.root, 'elsewhere'), journal);
    await refused(`${join(service.state, 'journal')} is a symbolic link`);
  });
});

/** Each call that a set of the unit's filter names, of systemd's own lists. */
function callsOf(set: string): string[] {
  if (!set.startsWith('@')) return [set];
  const { stdout } = spawnSync('systemd-analyze', ['syscall-filter', set], { encoding: 'utf8' });
  const words = stdout.split('\n').map((line) => line.trim());
  return words.filter((word) => /^[@a-z]/.test(word) && word !== set).flatMap(callsOf);
}

function filterTests(): void {
  itWith('systemd-analyze', 'allows every system call of the command', async () => {
    inquiry = 'none';
    const service = new Service('static');
    expect((await service.charge()).code).toBe(10);
    inquiry = 'paid';
    const trace = join(service.state, 'trace');
    const { code } = await service.recover(['strace', '-f', '-qq', '-o', trace]);
    expect(code).toBe(0);
    const made = [...readFileSync(trace, 'utf8').matchAll(/^\d+ +([a-z]\w+)\(/gm)];
    const allowed = new Set<string>();
    for (const filter of values('SystemCallFilter')) {
      for (const call of filter.replace(/^~/, '').split(' ').flatMap(callsOf)) {
        if (filter.startsWith('~')) allowed.delete(call);
        else allowed.add(call);
      }
    }
    const stopped = made.flatMap(([, name = '']) => (allowed.has(name) ? [] : name));
    expect([...new Set(stopped)]).toEqual([]);
    expect(made.length).toBeGreaterThan(1_000);
  });
}

describeWith('root', 'the filter of system calls', () => {
  describeWith('strace', 'of the unit', filterTests);
});

it('the unit shows the boot id, without which boots and machines look alike', () => {
  expect(values('ProcSubset')).toEqual([]);
});

describeWith('root', 'root', () => {
  it('follows no link to its own directory: it would be one of its own making', async () => {
    const service = new Service('dynamic');
    const { code, stderr } = await service.payctl(['journal', 'list'], { uid: 0 });
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining(`${service.state} is a symbolic link`),
    ]);
  });
});
