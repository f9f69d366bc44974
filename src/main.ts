import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { begin } from './begin.js';
import { quickAnswer } from './cli/quick.js';

/** @param require of the file that is run: to make one would load half of Node's module system */
export function main(require: NodeJS.Require): void {
  const argv = process.argv.slice(2);
  const answer = quickAnswer(argv, (path) => read(join(__dirname, path)));
  if (answer !== undefined) process.stdout.write(answer);
  else if (argv[0] === '__complete') void complete(argv[1]);
  else begin(require);
}

/** What the completion scripts ask for; it must be as quick as a key. */
async function complete(kind: string | undefined): Promise<void> {
  const { completionValues } = await import('./cli/completion-values.js');
  const values = completionValues(kind, {
    env: process.env,
    platform: process.platform,
    cwd: process.cwd(),
    read,
    list: (directory) => orNone(() => readdirSync(directory)),
  });
  process.stdout.write(values);
}

function read(path: string): string | undefined {
  return orNone(() => readFileSync(path, 'utf8'));
}

function orNone<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
