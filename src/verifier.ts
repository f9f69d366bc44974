import { loadOperation } from './bank/families.js';
import { PayctlError } from './core/errors.js';
import { nodeHost } from './host/node.js';
import { serveThread } from './host/thread.js';
import { checkClaims, type Findings, type KnownClaim } from './journal/check.js';
import { openFileStore } from './state/files/store.js';
import { ofThisFormat, ownFiles } from './state/own-files.js';

/** A thread of `journal verify` over the files of a state directory. */
serveThread((stateDir: string) => {
  const host = nodeHost();
  const files = ofThisFormat(ownFiles(host.files, [stateDir]), stateDir);
  const { clock, random, process } = host;
  const store = openFileStore(files, stateDir);
  const journal = { store, clock, random, process, loadOperation, warn: () => undefined };
  return async (claims: readonly KnownClaim[]): Promise<Findings | undefined> => {
    try {
      const found = await checkClaims(journal, claims);
      // A message loses its words on the way, as an error its kind: the main thread looks itself.
      return found.faults.length > 0 ? undefined : found;
    } catch (error) {
      if (error instanceof PayctlError) return undefined;
      throw error;
    }
  };
});
