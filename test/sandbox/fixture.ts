import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, it as plain } from 'vitest';
import { type Bank, type BankOptions, openBank } from '../../src/sandbox/bank.js';
import { serveBank } from '../../src/sandbox/server/server.js';
import { type FakeClock, fakeClock, seededRandom } from '../fixtures/fake-host.js';
import { afterFile } from '../fixtures/leftovers.js';

/** 2026-03-10 10:00 in Bangkok. */
export const START = Date.UTC(2026, 2, 10, 3, 0, 0);

let directory: string | undefined;
let files = 0;

/** A new file name in a directory that is gone after the tests of the file. */
export function temporaryPath(): string {
  directory ??= newDirectory();
  return join(directory, `${files++}.db`);
}

function newDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'payctl-sandbox-'));
  afterFile(() => {
    directory = undefined;
    rmSync(path, { recursive: true, force: true });
  });
  return path;
}

export interface World {
  bank: Bank;
  clock: FakeClock;
  path: string;
}

/** When what was opened is closed: `onTestFinished`, or `afterAll` for a file or a `describe`. */
type When = (work: () => void | Promise<void>) => void;

/** A bank of its own with a clock that stands still; without the rate limit unless asked for. */
export async function newWorld(
  options: Partial<BankOptions> = {},
  finished: When = onTestFinished,
): Promise<World> {
  const path = options.path ?? temporaryPath();
  const clock = fakeClock(START);
  const settings = { rateLimit: 0, ...options.settings };
  const bank = await openBank({ random: seededRandom(), clock, ...options, path, settings });
  finished(() => bank.close());
  return { bank, clock, path };
}

/** The same over HTTP. */
export async function servedWorld(
  options: Partial<BankOptions> = {},
  finished: When = onTestFinished,
): Promise<World & { url: string }> {
  const world = await newWorld(options, finished);
  const server = await serveBank(world.bank, { host: '127.0.0.1', port: 0 });
  finished(() => server.close());
  return { ...world, url: server.url };
}

/** `it` with a bank of its own at hand, as it is by default. */
export const it = plain.extend<World & { world: World }>({
  world: async ({ onTestFinished: finished }, use) => use(await newWorld({}, finished)),
  bank: async ({ world }, use) => use(world.bank),
  clock: async ({ world }, use) => use(world.clock),
  path: async ({ world }, use) => use(world.path),
});
