import { join } from 'node:path';
import type { Files } from '../../host/host.js';
import type { LockHost } from '../lock.js';
import { statePath } from '../paths.js';
import type { Store } from '../store.js';
import type { ClaimPlaces } from './claim-index.js';
import { FileClaims } from './claims.js';
import { OutcomeLog } from './outcome-log.js';
import { fileSlips } from './slips.js';
import { fileTransfers } from './transfers.js';

export function claimPlaces(stateDir: string): ClaimPlaces {
  return {
    claims: statePath(stateDir, 'journal'),
    links: statePath(stateDir, 'claims'),
    log: join(statePath(stateDir, 'journal'), 'index.jsonl'),
    index: join(statePath(stateDir, 'index'), 'journal'),
  };
}

/**
 * The store of one state directory. Touches no file before its first use. Without a machine its index is
 * only in memory.
 */
export function openFileStore(files: Files, stateDir: string, machine?: LockHost): Store {
  const places = claimPlaces(stateDir);
  const outcomes = new OutcomeLog(files, places.log);
  const claims = new FileClaims(
    files,
    places.claims,
    places.links,
    statePath(stateDir, 'unfinished.jsonl'),
    outcomes,
  );
  return {
    claims,
    outcomes,
    index: {
      // Loaded when it is needed: a charge does not need it.
      async open(options) {
        const { FileClaimIndex } = await import('./claim-index.js');
        return new FileClaimIndex(files, claims, places, machine).open(options);
      },
    },
    transfers: fileTransfers(files, statePath(stateDir, 'transfers')),
    slips: fileSlips(files, statePath(stateDir, 'slips')),
  };
}
