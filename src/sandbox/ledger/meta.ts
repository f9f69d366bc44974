import { metas } from './schema.js';
import type { Store } from './store.js';

/** Tells all processes that clock, settings, faults, tokens or due work have changed. */
export function touch(store: Store): void {
  store.run("UPDATE meta SET value = value + 1 WHERE key = 'generation'");
  store.touches += 1;
}

export function generationOf(store: Store): string {
  return readMeta(store, 'generation') ?? '';
}

export function readMeta(store: Store, key: string): string | undefined {
  return metas.find(store, { key })?.value;
}

export function writeMeta(store: Store, key: string, value: string): void {
  metas.insert(store, { key, value }, 'OR REPLACE');
  touch(store);
}
