import { dirname, join } from 'node:path';
import type { Resolved } from '../../config/provenance.js';
import { resolvedEnvironment } from '../../config/resolve.js';
import { payctl } from '../../core/command-line.js';
import type { Message } from '../../core/message.js';
import { takeFirst } from '../../core/pages.js';
import { tolerate } from '../../core/tolerate.js';
import type { FileStat } from '../../host/host.js';
import { Untrusted } from '../../host/untrusted.js';
import type { CheckName } from '../../messages/checks.js';
import { machineChecks } from '../../messages/machine-checks.js';
import { ephemeralState } from '../../state/ephemeral.js';
import { lostState } from '../../state/lost-state.js';
import { KEPT } from '../../state/paths.js';
import {
  type CheckContext,
  type CheckResult,
  failure,
  MOST_NAMES,
  ok,
  refused,
  warning,
} from './finding.js';

interface Place {
  path: string;
  stat: FileStat;
}

/** Findings of one kind that are listed; the fix is the same for all. */
const MOST_NAMED = 5;

/** Whether others can read or replace what payctl keeps, and whether it can write. */
export function* checkFiles(context: CheckContext): Generator<CheckResult> {
  const { config, state } = context.paths;
  yield* checkTree(context, 'settings', config, KEPT.config);
  yield* checkTree(context, 'state', state, KEPT.state);
  const kind = context.host.files.ephemeralFileSystem(state);
  if (kind === undefined) return;
  const { message, fix } = ephemeralState(state, kind);
  yield warning('state', message, fix);
}

/** Warns where the journal of a live profile may have been lost. */
export async function* checkLostState(
  { host, paths, tokens }: CheckContext,
  resolved: Resolved,
): AsyncGenerator<CheckResult> {
  const { profile, values } = resolved;
  if (profile === 'sandbox' || values.store !== undefined) return;
  if (resolvedEnvironment(resolved) !== 'live') return;
  // A directory that cannot be read was named above.
  const lost = await tolerate(() =>
    lostState({ files: host.files, state: paths.state, profile, tokens }),
  );
  if (lost) yield warning('state', lost.message, lost.fix);
}

function* checkTree(
  context: CheckContext,
  check: CheckName,
  root: string,
  names: readonly string[],
): Generator<CheckResult> {
  try {
    const places = [...walk(context, root, names)];
    if (places.length === 0) {
      yield ok(check, machineChecks.createdWhenNeeded(root));
      return;
    }
    const foreign = places.filter((place) => isForeign(place.stat));
    const open = places.filter((place) => !isForeign(place.stat) && isExposed(context, place.stat));
    yield* firstFew(foreign, ({ path, stat }) =>
      refused(check, new Untrusted(path, stat.isSymbolicLink ? 'link' : 'owner')),
    );
    yield* firstFew(open, (place) => modeFinding(context, check, place));
    tryWriting(context, root);
    const isHealthy = foreign.length + open.length === 0;
    yield ok(
      check,
      isHealthy ? describePrivacy(context, root, places) : machineChecks.writable(root),
    );
  } catch (error) {
    // Named above, and nothing is written there.
    if (!(error instanceof Untrusted)) yield refused(check, error);
  }
}

/** Says so where a directory may have had more entries than were looked at. */
function describePrivacy({ fix }: CheckContext, root: string, places: readonly Place[]): Message {
  const entries = new Map<string, number>();
  for (const { path } of places) {
    entries.set(dirname(path), (entries.get(dirname(path)) ?? 0) + 1);
  }
  const isAll = fix || Math.max(...entries.values()) < MOST_NAMES;
  return isAll
    ? machineChecks.writableAndPrivate(root, places.length)
    : machineChecks.firstPrivate(root, MOST_NAMES);
}

/**
 * From the top down; each mode is fixed before the entries are listed. Links, and directories that
 * others own or can write, are not entered.
 */
function* walk(context: CheckContext, path: string, names?: readonly string[]): Generator<Place> {
  const { files } = context.host;
  const stat = files.stat(path);
  if (stat === undefined) return;
  if (context.fix && !isForeign(stat) && isExposed(context, stat)) files.chmod(path, modeFor(stat));
  yield { path, stat };
  if (!stat.isDirectory || isForeign(stat) || (stat.othersWrite && !context.fix)) return;
  for (const name of names ?? listNames(context, path)) yield* walk(context, join(path, name));
}

/** All names only where they are to be fixed: the journal may have millions. */
function listNames({ fix, host: { files } }: CheckContext, directory: string): string[] {
  return fix ? files.list(directory) : takeFirst(files.names(directory), MOST_NAMES).sort();
}

function isForeign({ isSymbolicLink, own }: FileStat): boolean {
  return isSymbolicLink || !own;
}

function modeFor({ isDirectory }: FileStat): number {
  return isDirectory ? 0o700 : 0o600;
}

/** On Windows mode bits mean nothing. */
function isExposed({ host }: CheckContext, { mode }: FileStat): boolean {
  return host.platform !== 'win32' && (mode & 0o077) !== 0;
}

function* firstFew(
  places: readonly Place[],
  find: (place: Place) => CheckResult,
): Generator<CheckResult> {
  const findings = places.map(find);
  yield* findings.slice(0, MOST_NAMED);
  const [next] = findings.slice(MOST_NAMED);
  if (next) yield { ...next, message: machineChecks.moreLikeIt(findings.length - MOST_NAMED) };
}

/** Writable by others, or a secret readable by others, is a failure; anything else is a warning. */
function modeFinding(
  { fix, paths }: CheckContext,
  check: CheckName,
  { path, stat }: Place,
): CheckResult {
  const from = octal(stat.mode);
  if (fix) return ok(check, machineChecks.modeChanged({ path, from, to: octal(modeFor(stat)) }));
  const serious = stat.othersWrite || path.startsWith(paths.secrets);
  const message = machineChecks.openToOthers(path, from);
  const command = payctl`doctor --fix`;
  return serious ? failure(check, 'CONFIG', message, command) : warning(check, message, command);
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}

/** Only writing shows that a disk is full or read-only. */
function tryWriting({ host: { files, random } }: CheckContext, root: string): void {
  const path = join(root, `.doctor-${Buffer.from(random.bytes(8)).toString('hex')}`);
  files.create(path, new TextEncoder().encode('payctl doctor\n'));
  files.remove(path);
}
