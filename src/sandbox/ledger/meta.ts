import { text } from './row.js';
import type { Store } from './store.js';

/** Tells all processes that clock, settings, faults, tokens or due work have changed. */
export function touch(store: Store): void {
  store.run("UPDATE meta SET value = value + 1 WHERE key = 'generation'");
}

export function generationOf(store: Store): string {
  return readMeta(store, 'generation') ?? '';
}

export function readMeta(store: Store, key: string): string | undefined {
  const row = store.one('SELECT value FROM meta WHERE key = ?', key);
  return row && text(row, 'value');
}

export function writeMeta(store: Store, key: string, value: string): void {
  store.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, value);
  touch(store);
}
