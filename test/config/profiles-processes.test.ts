import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleChild, startChild, temporaryDirectory } from '../fixtures/child.js';
import { itWith } from '../fixtures/needs.js';
import { FULL } from '../fixtures/sizes.js';

const PROCESSES = FULL ? 50 : 8;
const EACH = FULL ? 20 : 3;

let child: string;
beforeAll(async () => {
  child = await bundleChild(join(import.meta.dirname, '../fixtures/machine-child.ts'));
});

const profilesIn = (directory: string): string[] =>
  Object.keys(JSON.parse(readFileSync(join(directory, 'config.json'), 'utf8')).profiles);

describe('settings', () => {
  it(`of ${PROCESSES} processes at once are all kept`, async () => {
    const directory = await temporaryDirectory();
    const started = Array.from({ length: PROCESSES }, (_, i) =>
      startChild(child, ['settings', `p${i}`, String(EACH)], { PAYCTL_CONFIG_DIR: directory }),
    );
    const results = await Promise.all(started.map(({ done }) => done));
    expect(results.filter(({ code }) => code !== 0)).toEqual([]);
    const kept = profilesIn(directory).length;
    console.log(`settings: ${kept} of ${PROCESSES * EACH} kept`);
    expect(kept).toBe(PROCESSES * EACH);
  }, 300_000);

  itWith('mount namespaces', 'stay whole on a disk that is full', async () => {
    const directory = await temporaryDirectory();
    const disk = join(directory, 'disk');
    mkdirSync(disk);
    // A file system of 64 KiB in a mount namespace of its own, filled until a change fails.
    const script = `mount -t tmpfs -o size=64k tmpfs "$PAYCTL_CONFIG_DIR" || exit 99
      "$1" "$2" settings filler 400 2> "$3"; echo "exit $?"; cat "$PAYCTL_CONFIG_DIR/config.json"
      ls "$PAYCTL_CONFIG_DIR" >&2`;
    const said = join(directory, 'said');
    const { status, stdout, stderr } = spawnSync(
      'unshare',
      ['-rm', 'sh', '-c', script, 'sh', process.execPath, child, said],
      { encoding: 'utf8', env: { ...process.env, PAYCTL_CONFIG_DIR: disk } },
    );
    expect(status, stderr).toBe(0);
    const [exit, ...lines] = stdout.split('\n');
    expect(exit).toBe('exit 3');
    expect(readFileSync(said, 'utf8')).toContain('the disk is full');
    expect(Object.keys(JSON.parse(lines.join('\n')).profiles).length).toBeGreaterThan(10);
    expect(stderr.split('\n').filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
