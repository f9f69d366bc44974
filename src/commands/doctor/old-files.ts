import { payctl } from '../../core/command-line.js';
import { tolerateSync } from '../../core/tolerate.js';
import { VERSION } from '../../core/version.js';
import { oldCode, removeCode } from '../../host/compiled-code/save.js';
import {
  machineChecks,
  type OldFileCount,
  type OldFileKind,
} from '../../messages/machine-checks.js';
import { findCache } from '../../state/cache-directory.js';
import { listOldFiles, OLD_FILE_MS } from '../../state/old-files.js';
import { type CheckContext, type CheckResult, MOST_NAMES, ok, warning } from './finding.js';

/** Old files that nothing needs any more; --fix removes them. */
export async function checkOldFiles(context: CheckContext): Promise<CheckResult> {
  const { host, paths, fix } = context;
  const old = listTrusted(() => listOldFiles(host, paths, fix ? undefined : MOST_NAMES));
  const code = listTrusted(() => oldBuilds(context));
  const builds = code.map((): OldFileKind => 'compiled build');
  const kinds = [...old.map(({ kind }) => kind), ...builds];
  if (kinds.length === 0) return ok('old files', machineChecks.noOldFiles);
  if (!fix) {
    const message = machineChecks.oldFiles(kinds.length, countKinds(kinds));
    return warning('old files', message, payctl`doctor --fix`);
  }
  const removed: OldFileKind[] = [];
  for (const { kind, remove } of old) if (await remove()) removed.push(kind);
  for (const directory of code) removeCode(directory);
  const all = [...removed, ...builds];
  return ok(
    'old files',
    all.length === 0 ? machineChecks.oldFilesInUse : machineChecks.oldFilesRemoved(countKinds(all)),
  );
}

/** Empty where a directory cannot be trusted: another check names it. */
function listTrusted<T>(work: () => T[]): T[] {
  return tolerateSync(work) ?? [];
}

function oldBuilds({ host }: CheckContext): string[] {
  const cache = findCache(host);
  return cache === undefined ? [] : oldCode(cache, VERSION, host.clock.now() - OLD_FILE_MS);
}

function countKinds(kinds: readonly OldFileKind[]): OldFileCount[] {
  const counts = new Map<OldFileKind, number>();
  for (const kind of kinds.toSorted()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Array.from(counts, ([kind, count]) => ({ kind, count }));
}
