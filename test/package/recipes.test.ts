import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Figures } from '../../src/runtime/monitoring/figures.js';
import { afterFile } from '../fixtures/leftovers.js';
import { describeWith, itWith } from '../fixtures/needs.js';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const NAMES = /\bpayctl_[a-z_]+/g;

it('alert rules and docs/monitoring.md know the figures that there are, and no others', () => {
  const figures = new Figures().add(
    {
      ...{ command: 'batch', exit: 0, endedAt: 0, seconds: 0, everySeconds: 600 },
      rows: new Map([['SUCCESS', 1]]),
      book: { name: 'shop', ages: new Map([['0-1d', 2]]), oldestDays: 1 },
    },
    { isDamaged: false, open: 0, oldestSeconds: 0 },
  );
  figures.certificate(0);
  const written = new Set(String(figures).match(NAMES));
  expect(new Set(read('docs/monitoring.md').match(NAMES))).toEqual(written);
  const rules = read('packaging/prometheus/payctl.rules.yml');
  for (const name of rules.match(NAMES) ?? []) expect(written).toContain(name);
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  const tested = read('packaging/prometheus/payctl.rules.test.yml');
  expect(alerts.length).toBeGreaterThan(6);
  for (const alert of alerts) {
    expect(tested).toMatch(new RegExp(`alertname: ${alert}\\n`));
    expect(read('docs/monitoring.md')).toContain(`\`${alert}\``);
  }
  const [, file = ''] =
    /metrics forget journal recover (--metrics \S+prom)/.exec(read('docs/monitoring.md')) ?? [];
  expect(rules).toContain(`payctl metrics forget {{ $labels.command }} ${file}"`);
});

it('the manifests run the version of the package, and README.md installs no other that lies there', () => {
  const { version } = JSON.parse(read('package.json'));
  expect(read('README.md')).toContain(`npm install -g ./payctl-${version}.tgz `);
  const folder = join(ROOT, 'packaging/kubernetes');
  for (const name of readdirSync(folder)) {
    expect(read(`packaging/kubernetes/${name}`)).toContain(`image: payctl:${version}\n`);
  }
});

describeWith('root', 'docs/monitoring.md', () => {
  itWith('systemd-analyze', 'shows systemd files that make the directory of the figures', () => {
    const root = mkdtempSync(join(tmpdir(), 'payctl-figures-'));
    afterFile(() => rmSync(root, { recursive: true, force: true }));
    const shown = read('docs/monitoring.md').matchAll(/```\n# (\/etc\/\S+)\n([\s\S]*?)```/g);
    for (const [, path = '', text = ''] of shown) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    execFileSync('systemd-sysusers', [`--root=${root}`], { stdio: 'pipe' });
    execFileSync('systemd-tmpfiles', [`--root=${root}`, '--create'], { stdio: 'pipe' });
    expect(statSync(join(root, 'var/lib/payctl-metrics')).mode & 0o7777).toBe(0o2775);
  });
});

/** Where each pod stands, and the exits that are an end of its work. */
const PODS = [
  ['packaging/kubernetes/recover.yaml', [0, 8]],
  ['packaging/kubernetes/batch-work.yaml', [0, 11]],
  ['docs/batch.md', [0, 11]],
] as const;

describe.each(PODS)('the pod of %s', (file, ends) => {
  it('ends well where its work is done, and else as payctl did', () => {
    for (const ended of [0, 8, 10, 11]) {
      const [shell, words, options] = commandOfPod(file, `exit ${ended}`);
      expect(spawnSync(shell, words, options).status).toBe(
        ends.some((end) => end === ended) ? 0 : ended,
      );
    }
  });

  it('has payctl end by itself when it is ended', async () => {
    const child = spawn(
      ...commandOfPod(
        file,
        `trap 'kill $!; echo stopped; exit 143' TERM
sleep 60 &
echo started
wait`,
      ),
    );
    child.stdout.once('data', () => child.kill('SIGTERM'));
    const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    expect([said, code]).toEqual(['started\nstopped\n', 143]);
  });
});

/** The command of the pod, where `payctl` is a program of these lines. */
function commandOfPod(file: string, payctl: string) {
  const [, manifest = read(file)] = /```yaml\n([\s\S]*?)```/.exec(read(file)) ?? [];
  const { spec } = parse(manifest);
  const [{ command, args }] = (spec.jobTemplate?.spec ?? spec).template.spec.containers;
  const [shell, ...words]: string[] = [...command, ...args];
  const directory = mkdtempSync(join(tmpdir(), 'payctl-pod-'));
  afterFile(() => rmSync(directory, { recursive: true }));
  writeFileSync(join(directory, 'payctl'), `#!/bin/sh\n${payctl}\n`, { mode: 0o700 });
  const env = { PATH: `${directory}:${process.env.PATH}` };
  return [shell ?? '', words, { env }] as const;
}

it.each(['docs/installing.md', 'docs/runbook.md'])(
  '%s has a person run commands with what the services share',
  (page) => {
    const [shared = ''] = readdirSync(join(ROOT, 'packaging/systemd')).filter((name) =>
      name.endsWith('.service.d'),
    );
    const [, unit = ''] = /systemd-run .*--unit=(\S+) payctl /.exec(read(page)) ?? [];
    expect(`${unit}.service.d`).toMatch(new RegExp(`^${shared.replace('-.', '-.+\\.')}$`));
  },
);

it('the console of systemd needs the secret of its client by one file alone, which docs/installing.md has a person mask', () => {
  const masked = /ln -s \/dev\/null \/etc\/systemd\/system\/(\S+\.conf)`/.exec(
    read('docs/installing.md'),
  );
  expect(read(`packaging/systemd/${masked?.[1]}`)).toContain('client-secret');
  expect(read('packaging/systemd/payctl-console.service')).not.toContain('client-secret');
});

it('the image is made of this clone, not of a package that an earlier one left there', () => {
  const [, packages = ''] =
    /npm install .*\.\/payctl-(\S+)/.exec(read('packaging/Dockerfile')) ?? [];
  expect(read('.dockerignore').split('\n')).toContain(packages);
});

it('a shell in the image finds payctl, as docs/batch.md has it', () => {
  const image = read('packaging/Dockerfile');
  const [, prefix = 'none'] = /--global --prefix (\S+)/.exec(image) ?? [];
  const path = [...image.matchAll(/^ENV (?:.* )?PATH=(\S+)/gm)].flatMap(([, dirs = '']) =>
    dirs.split(':'),
  );
  expect(path).toEqual([`${prefix}/bin`, '$PATH']);
  const [, user = 'none'] = /^USER (\d+)/m.exec(image) ?? [];
  expect(read('docs/batch.md')).toContain(`fsGroup: ${user} }`);
});
