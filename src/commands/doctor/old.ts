import { PayctlError } from '../../core/errors.js';
import { counted } from '../../core/text.js';
import { VERSION } from '../../core/version.js';
import { oldCode, removeCode } from '../../host/keep-code.js';
import { findCache } from '../../state/cache-directory.js';
import { LONG_MS, OldFiles } from '../../state/old-files.js';
import { type CheckContext, type Finding, ok, warning } from './finding.js';

const CHECK = 'old files';

/** What is of long ago and needed by nobody; with --fix it goes. */
export async function checkOld(context: CheckContext): Promise<Finding> {
  const { host, paths, fix } = context;
  const old = listOf(() => new OldFiles(host, paths).list());
  const code = listOf(() => oldBuilds(context));
  const kinds = [...old.map(({ kind }) => kind), ...code.map(() => 'compiled build')];
  if (kinds.length === 0) return ok(CHECK, 'none of long ago');
  if (!fix) {
    const message = `${counted(kinds.length, 'file')} of long ago, needed by nobody: ${sumOf(kinds)}`;
    return warning(CHECK, message, 'payctl doctor --fix');
  }
  const removed: string[] = [];
  for (const { kind, remove } of old) if (await remove()) removed.push(kind);
  for (const directory of code) removeCode(directory);
  const all = [...removed, ...code.map(() => 'compiled build')];
  return ok(CHECK, all.length === 0 ? 'all are in use' : `removed: ${sumOf(all)}`);
}

/** What nobody may trust was named by another check, and nothing is tried in it. */
function listOf<T>(work: () => T[]): T[] {
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

/** `2 checkpoint, 1 token`. */
function sumOf(kinds: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const kind of kinds.toSorted()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Array.from(counts, ([kind, count]) => counted(count, kind)).join(', ');
}
