import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { freshMachine } from '../../fixtures/machine.js';
import { describeWith } from '../../fixtures/needs.js';
import { readableCommand } from '../../fixtures/readable-command.js';

/** No account has this number, as in containers that are given one. */
const NUMBER = 12_345;

const machine = freshMachine();
chmodSync(machine.home, 0o755);

let [node, bin] = ['', ''];

function payctl(words: string, env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(node, [bin, ...words.split(' ')], {
    env: { PATH: process.env.PATH, ...env },
    cwd: '/',
    uid: NUMBER,
    gid: NUMBER,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describeWith('root', 'a user without an account and a home', () => {
  beforeAll(() => {
    [node, bin] = readableCommand(NUMBER);
  });

  it('is told which variables to set', () => {
    const { status, stderr } = payctl('token status -o json');
    expect(status).toBe(3);
    expect(stderr.length).toBeLessThan(1_000);
    expect(JSON.parse(stderr).error).toMatchObject({
      message: 'the home directory is not known',
      hint: expect.stringMatching(/^export PAYCTL_CONFIG_DIR=\S+ PAYCTL_STATE_DIR=\S+$/),
    });
    const { stderr: half } = payctl('token status', { PAYCTL_CONFIG_DIR: '/nowhere' });
    expect(half).toMatch(/hint: export PAYCTL_STATE_DIR=\S+$/m);
  });

  it('has what works where the directories are given', () => {
    const own = join(machine.home, 'own');
    mkdirSync(own);
    chownSync(own, NUMBER, NUMBER);
    const env = { PAYCTL_CONFIG_DIR: join(own, 'c'), PAYCTL_STATE_DIR: join(own, 's') };
    const set = payctl('config set companyId 001 -p shop', env);
    expect(set.status, set.stderr).toBe(0);
    const token = payctl('--sandbox token', env);
    expect(token.status, token.stderr).toBe(0);
  });

  it('does not run the settings of another', () => {
    const theirs = join(machine.home, 'theirs');
    mkdirSync(theirs);
    chownSync(theirs, NUMBER + 1, NUMBER + 1);
    const env = { PAYCTL_CONFIG_DIR: theirs, PAYCTL_STATE_DIR: join(machine.home, 'own', 's') };
    const { status, stderr } = payctl('config list', env);
    expect(status).toBe(3);
    expect(stderr).toContain(`${theirs} belongs to another user`);
  });
});
