import { join } from 'node:path';
import { PayctlError } from '../../core/errors.js';
import type { Message } from '../../core/message.js';
import { DAY_MS } from '../../core/time.js';
import { VERSION } from '../../core/version.js';
import { oldCode, removeCode } from '../../host/compiled-code/save.js';
import type { FileStat } from '../../host/host.js';
import { Untrusted } from '../../host/untrusted.js';
import { list, listOpen } from '../../journal/list.js';
import type { Row } from '../../journal/rows.js';
import { protectAll, verify } from '../../journal/verify.js';
import type { CheckName } from '../../messages/checks.js';
import { journalChecks } from '../../messages/journal-checks.js';
import {
  machineChecks,
  type OldFileCount,
  type OldFileKind,
} from '../../messages/machine-checks.js';
import { wording } from '../../messages/wording.js';
import { findCache } from '../../state/cache-directory.js';
import { fleetingState } from '../../state/fleeting.js';
import { LONG_MS, OldFiles } from '../../state/old-files.js';
import { KEPT } from '../../state/paths.js';
import { BACKUP_COMMAND } from '../../state/store.js';
import { type CheckContext, type Finding, failure, ok, refused, warning } from './finding.js';

/** Oldest Node that payctl runs on. */
const OLDEST = [20, 17] as const;

export function checkMachine({ host: { env }, nodeVersion }: CheckContext): Finding[] {
  return [nodeFinding(nodeVersion), ...environmentFindings(env)];
}

function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldMajor, oldMinor] = OLDEST;
  const recent = major > oldMajor || (major === oldMajor && minor >= oldMinor);
  if (recent) return ok('node', machineChecks.node(version));
  const wanted = OLDEST.join('.');
  return failure(
    'node',
    'CONFIG',
    machineChecks.nodeTooOld(version, wanted),
    machineChecks.updateNode,
  );
}

type Environment = CheckContext['host']['env'];

/** Variables of Node that change what payctl does, or leak what it sends. */
function environmentFindings(env: Environment): Finding[] {
  const warnings = HAZARDS.filter(({ variable, applies }) => {
    const value = env[variable];
    return value !== undefined && value !== '' && applies(value);
  }).map(({ variable, why, fix }) =>
    warning(
      'environment',
      machineChecks.variableInterferes(variable, why),
      fix ?? wording.command(`unset ${variable}`),
    ),
  );
  return warnings.length > 0 ? warnings : [ok('environment', machineChecks.noVariableInterferes)];
}

interface Hazard {
  variable: string;
  applies(value: string): boolean;
  why: Message;
  fix?: Message;
}

const always = () => true;

const HAZARDS: readonly Hazard[] = [
  {
    variable: 'NODE_TLS_REJECT_UNAUTHORIZED',
    applies: (value) => value === '0',
    why: machineChecks.certificatesUnverified,
  },
  {
    variable: 'NODE_DEBUG',
    applies: (value) => /\b(http|https|tls|net|http2)\b|\*/.test(value),
    why: machineChecks.credentialsLogged,
  },
  {
    variable: 'NODE_OPTIONS',
    applies: (value) =>
      /--(require|import|loader|experimental-loader|inspect)|(^|\s)-r\b/.test(value),
    why: machineChecks.foreignCode,
  },
  {
    variable: 'NODE_OPTIONS',
    applies: (value) => value.includes('--tls-keylog'),
    why: machineChecks.tlsKeysLogged,
  },
  {
    variable: 'NODE_EXTRA_CA_CERTS',
    applies: always,
    why: machineChecks.authoritiesForAll,
    fix: machineChecks.trustForBankAlone,
  },
];

/** Whether the journal is whole, which outcomes are open, and how often the bank limited the rate. */
export async function* checkJournal(context: CheckContext): AsyncGenerator<Finding> {
  try {
    const journal = await context.journal();
    let { claims, faults, torn } = await verify(journal);
    const { backupDirectory } = journal.store.claims;
    const isNamed = faults.some(({ file }) => file === backupDirectory);
    if (context.fix && backupDirectory !== undefined && isNamed) {
      const made = await protectAll(journal);
      yield ok('journal', journalChecks.secondNamesMade(backupDirectory, made));
      ({ claims, faults, torn } = await verify(journal));
    }
    const [fault] = faults;
    if (fault) {
      const { file, line, why } = fault;
      const message = journalChecks.damaged({ count: faults.length, file, line, why });
      const fix = fault.fix === BACKUP_COMMAND ? BACKUP_COMMAND : 'payctl journal verify';
      yield failure('journal', 'CONFIG', message, wording.command(fix));
    } else {
      yield ok(
        'journal',
        torn.length > 0
          ? journalChecks.wholeButTorn(claims, torn.length)
          : journalChecks.whole(claims),
      );
    }
    yield openFinding(await listOpen(journal));
    yield limitFinding(await list(journal, { since: context.host.clock.now() - DAY_MS }));
  } catch (error) {
    yield refused('journal', error);
  }
}

