import { join, sep } from 'node:path';
import { PayctlError } from '../core/errors.js';
import { isRecord } from '../core/fields.js';
import { shellWord, utf8Text } from '../core/text.js';
import { VERSION } from '../core/version.js';
import type { Files } from '../host/host.js';

/**
 * How files lie in a state directory. It rises when an older program would misread them: to it an
 * unknown file of the journal would be no claim. A directory without a number has the first.
 */
const FORMAT = 1;

const NAME = 'format.json';

/**
 * Files of which those in the state directory are touched only where this program understands them.
 * A directory that is made, or had no number, gets it. Throws CONFIG.
 */
export function ofThisFormat(files: Files, stateDir: string): Files {
  const path = join(stateDir, NAME);
  let found: 'unseen' | 'unmarked' | 'known' = 'unseen';

  function check(touched: string): void {
    if (found !== 'unseen' || !(touched === stateDir || touched.startsWith(stateDir + sep))) return;
    const bytes = files.read(path);
    if (bytes) refuseNewer(path, bytes);
    found = bytes ? 'known' : 'unmarked';
  }

  function checked<T extends unknown[], R>(work: (path: string, ...more: T) => R) {
    return (touched: string, ...more: T): R => {
      check(touched);
      return work(touched, ...more);
    };
  }

  return {
    ...files,
    read: checked(files.read),
    create: checked(files.create),
    append: checked(files.append),
    replace: checked(files.replace),
    remove: checked(files.remove),
    list: checked(files.list),
    makeDirectory(directory) {
      check(directory);
      files.makeDirectory(directory);
      if (found !== 'unmarked' || !directory.startsWith(stateDir)) return;
      found = mark(files, path) ? 'known' : 'unseen';
      check(directory);
    },
  };
}

/**
 * A directory that cannot be written stays as it was: it is of the first format. false where another
 * program has marked it meanwhile.
 */
function mark(files: Files, path: string): boolean {
  try {
    const text = `${JSON.stringify({ format: FORMAT, program: VERSION })}\n`;
    return files.create(path, new TextEncoder().encode(text));
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    return true;
  }
}

function refuseNewer(path: string, bytes: Uint8Array): void {
  const { format, program } = contentsOf(bytes);
  if (typeof format !== 'number') {
    throw new PayctlError('CONFIG', `${path} is damaged: it tells which payctl can read the rest`, {
      hint: `if no newer payctl was used here: rm ${shellWord(path)}`,
      executed: 'no',
    });
  }
  if (format <= FORMAT) return;
  const known = typeof program === 'string' && /^[\w.+-]{1,40}$/.test(program);
  const theirs = known ? program : undefined;
  throw new PayctlError(
    'CONFIG',
    `the state directory was written by payctl ${theirs ?? 'newer than this'} (format ${format}), and this is ${VERSION} (format ${FORMAT}); nothing was sent`,
    {
      hint: `update payctl: npm install --global payctl@${theirs ?? 'latest'}; another state directory would be another journal`,
      executed: 'no',
    },
  );
}

function contentsOf(bytes: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(utf8Text(bytes) ?? '');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
