import { join, resolve } from 'node:path';

/** The parts of the product that a simulation runs: from `src`, or from a copy with a bug planted in it. */
export interface Parts {
  charge: typeof import('../../src/journal/charge.js').charge;
  recover: typeof import('../../src/journal/recover.js').recover;
  list: typeof import('../../src/journal/list.js').list;
  verify: typeof import('../../src/journal/verify.js').verify;
  createJournal: typeof import('../../src/journal/journal.js').createJournal;
  createCaller: typeof import('../../src/client/caller.js').createCaller;
  memoryTokenStore: typeof import('../../src/client/memory-store.js').memoryTokenStore;
  TransportFailure: typeof import('../../src/client/transport.js').TransportFailure;
  Secret: typeof import('../../src/client/connection.js').Secret;
  PayctlError: typeof import('../../src/errors.js').PayctlError;
  loadOperation: typeof import('../../src/api/catalogue.js').loadOperation;
}

export const SRC = resolve(import.meta.dirname, '../../src');

export async function loadParts(root: string = SRC): Promise<Parts> {
  const load = (path: string) => import(/* @vite-ignore */ join(root, path));
  const modules = await Promise.all(
    [
      'journal/charge.ts',
      'journal/recover.ts',
      'journal/list.ts',
      'journal/verify.ts',
      'journal/journal.ts',
      'client/caller.ts',
      'client/memory-store.ts',
      'client/transport.ts',
      'client/connection.ts',
      'errors.ts',
      'api/catalogue.ts',
    ].map(load),
  );
  const parts: Parts = Object.assign({}, ...modules);
  const { loadOperation } = parts;
  const known = new Map<string, ReturnType<typeof loadOperation>>();
  return {
    ...parts,
    // Every dynamic import costs a round trip under the test runner.
    loadOperation(id) {
      const operation = known.get(id) ?? loadOperation(id);
      known.set(id, operation);
      return operation;
    },
  };
}
