import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from './core/version.js';
import {
  checksumOf,
  createLoader,
  type Loader,
  openCodeCache,
  placeForNode,
} from './host/code-cache.js';
import { findCache } from './state/paths.js';

const START = join(__dirname, 'start.js');

/** Loads the program itself and runs it. */
export async function begin(require: NodeJS.Require): Promise<void> {
  checkStack(LEAST_FRAMES);
  const { load, keep } = loader(require);
  const program = load(START);
  if (isProgram(program)) await program.start(keep);
}

/** A sixth of Node's default: with less (--stack-size, ulimit -s) a payment could crash halfway. */
const LEAST_FRAMES = 1_800;

/** Throws where the stack holds fewer frames. */
function checkStack(frames: number): number {
  return frames === 0 ? 0 : 1 + checkStack(frames - 1);
}

/**
 * A third of what a call costs beyond Node is compiling, so the compiled code is kept between runs:
 * by Node where it can, by ourselves where it cannot (20).
 */
function loader(require: NodeJS.Require): Loader {
  const native = { load: require, keep: () => undefined };
  const directory = directoryOfCode();
  if (directory === undefined) return native;
  if (Number.parseInt(process.versions.node, 10) < 22) {
    const cache = openCodeCache(directory, build(), command(process.argv.slice(2)));
    return createLoader(cache, require);
  }
  const enable: unknown = Reflect.get(
    process.getBuiltinModule('node:module'),
    'enableCompileCache',
  );
  if (typeof enable === 'function' && placeForNode(directory)) enable(directory);
  return native;
}

function isProgram(loaded: unknown): loaded is typeof import('./start.js') {
  return typeof loaded === 'object' && loaded !== null && 'start' in loaded;
}

/** undefined if nothing is to be kept. */
function directoryOfCode(): string | undefined {
  const { env, platform } = process;
  if (/^(0|false|no|off)$/i.test(env.PAYCTL_CODE_CACHE ?? '')) return undefined;
  const cache = findCache({ env, platform, cwd: '' });
  return cache && join(cache, 'code');
}

/** The start file names all others, and each name contains a hash of the content. */
function build(): string {
  const files = checksumOf(readFileSync(START)).toString(16);
  return [VERSION, files, process.version, process.arch].join('-');
}

/** The command by the words that have a help page: enough to tell whose code it is. */
function command(argv: readonly string[]): string {
  const isPage = (words: string) => existsSync(join(__dirname, 'help', `payctl-${words}`));
  let found = '';
  for (const word of argv.filter((token) => /^[a-z][a-z0-9-]*$/.test(token))) {
    const longer = found === '' ? word : `${found}-${word}`;
    if (isPage(longer)) found = longer;
    else if (found !== '') break;
  }
  return found || 'other';
}
