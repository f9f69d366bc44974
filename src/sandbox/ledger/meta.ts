import type { Store } from './store.js';
import { type Due, dues, metas } from './tables.js';

/** Tells all processes that clock, settings, faults, tokens or due work have changed. */
export function touch(store: Store): void {
  store.run("UPDATE meta SET value = value + 1 WHERE key = 'generation'");
  store.touches += 1;
}

/** Which bank this is: every reset begins a new generation. */
export function readGeneration(store: Store): string {
  return readMeta(store, 'generation') ?? '';
}

/** A fact of the bank by its name; undefined where there is none. */
export function readMeta(store: Store, key: string): string | undefined {
  return metas.find(store, { key })?.value;
}

/** Sets a fact of the bank. */
export function writeMeta(store: Store, key: string, value: string): void {
  metas.insert(store, { key, value }, 'OR REPLACE');
  touch(store);
}

/** Scheduled events: a customer decides, the hub answers, a late effect arrives. */
type DueKind = 'trade' | 'transfer' | 'late';

/** Has something happen by itself at `at`, in milliseconds since the epoch. */
export function schedule(store: Store, at: number, kind: DueKind, body: unknown): void {
  dues.insert(store, { at, kind, body: JSON.stringify(body) });
  touch(store);
}

/** What is to happen first of all that is due by now. */
export function nextDue(store: Store, now: number): Due | undefined {
  return dues.first(store, 'WHERE at <= ? ORDER BY at, id LIMIT 1', now);
}

/** false where another process was faster. */
export function claimDue(store: Store, { id }: Due): boolean {
  if (dues.remove(store, { id }) === 0) return false;
  touch(store);
  return true;
}
