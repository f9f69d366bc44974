import { sep } from 'node:path';
import { VERSION } from './core/version.js';
import { CodeCache } from './host/compiled-code/code-cache.js';
import { Loader } from './host/compiled-code/loader.js';
import { findCache } from './state/cache-directory.js';

/** Put in by the build: the hash of `start.js`, and so of all that it loads. */
declare const BUILD: string;
/** Put in by the build: each command by its words, `ewallet-inquire`, between spaces. */
declare const COMMANDS: string;

/** Loads the program itself and runs it. */
export async function bootstrap(require: NodeJS.Require): Promise<void> {
  const path = `${__dirname}${sep}start.js`;
  const loader = openLoader(require);
  const program = loader ? loader.load(path) : require(path);
  if (isProgram(program)) await program.start(loader);
}

/** undefined where compiled code is not saved: see host/compiled-code/README.md. */
function openLoader(require: NodeJS.Require): Loader | undefined {
  const { PAYCTL_CODE_CACHE: given } = process.env;
  if (given && /^(0|false|no|off)$/i.test(given)) return undefined;
  const own = findCache(process);
  if (own === undefined) return undefined;
  const build = `${VERSION}-${BUILD}-${process.version}-${process.arch}`;
  const command = guessCommandName(process.argv.slice(2));
  return new Loader(new CodeCache(own, build, command), require);
}

function isProgram(loaded: unknown): loaded is typeof import('./start.js') {
  return typeof loaded === 'object' && loaded !== null && 'start' in loaded;
}

/** The command that is named, and whose bank it is for: enough to tell whose code it is. */
function guessCommandName(argv: readonly string[]): string {
  let command = '';
  for (const word of argv) {
    if (!/^[a-z][a-z0-9-]*$/.test(word)) continue;
    const longer = command === '' ? word : `${command}-${word}`;
    if (COMMANDS.includes(` ${longer} `)) command = longer;
    else if (command !== '') break;
  }
  return argv.includes('--sandbox') ? `${command}.sandbox` : command || 'other';
}
