import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from './core/version.js';
import { openCodeCache } from './host/code-cache.js';
import { Loader } from './host/loader.js';
import { findCache } from './state/paths.js';

const START = join(__dirname, 'start.js');

/** Loads the program itself and runs it. */
export async function begin(require: NodeJS.Require): Promise<void> {
  checkStack(LEAST_FRAMES);
  const loader = isOff() ? undefined : loaderOf(require);
  const program = loader ? loader.load(START) : require(START);
  if (isProgram(program)) await program.start(() => loader?.keep());
}

/** A sixth of Node's default: with less (--stack-size, ulimit -s) a payment could crash halfway. */
const LEAST_FRAMES = 1_800;

/** Throws where the stack holds fewer frames. */
function checkStack(frames: number): number {
  return frames === 0 ? 0 : 1 + checkStack(frames - 1);
}

/**
 * A third of what a call costs beyond Node is compiling. So the compiled code is kept between runs,
 * and a first run takes what came with the package for the Node of the build. That is of many
 * commands: of one alone it is smaller, so what is kept is never made of it. Node 22 can keep code by
 * itself, but takes a fifth longer.
 */
function loaderOf(require: NodeJS.Require): Loader {
  const node = `${process.version}-${process.arch}`;
  const directory = directoryOfCode();
  const command = commandIn(process.argv.slice(2));
  const cache =
    directory === undefined ? undefined : openCodeCache(directory, `${buildOf()}-${node}`, command);
  const shipped = cache?.isMade() ? undefined : join(__dirname, 'code', node);
  return new Loader({ cache, shipped }, require);
}

function isProgram(loaded: unknown): loaded is typeof import('./start.js') {
  return typeof loaded === 'object' && loaded !== null && 'start' in loaded;
}

function isOff(): boolean {
  return /^(0|false|no|off)$/i.test(process.env.PAYCTL_CODE_CACHE ?? '');
}

/** undefined if there is no place to keep anything. */
function directoryOfCode(): string | undefined {
  const { env, platform } = process;
  const cache = findCache({ env, platform, cwd: '' });
  return cache && join(cache, 'code');
}

/** The start file names the next one, and each name contains a hash of what is in it and below it. */
function buildOf(): string {
  const [, name] = /chunks\/([\w-]+)\.js/.exec(readFileSync(START, 'latin1')) ?? [];
  return `${VERSION}-${name}`;
}

/** The command by the words that have a help page, and whose bank it is for: enough to tell whose code it is. */
function commandIn(argv: readonly string[]): string {
  const isPage = (words: string) => existsSync(join(__dirname, 'help', `payctl-${words}`));
  let found = '';
  for (const word of argv.filter((token) => /^[a-z][a-z0-9-]*$/.test(token))) {
    const longer = found === '' ? word : `${found}-${word}`;
    if (isPage(longer)) found = longer;
    else if (found !== '') break;
  }
  return argv.includes('--sandbox') ? `${found}.sandbox` : found || 'other';
}
