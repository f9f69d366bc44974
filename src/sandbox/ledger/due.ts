import { touch } from './meta.js';
import { type Due, dues } from './schema.js';
import type { Store } from './store.js';

/** What happens by itself: a customer decides, the hub answers, a late effect arrives. */
export type DueKind = 'trade' | 'transfer' | 'late';

export function schedule(store: Store, at: number, kind: DueKind, body: unknown): void {
  dues.insert(store, { at, kind, body: JSON.stringify(body) });
  touch(store);
}

export function nextDue(store: Store, now: number): Due | undefined {
  return dues.first(store, 'WHERE at <= ? ORDER BY at, id LIMIT 1', now);
}

/** false where another process was faster. */
export function claimDue(store: Store, { id }: Due): boolean {
  if (dues.remove(store, { id }) === 0) return false;
  touch(store);
  return true;
}
