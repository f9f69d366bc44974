import { PayctlError } from '../../src/core/errors.js';
import { nodeHost } from '../../src/host/node.js';
import { catchSignals } from '../../src/host/signals.js';

/** A program as small as can be on the real host; the first argument says what it does. */
const host = nodeHost();
const [what] = host.argv;

async function flood(): Promise<void> {
  const line = `${'x'.repeat(1_023)}\n`;
  for (let i = 0; i < 64; i++) await host.stdout.write(line.repeat(64));
  await host.stderr.write('all written\n');
  process.exitCode = 10;
}

async function signals(): Promise<void> {
  const caught = catchSignals();
  await host.stdout.write('ready\n');
  await host.clock.sleep(30_000, caught.first);
  await host.stdout.write(`first ${caught.received}\n`);
  await host.clock.sleep(30_000, caught.second);
  await host.stdout.write(`second, still ${caught.received}\n`);
  process.exitCode = 10;
}

async function mark(): Promise<void> {
  await host.stdout.write(`${JSON.stringify(host.process.self)}\n`);
  await host.stdin.readAll(1);
}

/** Waits for someone who types, as every command does: with signals caught. */
async function type(): Promise<void> {
  catchSignals();
  const read = host.stdin.readAll(10);
  await host.stdout.write('ready\n');
  await read.catch((error: unknown) =>
    host.stdout.write(error instanceof PayctlError ? `${error.exitClass}\n` : String(error)),
  );
}

async function count(): Promise<void> {
  const bytes = await host.stdin.readAll(3_000_000);
  await host.stdout.write(`${bytes.length}\n`);
}

async function random(): Promise<void> {
  await host.stdout.write(Buffer.from(host.random.bytes(16)).toString('hex'));
}

const programs: Record<string, () => Promise<void>> = {
  ...{ flood, signals, mark, type, count, random },
};
programs[what ?? '']?.().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 2;
});
