import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
} from 'node:fs';
import { join } from 'node:path';
import { begin } from './begin.js';
import { quickAnswer } from './cli/quick.js';
import { writeDirectly } from './host/direct.js';
import { flawOf } from './host/trust.js';

/** @param require of the entry file: creating one would load half of Node's module system */
export function main(require: NodeJS.Require): void {
  const argv = process.argv.slice(2);
  const answer = quickAnswer(argv, (path) => read(join(__dirname, path)));
  if (answer !== undefined) print(answer);
  else if (argv[0] === '__complete') void complete(argv[1]);
  else begin(require).catch(unable);
}

/** For failures before the program is loaded: no file handle or stack left, the directory gone. */
function unable(error: unknown): void {
  const isStack = error instanceof RangeError;
  const what = error instanceof Error ? error.message : String(error);
  const why = isStack ? 'its stack is too small (node --stack-size, ulimit -s)' : what;
  watchOutput();
  process.stderr.write(`error: payctl cannot start: ${why}\n`);
  process.exitCode = 3;
}

/** Writes directly to the descriptor: a stream costs a tenth of a start. The rest goes through the stream. */
function print(text: string): void {
  const left = writeDirectly(1, text);
  if (left.length === 0) return;
  watchOutput();
  process.stdout.write(left);
}

/**
 * A reader that goes away (`payctl … | head -1`) is not an error; a full disk under redirected output
 * is one of the machine (3), unless what the command has done decides the exit code.
 */
function watchOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') process.exitCode = 3;
    });
  }
}

/** What the completion scripts call on every key press, so it must be fast. */
async function complete(kind: string | undefined): Promise<void> {
  const { completionValues } = await import('./commands/completion/values.js');
  const values = completionValues(kind, {
    env: process.env,
    platform: process.platform,
    cwd: process.cwd(),
    read,
    isForeign,
    list: (directory) => orNone(() => readdirSync(directory)),
  });
  print(values);
}

function read(path: string, from?: number): string | undefined {
  return orNone(() => (from === undefined ? readFileSync(path, 'utf8') : readFrom(path, from)));
}

/** A log may be very long: what was added last is enough to choose from. */
const MOST_BYTES = 4 * 1024 * 1024;

function readFrom(path: string, from: number): string {
  const fd = openSync(path, 'r');
  try {
    const { size } = fstatSync(fd);
    const bytes = Buffer.alloc(Math.min(MOST_BYTES, Math.max(0, size - from)));
    const count = readSync(fd, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8', 0, count);
  } finally {
    closeSync(fd);
  }
}

function isForeign(path: string): boolean {
  const found = orNone(() => lstatSync(path));
  return found !== undefined && flawOf(found) !== undefined;
}

function orNone<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
