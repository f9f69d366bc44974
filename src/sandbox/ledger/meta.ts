import type { Sqlite } from '../../host/sqlite.js';
import { type Due, dues, metas } from './tables.js';

/** Tells all processes that clock, settings, faults or due work have changed. */
export function touch(store: Sqlite): void {
  store.run("UPDATE meta SET value = value + 1 WHERE key = 'generation'");
}

/** Another one after each change of what `touch` tells of: what was read before may be outdated. */
export function readGeneration(store: Sqlite): string {
  return readMeta(store, 'generation') ?? '';
}

/** A fact of the bank by its name; undefined where there is none. */
export function readMeta(store: Sqlite, key: string): string | undefined {
  return metas.find(store, { key })?.value;
}

export function writeMeta(store: Sqlite, key: string, value: string): void {
  metas.insert(store, { key, value }, 'OR REPLACE');
  touch(store);
}

/** Scheduled events: a customer decides, the hub answers, a late effect arrives. */
type DueKind = 'trade' | 'transfer' | 'late';

/** Has something happen by itself at `at`, in milliseconds since the epoch. */
export function schedule(store: Sqlite, at: number, kind: DueKind, body: unknown): void {
  dues.insert(store, { at, kind, body: JSON.stringify(body) });
  touch(store);
}

/** What is to happen first of all that is due by now. */
export function nextDue(store: Sqlite, now: number): Due | undefined {
  return dues.first(store, 'WHERE at <= ? ORDER BY at, id LIMIT 1', now);
}

/** false where another process was faster. */
export function claimDue(store: Sqlite, { id }: Due): boolean {
  if (dues.remove(store, { id }) === 0) return false;
  touch(store);
  return true;
}
