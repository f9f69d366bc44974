import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { afterFile } from '../fixtures/leftovers.js';
import { describeWith, itWith } from '../fixtures/needs.js';

const ROOT = resolve(import.meta.dirname, '../..');
const root = mkdtempSync(join(tmpdir(), 'payctl-root-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** dpkg on a root of its own, in which nothing else is installed. */
function dpkg(...args: string[]): void {
  const options = [
    `--root=${root}`,
    '--force-not-root',
    '--force-depends',
    '--force-unsafe-io',
    // Its scripts run with what this machine has.
    '--force-script-chrootless',
    '--log=/dev/null',
  ];
  execFileSync('dpkg', [...options, ...args], { stdio: 'pipe' });
}

function files(): string[] {
  const all = readdirSync(root, { recursive: true, encoding: 'utf8' });
  // A user who may own files stays.
  return all.filter((path) => !/^(var\/lib\/dpkg|etc\b)/.test(path)).sort();
}

describeWith('dpkg', 'the Debian package', () => {
  let deb = '';
  beforeAll(() => {
    const build = ['scripts/build-deb.mjs', '--uncompressed'];
    const built = execFileSync(process.execPath, build, { cwd: ROOT, encoding: 'utf8' });
    deb = built.trim().split('\n').at(-1) ?? '';
    mkdirSync(join(root, 'etc'));
    for (const directory of ['info', 'updates', 'triggers'])
      mkdirSync(join(root, 'var/lib/dpkg', directory), { recursive: true });
    for (const file of ['status', 'available']) writeFileSync(join(root, 'var/lib/dpkg', file), '');
  });

  it('installs, serves the first minute, completes, and leaves without a trace', () => {
    const before = files();
    dpkg('--install', deb);
    const home = join(root, 'home');
    mkdirSync(home);
    const bin = join(root, 'usr/bin/payctl');
    const payctl = (...args: string[]) =>
      spawnSync(bin, args, {
        cwd: home,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, HOME: home },
      });
    expect(payctl('init', '--sandbox').status).toBe(0);
    expect(
      payctl('qr', 'create', '--ref1', 'ORDER1', '--amount', '100.00', '--save', 'qr.png').status,
    ).toBe(0);
    expect(payctl('sandbox', 'pay', 'qr.png', '--slip', 'slip.png').status).toBe(0);
    expect(payctl('investigate', 'ORDER1').status).toBe(0);
    for (const place of [
      'usr/share/bash-completion/completions/payctl',
      'usr/share/zsh/vendor-completions/_payctl',
      'usr/share/fish/vendor_completions.d/payctl.fish',
      'usr/share/man/man1/payctl-ewallet-pay.1.gz',
      'usr/share/doc/payctl/docs/runbook.md',
      'usr/lib/systemd/system/payctl-recover.timer',
      'usr/lib/systemd/system/payctl-.service.d/payctl.conf',
    ]) {
      expect(existsSync(join(root, place)), place).toBe(true);
    }
    expect(readFileSync(join(root, 'etc/passwd'), 'utf8')).toMatch(
      /^payctl:.*:\/var\/lib\/payctl:/m,
    );
    rmSync(home, { recursive: true });
    dpkg('--purge', 'payctl');
    expect(files()).toEqual(before);
  });

  itWith(
    'mounts of root',
    'has systemd restart what an upgrade replaces, and end what is removed',
    () => {
      const place = mkdtempSync(join(tmpdir(), 'payctl-scripts-'));
      afterFile(() => rmSync(place, { recursive: true, force: true }));
      execFileSync('dpkg-deb', ['--control', deb, join(place, 'control')]);
      for (const name of ['systemctl', 'systemd-sysusers'])
        writeFileSync(join(place, name), '#!/bin/sh\necho "$(basename $0) $*"\n', { mode: 0o755 });
      const said = (...script: string[]) => {
        const booted = 'mount -t tmpfs none /run && mkdir -p /run/systemd/system && exec sh "$@"';
        return execFileSync('unshare', ['-m', 'sh', '-c', booted, 'sh', ...script], {
          cwd: join(place, 'control'),
          env: { PATH: `${place}:${process.env.PATH}` },
          encoding: 'utf8',
        });
      };
      expect(said('postinst', 'configure', '0.0.9')).toContain(
        'systemctl --system daemon-reload\nsystemctl try-restart payctl-listen.service payctl-console.service\n',
      );
      expect(said('prerm', 'upgrade', '0.2.0')).toBe('');
      expect(said('prerm', 'remove')).toMatch(/^systemctl disable --now .*payctl-recover\.timer/);
    },
  );
});

itWith('systemd-analyze', 'the units are valid and exposed to little', () => {
  const from = join(ROOT, 'packaging/systemd');
  const units = readdirSync(from)
    .filter((name) => /\.(service|socket|timer)$/.test(name))
    .map((name) => join(from, name));
  const verified = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], {
    encoding: 'utf8',
  });
  // The program itself is not installed here.
  const flaws = verified.stderr
    .split('\n')
    .filter((line) => line.includes('payctl-') && !/payctl is not executable/.test(line));
  expect(flaws).toEqual([]);
  for (const unit of units.filter((name) => name.endsWith('.service'))) {
    const seen = spawnSync(
      'systemd-analyze',
      ['security', '--offline=true', '--threshold=20', unit],
      { encoding: 'utf8' },
    );
    expect(seen.status, seen.stdout.slice(-200)).toBe(0);
  }
});
