import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessMark } from '../../src/host/host.js';
import { nodeHost } from '../../src/host/node.js';
import { withLock } from '../../src/state/lock.js';

/**
 * Takes the lock again and again and, inside it, looks whether another living process is inside too.
 * Writes one line per acquisition to `log`: `ok`, or `VIOLATION` and who the others are.
 */
const [directory = '', until = '0'] = process.argv.slice(2);
const host = nodeHost();
const inside = join(directory, 'inside');

function occupant(): ProcessMark | undefined {
  try {
    return JSON.parse(readFileSync(inside, 'utf8'));
  } catch {
    return undefined;
  }
}

async function work(): Promise<void> {
  const other = occupant();
  const violated = other !== undefined && host.process.state(other) === 'alive';
  writeFileSync(inside, JSON.stringify(host.process.self));
  await host.clock.sleep(1 + (host.random.bytes(1)[0] ?? 0) / 64);
  const still = occupant()?.pid === host.process.self.pid;
  rmSync(inside, { force: true });
  appendFileSync(join(directory, 'log'), violated || !still ? 'VIOLATION\n' : 'ok\n');
}

async function main(): Promise<void> {
  while (host.clock.now() < Number(until)) {
    await withLock(host, join(directory, 'locks'), 'shared', { waitMs: 2_000 }, work);
  }
}

void main();
