import { readFileSync } from 'node:fs';
import { begin, complete } from './begin.js';
import { quickAnswer } from './cli/quick.js';
import { writeDirectly } from './host/direct.js';

/** @param require of the entry file: creating one would load half of Node's module system */
export function main(require: NodeJS.Require): void {
  const argv = process.argv.slice(2);
  const answer = quickAnswer(argv, (path) => read(`${__dirname}/${path}`));
  if (answer !== undefined) print(answer);
  else if (argv[0] === '__complete') print(complete(require, argv[1]));
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

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
