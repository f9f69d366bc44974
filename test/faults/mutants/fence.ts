import { createHash } from 'node:crypto';
import type { ClaimStanding, Claims, Fault, Store } from '../../../src/state/store.js';
import { fault } from '../modules.js';
import { changed, checked, type Mutant } from './mutant.js';

const BOOT_ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const TIME = / time:\S+/;

/** The same store, to whose holders of a claim this standing looks like their own. */
function believing(store: Store, wrong: ClaimStanding): Store {
  const add: Claims['add'] = async (...part) => {
    const held = await store.claims.add(...part);
    const standing = (): ClaimStanding => {
      const now = held?.standing() ?? 'ours';
      return now === wrong ? 'ours' : now;
    };
    return held && changed(held, { standing });
  };
  return { ...store, claims: changed(store.claims, { add }) };
}

function isSecondName(path: string): boolean {
  return path.includes('/claims/');
}

function withoutFix({ file, line, why }: Fault): Fault {
  return { file, line, why };
}

/** Of what keeps a claim with its one sender, and of its files. */
export const FENCE: readonly Mutant[] = [
  {
    bug: 'a lease ends at once',
    fault: fault('journal/fence', 'LEASE_MS', () => 0),
    caughtBy: checked('the lease of a sender that nobody sees is waited out'),
  },
  {
    bug: 'absence does not wait for the lease of a sender that nobody sees',
    fault: fault('journal/absence', 'absenceOf', (real) => (journal, ...about) => {
      const process = { ...journal.process, state: () => 'dead' as const };
      return real({ ...journal, process }, ...about);
    }),
    caughtBy: checked('the lease of a sender that nobody sees is waited out'),
  },
  {
    bug: 'a lease is timed by the clock that anyone can set',
    fault: fault('journal/absence', 'uptimeAt', () => () => undefined),
    caughtBy: checked('a clock that is set shortens no lease'),
  },
  {
    bug: 'the fence does not ask what is left of the lease',
    fault: fault('journal/fence', 'fenceOf', (real) => (held) => {
      return real(held, () => 900_000);
    }),
    caughtBy: checked('a sender that was stopped past its lease sends nothing'),
  },
  {
    bug: 'clocks that contradict each other are believed',
    fault: fault('journal/fence', 'beginLease', (real) => (journal) => {
      const left = real(journal);
      return () => left() ?? 900_000;
    }),
    caughtBy: checked('a sender whose clocks contradict each other sends nothing'),
  },
  {
    bug: 'the fence lets everything pass',
    fault: fault('journal/fence', 'fenceOf', (real) => (...claim) => {
      return { ...real(...claim), refusal: () => undefined };
    }),
    caughtBy: checked('a sender whose claim was taken up meanwhile sends nothing'),
  },
  {
    bug: 'a claim that another process has taken up is seen as ours',
    fault: fault('state/files/store', 'openFileStore', (real) => (...place) => {
      return believing(real(...place), 'taken');
    }),
    caughtBy: checked('a sender whose claim was taken up meanwhile sends nothing'),
  },
  {
    bug: 'a claim that was deleted is seen as ours',
    fault: fault('state/files/store', 'openFileStore', (real) => (...place) => {
      return believing(real(...place), 'gone');
    }),
    caughtBy: checked('a claim that is deleted before its call stops it'),
  },
  {
    bug: 'the uptime of another time namespace is compared',
    fault: fault('host/identity', 'isSameBoot', () => (one, other) => {
      return BOOT_ID.exec(one)?.[0] === BOOT_ID.exec(other)?.[0];
    }),
    caughtBy: checked('uptimes of two time namespaces are not compared'),
  },
  {
    bug: 'an uptime that names no time namespace passes for one of ours',
    fault: fault('host/identity', 'isSameBoot', (real) => (one, other) => {
      const untold = !TIME.test(one) || !TIME.test(other);
      return untold ? real(one.replace(TIME, ''), other.replace(TIME, '')) : real(one, other);
    }),
    caughtBy: checked('an uptime that may be of another time namespace is not compared'),
  },
  {
    bug: 'the files of a claim get no second name',
    fault: fault('state/files/store', 'openFileStore', (real) => (files, stateDir) => {
      return real({ ...files, link: () => false }, stateDir);
    }),
    caughtBy: checked('the deleted newest file of a claim frees nothing'),
  },
  {
    bug: 'the second name of a file is not asked for',
    fault: fault('state/files/store', 'openFileStore', (real) => (files, stateDir) => {
      const stat = (path: string) => (isSecondName(path) ? undefined : files.stat(path));
      return real({ ...files, stat }, stateDir);
    }),
    caughtBy: checked('the deleted newest file of a claim frees nothing'),
  },
  {
    bug: 'nobody says how a deleted file is put back',
    fault: fault('state/files/store', 'openFileStore', (real) => (...place) => {
      const store = real(...place);
      const read: Claims['read'] = async (...claim) => {
        const { missing, ...stored } = await store.claims.read(...claim);
        return { ...stored, ...(missing && { missing: withoutFix(missing) }) };
      };
      const missing: Claims['missing'] = async (...part) => {
        return withoutFix(await store.claims.missing(...part));
      };
      return { ...store, claims: changed(store.claims, { read, missing }) };
    }),
    caughtBy: checked('a deleted file of a claim can be put back'),
  },
  {
    bug: 'a file that is written anew keeps the second name of the deleted one',
    fault: fault('state/files/store', 'openFileStore', (real) => (files, stateDir) => {
      const remove = (path: string) => (isSecondName(path) ? undefined : files.remove(path));
      return real({ ...files, remove }, stateDir);
    }),
    caughtBy: checked('a claim that is deleted in flight can be put back whole'),
  },
  {
    bug: 'the checksum of a remembered end is not compared',
    fault: fault('state/files/store', 'openFileStore', (real) => (files, stateDir) => {
      const read = (path: string) => {
        const bytes = files.read(path);
        if (bytes === undefined || !path.endsWith('/index.jsonl')) return bytes;
        return Buffer.from(Buffer.from(bytes).toString().split('\n').map(resealed).join('\n'));
      };
      return real({ ...files, read }, stateDir);
    }),
    caughtBy: checked('a list shows no end that a flipped bit tells'),
  },
  {
    bug: 'a remembered end without a checksum is believed',
    fault: fault('journal/rows', 'readEnds', (real) => async (journal) => {
      const ends = await real(journal);
      return new Map([...ends].map(([key, line]) => [key, { ...line, sound: true }]));
    }),
    caughtBy: checked('a list shows no end of an index without checksums'),
  },
];

/** With the checksum that fits. */
function resealed(line: string): string {
  const body = line.slice(0, -20);
  const sum = createHash('sha256').update(body).digest('hex').slice(0, 16);
  return line.length > 20 ? `${body},"${sum}"]` : line;
}
