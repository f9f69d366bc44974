import { join } from 'node:path';
import type { FileStat } from '../../host/host.js';
import { Untrusted } from '../../host/trust.js';
import { KEPT } from '../../state/paths.js';
import { type CheckContext, type Finding, failure, ok, refused, warning } from './finding.js';

interface Place {
  path: string;
  stat: FileStat;
}

/** So many are named; the fix is the same for all. */
const NAMED = 5;

/** Whether others could read or exchange what payctl keeps, and whether it can keep more. */
export function* checkFiles(context: CheckContext): Generator<Finding> {
  const { config, state } = context.paths;
  yield* checkTree(context, 'settings', config, KEPT.config);
  yield* checkTree(context, 'state', state, KEPT.state);
}

function* checkTree(
  context: CheckContext,
  check: string,
  root: string,
  names: readonly string[],
): Generator<Finding> {
  try {
    const places = [...walk(context, root, names)];
    if (places.length === 0) {
      yield ok(check, `${root} is created when it is first needed`);
      return;
    }
    const foreign = places.filter((place) => isForeign(place.stat));
    const open = places.filter((place) => !isForeign(place.stat) && isOpen(context, place.stat));
    yield* some(foreign, (place) => foreignFinding(check, place));
    yield* some(open, (place) => modeFinding(context, check, place));
    writeSomething(context, root);
    const healthy = foreign.length + open.length === 0;
    yield ok(
      check,
      `${root} can be written${healthy ? ` and is private (${places.length} files and directories)` : ''}`,
    );
  } catch (error) {
    // What nobody may trust was named above, and nothing is tried in it.
    if (!(error instanceof Untrusted)) yield refused(check, error);
  }
}

/**
 * From the top down, each fixed before what is in it is looked at. What others can exchange, or
 * what leads elsewhere, is not looked into.
 */
function* walk(context: CheckContext, path: string, names?: readonly string[]): Generator<Place> {
  const { files } = context.host;
  const stat = files.stat(path);
  if (stat === undefined) return;
  if (context.fix && !isForeign(stat) && isOpen(context, stat)) files.chmod(path, modeFor(stat));
  yield { path, stat };
  if (!stat.isDirectory || isForeign(stat) || (stat.othersWrite && !context.fix)) return;
  for (const name of names ?? files.list(path)) yield* walk(context, join(path, name));
}

function isForeign({ isSymbolicLink, own }: FileStat): boolean {
  return isSymbolicLink || !own;
}

function modeFor({ isDirectory }: FileStat): number {
  return isDirectory ? 0o700 : 0o600;
}

/** Windows has no mode bits worth looking at. */
function isOpen({ host }: CheckContext, { mode }: FileStat): boolean {
  return host.platform !== 'win32' && (mode & 0o077) !== 0;
}

function* some(places: readonly Place[], find: (place: Place) => Finding): Generator<Finding> {
  const findings = places.map(find);
  yield* findings.slice(0, NAMED);
  const [next] = findings.slice(NAMED);
  if (next) yield { ...next, message: `and ${findings.length - NAMED} more like it` };
}

function foreignFinding(check: string, { path, stat }: Place): Finding {
  return refused(check, new Untrusted(path, stat.isSymbolicLink ? 'link' : 'owner'));
}

/** Others who can write could exchange it; others who can read are told only what is no secret. */
function modeFinding({ fix, paths }: CheckContext, check: string, { path, stat }: Place): Finding {
  const change = `from ${octal(stat.mode)} to ${octal(modeFor(stat))}`;
  if (fix) return ok(check, `${path}: mode changed ${change}`);
  const serious = (stat.mode & 0o022) !== 0 || path.startsWith(paths.secrets);
  const message = `${path} is open to others (mode ${octal(stat.mode)})`;
  const command = 'payctl doctor --fix';
  return serious ? failure(check, 'CONFIG', message, command) : warning(check, message, command);
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}

/** A full or read-only disk is known only by writing. */
function writeSomething({ host: { files, random } }: CheckContext, root: string): void {
  const path = join(root, `.doctor-${Buffer.from(random.bytes(8)).toString('hex')}`);
  files.create(path, new TextEncoder().encode('payctl doctor\n'));
  files.remove(path);
}
