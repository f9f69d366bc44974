import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ProcessMark } from '../../src/host/host.js';
import { isSameBoot } from '../../src/host/identity.js';
import { nodeHost } from '../../src/host/node.js';
import { bundleChild, startChild } from '../fixtures/child.js';
import { itWith } from '../fixtures/needs.js';

let program: string;
beforeAll(async () => {
  program = await bundleChild(join(import.meta.dirname, '../fixtures/machine-child.ts'));
});

describe('standard output', () => {
  it('is not cut when a slow reader takes 4 MiB from a pipe', async () => {
    const { child, done } = startChild(program, ['flood']);
    child.stdout?.pause();
    setTimeout(() => child.stdout?.resume(), 200);
    const { code, stdout, stderr } = await done;
    expect(stdout.length).toBe(64 * 64 * 1_024);
    expect(stderr).toBe('all written\n');
    expect(code).toBe(10);
  });

  it('lets the work come to its end and keep its exit code when the reader has gone', async () => {
    const { child, done } = startChild(program, ['flood']);
    child.stdout?.destroy();
    const { code, stderr } = await done;
    expect(stderr).toBe('all written\n');
    expect(code).toBe(10);
  });
});

describe('standard input', () => {
  it('is read whole', async () => {
    const { child, done } = startChild(program, ['count']);
    child.stdin?.end(Buffer.alloc(2_500_000));
    expect((await done).stdout).toBe('2500000\n');
  });

  it.each([
    ['SIGINT', 'INTERRUPTED'],
    ['SIGTERM', 'TERMINATED'],
  ] as const)('is waited for no longer after %s', async (signal, exitClass) => {
    const { child, done } = startChild(program, ['type']);
    await once(child.stdout ?? child, 'data');
    child.kill(signal);
    expect(await done).toMatchObject({ code: 0, stdout: `ready\n${exitClass}\n` });
  });

  it('is refused when it is too large', async () => {
    const { child, done } = startChild(program, ['count']);
    child.stdin?.end(Buffer.alloc(3_000_001));
    expect((await done).stderr).toBe('PayctlError: standard input is larger than 3000000 bytes\n');
  });
});

describe('random bytes', () => {
  const bytes = (prepared: string) => {
    const script = `${prepared} || exit 99; exec "$1" "$2" random`;
    const args = ['-rm', 'sh', '-c', script, 'sh', process.execPath, program];
    const { status, stdout } = spawnSync('unshare', args, { encoding: 'utf8' });
    expect(status).toBe(0);
    return stdout;
  };

  itWith('mount namespaces', 'comes from the kernel, whatever lies in its place', () => {
    const places = [
      'true',
      'mount --bind /dev/zero /dev/urandom',
      'mount --bind /dev/null /dev/urandom',
    ];
    const seen = places.flatMap((prepared) => [bytes(prepared), bytes(prepared)]);
    for (const one of seen) expect(one).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe('process identity', () => {
  const { process: identity } = nodeHost();

  it('tells a living process from one that ended', async () => {
    const { child, done } = startChild(program, ['mark']);
    const [line] = await once(child.stdout ?? child, 'data');
    const mark: ProcessMark = JSON.parse(String(line));
    expect(mark).toMatchObject({ pid: child.pid, boot: identity.self.boot });
    expect(identity.state(mark)).toBe('alive');
    child.kill('SIGKILL');
    await done;
    expect(identity.state(mark)).toBe('dead');
  });

  it('knows itself, and does not take another start for itself', () => {
    expect(identity.state(identity.self)).toBe('alive');
    expect(identity.state({ ...identity.self, start: '1' })).toBe('dead');
  });

  it('does not judge processes of another host', () => {
    expect(identity.state({ ...identity.self, boot: 'elsewhere' })).toBe('unknown');
    const boot = identity.self.boot.replace(/^\S+/, 'elsewhere');
    expect(identity.state({ ...identity.self, boot })).toBe('unknown');
  });

  it('does not compare start times of different time namespaces', () => {
    const { self } = identity;
    if (!self.boot.includes(' time:')) return; // Linux alone has them.
    for (const boot of [self.boot.replace(/ time:\S+/, ''), `${self.boot},1`]) {
      expect(identity.state({ ...self, boot, start: '1' })).toBe('unknown');
      expect(isSameBoot(boot, self.boot)).toBe(false);
      expect(identity.state({ ...self, boot })).toBe('alive');
    }
    expect(isSameBoot(self.boot, self.boot)).toBe(true);
  });

  it('does not take another boot under the same host name for the end of a process', () => {
    const [host, , ...namespaces] = identity.self.boot.split(' ');
    const boot = [host, '00000000-0000-4000-8000-000000000000', ...namespaces].join(' ');
    expect(identity.state({ ...identity.self, boot })).toBe('unknown');
    expect(identity.state({ ...identity.self, boot: `${host}` })).toBe('unknown');
  });
});

describe('clock', () => {
  it('stops sleeping when the signal aborts, or has aborted before', async () => {
    const { clock } = nodeHost();
    const controller = new AbortController();
    const sleeping = clock.sleep(3_600_000, controller.signal);
    controller.abort();
    await sleeping;
    await clock.sleep(3_600_000, controller.signal);
  });
});