function openFinding(rows: readonly Row[]): Finding {
  const open = rows.filter(({ state }) => state !== 'corrupt');
  if (open.length === 0) return ok('outcomes', journalChecks.noneOpen);
  const count = (state: Row['state']) => open.filter((row) => row.state === state).length;
  const message = journalChecks.open({
    unknown: count('unknown'),
    pending: count('pending'),
    inFlight: count('in-flight'),
  });
  return warning('outcomes', message, wording.command('payctl journal recover'));
}

/** The bank does not tell its limit: only what it turned away shows that it was reached. */
function limitFinding(lastDay: readonly Row[]): Finding {
  const turnedAway = lastDay.filter((row) => row.class === 'RATE_LIMITED');
  if (turnedAway.length === 0) return ok('rate limit', journalChecks.limitNotReached);
  return warning(
    'rate limit',
    journalChecks.limitReached(turnedAway.length),
    journalChecks.spreadOut,
  );
}

interface Place {
  path: string;
  stat: FileStat;
}

/** Findings of one kind; the fix is the same for all. */
const MOST_NAMED = 5;

/** Whether others can read or replace what payctl keeps, and whether it can write. */
export function* checkFiles(context: CheckContext): Generator<Finding> {
  const { config, state } = context.paths;
  yield* checkTree(context, 'settings', config, KEPT.config);
  yield* checkTree(context, 'state', state, KEPT.state);
  const kind = context.host.files.fleeting(state);
  if (kind === undefined) return;
  const { message, fix } = fleetingState(state, kind);
  yield warning('state', message, fix);
}

function* checkTree(
  context: CheckContext,
  check: CheckName,
  root: string,
  names: readonly string[],
): Generator<Finding> {
  try {
    const places = [...walk(context, root, names)];
    if (places.length === 0) {
      yield ok(check, machineChecks.createdWhenNeeded(root));
      return;
    }
    const foreign = places.filter((place) => isForeign(place.stat));
    const open = places.filter((place) => !isForeign(place.stat) && isExposed(context, place.stat));
    yield* firstFew(foreign, (place) => foreignFinding(check, place));
    yield* firstFew(open, (place) => modeFinding(context, check, place));
    tryWriting(context, root);
    const healthy = foreign.length + open.length === 0;
    yield ok(
      check,
      healthy
        ? machineChecks.writableAndPrivate(root, places.length)
        : machineChecks.writable(root),
    );
  } catch (error) {
    // Named above, and nothing is written there.
    if (!(error instanceof Untrusted)) yield refused(check, error);
  }
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
  for (const name of names ?? files.list(path)) yield* walk(context, join(path, name));
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

function* firstFew(places: readonly Place[], find: (place: Place) => Finding): Generator<Finding> {
  const findings = places.map(find);
  yield* findings.slice(0, MOST_NAMED);
  const [next] = findings.slice(MOST_NAMED);
  if (next) yield { ...next, message: machineChecks.moreLikeIt(findings.length - MOST_NAMED) };
}

function foreignFinding(check: CheckName, { path, stat }: Place): Finding {
  return refused(check, new Untrusted(path, stat.isSymbolicLink ? 'link' : 'owner'));
}

/** Writable by others, or a secret readable by others, is a failure; anything else is a warning. */
function modeFinding(
  { fix, paths }: CheckContext,
  check: CheckName,
  { path, stat }: Place,
): Finding {
  const from = octal(stat.mode);
  if (fix) return ok(check, machineChecks.modeChanged({ path, from, to: octal(modeFor(stat)) }));
  const serious = (stat.mode & 0o022) !== 0 || path.startsWith(paths.secrets);
  const message = machineChecks.openToOthers(path, from);
  const command = wording.command('payctl doctor --fix');
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

/** Old files that nothing needs any more; --fix removes them. */
export async function checkOldFiles(context: CheckContext): Promise<Finding> {
  const { host, paths, fix } = context;
  const old = listTrusted(() => new OldFiles(host, paths).list());
  const code = listTrusted(() => oldBuilds(context));
  const builds = code.map((): OldFileKind => 'compiled build');
  const kinds = [...old.map(({ kind }) => kind), ...builds];
  if (kinds.length === 0) return ok('old files', machineChecks.noOldFiles);
  if (!fix) {
    const message = machineChecks.oldFiles(kinds.length, countsOf(kinds));
    return warning('old files', message, wording.command('payctl doctor --fix'));
  }
  const removed: OldFileKind[] = [];
  for (const { kind, remove } of old) if (await remove()) removed.push(kind);
  for (const directory of code) removeCode(directory);
  const all = [...removed, ...builds];
  return ok(
    'old files',
    all.length === 0 ? machineChecks.oldFilesInUse : machineChecks.oldFilesRemoved(countsOf(all)),
  );
}

/** Empty where a directory cannot be trusted: another check names it. */
function listTrusted<T>(work: () => T[]): T[] {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    return [];
  }
}

function oldBuilds({ host }: CheckContext): string[] {
  const cache = findCache(host);
  return cache === undefined ? [] : oldCode(cache, VERSION, host.clock.now() - LONG_MS);
}

function countsOf(kinds: readonly OldFileKind[]): OldFileCount[] {
  const counts = new Map<OldFileKind, number>();
  for (const kind of kinds.toSorted()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Array.from(counts, ([kind, count]) => ({ kind, count }));
}
