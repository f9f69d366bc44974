import { readFileSync } from 'node:fs';
import { quickAnswer } from './help/quick.js';
import { print, watchOutput } from './host/print.js';

/** @param require of the entry file: creating one would load half of Node's module system */
export function main(require: NodeJS.Require): void {
  const argv = process.argv.slice(2);
  const answer = quickAnswer(argv, (path) => read(`${__dirname}/${path}`));
  if (answer !== undefined) print(answer);
  else loadProgram(require).catch(reportStartFailure);
}

/** Loaded only here, because version and help need nothing of it. */
async function loadProgram(require: NodeJS.Require): Promise<void> {
  const { bootstrap }: typeof import('./bootstrap.js') = require(`${__dirname}/bootstrap.js`);
  await bootstrap(require);
}

/** For failures before the program is loaded: no file handle or stack left, the directory gone. */
function reportStartFailure(error: unknown): void {
  const isStack = error instanceof RangeError;
  const what = error instanceof Error ? error.message : String(error);
  const why = isStack ? 'its stack is too small (node --stack-size, ulimit -s)' : what;
  watchOutput();
  process.stderr.write(`error: payctl cannot start: ${why}\n`);
  process.exitCode = 3;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
