import { touch } from './meta.js';
import { text, whole } from './row.js';
import type { Store } from './store.js';

/** What happens by itself: a customer decides, the hub answers, a late effect arrives. */
export type DueKind = 'trade' | 'transfer' | 'late';

export interface Due {
  id: number;
  at: number;
  kind: string;
  body: string;
}

export function schedule(store: Store, at: number, kind: DueKind, body: unknown): void {
  store.run('INSERT INTO due (at, kind, body) VALUES (?, ?, ?)', at, kind, JSON.stringify(body));
  touch(store);
}

export function nextDue(store: Store, now: number): Due | undefined {
  const row = store.one(
    'SELECT id, at, kind, body FROM due WHERE at <= ? ORDER BY at, id LIMIT 1',
    now,
  );
  return (
    row && {
      id: whole(row, 'id'),
      at: whole(row, 'at'),
      kind: text(row, 'kind'),
      body: text(row, 'body'),
    }
  );
}

/** false where another process was faster. */
export function claimDue(store: Store, { id }: Due): boolean {
  if (store.run('DELETE FROM due WHERE id = ?', id) === 0) return false;
  touch(store);
  return true;
}
