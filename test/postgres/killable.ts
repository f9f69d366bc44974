import { changed } from '../faults/mutants/mutant.js';
import type { TestStore } from './store.js';

/** A server of the store that a kill stops at a statement, before it or after, until it is revived. */
export function killable(store: TestStore) {
  const server = store.server();
  let left = Number.POSITIVE_INFINITY;
  const live = () => {
    if (left-- <= 0) throw new Error('killed');
  };
  return {
    server: changed(server, {
      async query(...asked) {
        live();
        const rows = await server.query(...asked);
        live();
        return rows;
      },
    }),
    killAt(step: number) {
      left = step;
    },
    revive() {
      left = Number.POSITIVE_INFINITY;
    },
  };
}
