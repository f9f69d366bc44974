import type { Claims, Damage, Ownership, StoredClaim } from '../../../src/state/claims.js';
import type { Store } from '../../../src/state/store.js';
import { MAY_CLAIM } from '../../fixtures/permission.js';
import { appending, bug, changed, holding, type Mutant } from './mutant.js';

const BOOT_ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const TIME = / time:\S+/;

/** The same store, to whose holders of a claim this standing looks like their own. */
function believing(store: Store, wrong: Ownership): Store {
  return holding(store, (held) => {
    const checkOwnership = (): Ownership => {
      const now = held.checkOwnership();
      return now === wrong ? 'ours' : now;
    };
    return changed(held, { checkOwnership });
  });
}

function isBackupLink(path: string): boolean {
  return path.includes('/claims/');
}

function withoutFix({ file, line, why }: Damage): Damage {
  return { file, line, why };
}

/** Of what keeps a claim with its one sender, and of its files. */
export const FENCE: readonly Mutant[] = [
  bug('a lease ends at once')
    .breaks('the lease of a sender that nobody sees is waited out')
    .in('journal/fence', 'LEASE_MS', () => 0),
  bug('absence does not wait for the lease of a sender that nobody sees')
    .breaks('the lease of a sender that nobody sees is waited out')
    .in('journal/absence', 'absenceProof', (real) => (journal, ...about) => {
      const process = { ...journal.process, state: () => 'dead' as const };
      return real({ ...journal, process }, ...about);
    }),
  bug('a lease is timed by the clock that anyone can set')
    .breaks('a clock that is set shortens no lease')
    .in('journal/absence', 'uptimeAt', () => () => undefined),
  bug('the fence does not ask what is left of the lease')
    .breaks('a sender that was stopped past its lease sends nothing')
    .in(
      'journal/fence',
      'createFence',
      (real) => (held, _lease, permission) => real(held, () => 900_000, permission),
    ),
  bug('clocks that contradict each other are believed')
    .breaks('a sender whose clocks contradict each other sends nothing')
    .in('journal/fence', 'startLease', (real) => (journal) => {
      const left = real(journal);
      return () => left() ?? 900_000;
    }),
  bug('a permission counts for as long as its run')
    .breaks('a sender whose claims moved to a store meanwhile sends nothing')
    .in('journal/fence', 'createFence', (real) => (held, lease) => real(held, lease, MAY_CLAIM)),
  bug('the fence lets everything pass')
    .breaks('a sender whose claim was taken up meanwhile sends nothing')
    .in('journal/fence', 'createFence', (real) => (...claim) => ({
      ...real(...claim),
      refusal: () => undefined,
    })),
  bug('a claim that another process has taken up is seen as ours')
    .breaks('a sender whose claim was taken up meanwhile sends nothing')
    .in('state/files/store', 'openFileStore', (real) => (...place) => {
      return believing(real(...place), 'taken');
    }),
  bug('a claim that was deleted is seen as ours')
    .breaks('a claim that is deleted before its call stops it')
    .in('state/files/store', 'openFileStore', (real) => (...place) => {
      return believing(real(...place), 'gone');
    }),
  bug('the uptime of another time namespace is compared')
    .breaks('uptimes of two time namespaces are not compared')
    .in('host/identity', 'isSameBoot', () => (one, other) => {
      return BOOT_ID.exec(one)?.[0] === BOOT_ID.exec(other)?.[0];
    }),
  bug('an uptime that names no time namespace passes for one of ours')
    .breaks('an uptime that may be of another time namespace is not compared')
    .in('host/identity', 'isSameBoot', (real) => (one, other) => {
      const untold = !TIME.test(one) || !TIME.test(other);
      return untold ? real(one.replace(TIME, ''), other.replace(TIME, '')) : real(one, other);
    }),
  bug('the files of a claim get no backup link')
    .breaks('the deleted newest file of a claim frees nothing')
    .in('state/files/store', 'openFileStore', (real) => (files, stateDir) => {
      return real({ ...files, link: () => false }, stateDir);
    }),
  bug('the backup link of a file is not asked for')
    .breaks('the deleted newest file of a claim frees nothing')
    .in('state/files/store', 'openFileStore', (real) => (files, stateDir) => {
      const stat = (path: string) => (isBackupLink(path) ? undefined : files.stat(path));
      return real({ ...files, stat }, stateDir);
    }),
  bug('what a backup link holds is not compared')
    .breaks('an older state of a file is noticed by its backup link')
    .in('state/files/store', 'openFileStore', (real) => (...place) => {
      const store = real(...place);
      return {
        ...store,
        claims: changed(store.claims, {
          checkBackups: async () => ({ faults: [], unprotected: 0 }),
        }),
      };
    }),
  bug('nobody says how a deleted file is put back')
    .breaks('a deleted file of a claim can be put back')
    .in('state/files/store', 'openFileStore', (real) => (...place) => {
      const store = real(...place);
      const forgetful = ({ missing, ...stored }: StoredClaim): StoredClaim => {
        return { ...stored, ...(missing && { missing: withoutFix(missing) }) };
      };
      const read: Claims['read'] = async (...claim) => forgetful(await store.claims.read(...claim));
      const readMany: Claims['readMany'] = async (claims) => {
        return (await store.claims.readMany(claims)).map(forgetful);
      };
      const missing: Claims['missing'] = async (...part) => {
        return withoutFix(await store.claims.missing(...part));
      };
      return { ...store, claims: changed(store.claims, { read, readMany, missing }) };
    }),
  bug('nothing is written of a call whose claim was deleted meanwhile')
    .breaks('a claim deleted in flight is written again in full')
    .in('state/files/store', 'openFileStore', (real) => (...place) => {
      return appending(real(...place), async (held, ...line) => {
        if (held.checkOwnership() !== 'gone') await held.append(...line);
      });
    }),
  bug('a file that is written anew keeps the backup link of the deleted one')
    .breaks('a claim that is deleted in flight can be put back whole')
    .in('state/files/store', 'openFileStore', (real) => (files, stateDir) => {
      const remove = (path: string) => (isBackupLink(path) ? undefined : files.remove(path));
      return real({ ...files, remove }, stateDir);
    }),
  bug('the checksum of a remembered end is not compared')
    .breaks('a list shows no end that a flipped bit tells')
    .in(
      'state/outcome-line',
      'parseValues',
      () => (line) => listIn(line.replace(/,"[^"]*"\]$/, ']')),
    ),
  bug('a remembered end without a checksum is believed')
    .breaks('a list shows no end of an index without checksums')
    .in('state/outcome-line', 'parseValues', (real) => (line) => real(line) ?? listIn(line)),
  bug('the index is trusted although claims were added beside it')
    .breaks('a list has a claim that the log does not tell of')
    .in('state/files/claim-names', 'findUnindexed', () => async () => new Set()),
  bug('the state of the index is not compared with its checksum')
    .breaks('a list is the same whatever became of the index')
    .in('core/sealed-log', 'unsealedJson', () => (text) => JSON.parse(text)),
  bug('an end of the index is not compared with the log')
    .breaks('a list is the same whatever became of the index')
    .in('state/outcome-line', 'matchesClaim', () => () => true),
];

/** A line without looking at its checksum. */
function listIn(line: string): readonly unknown[] | undefined {
  try {
    const values: unknown = JSON.parse(line);
    return Array.isArray(values) ? values : undefined;
  } catch {
    return undefined;
  }
}
