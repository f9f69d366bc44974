import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';

function differ(count: number, place: string): string {
  return count === 1
    ? `1 of them differs in ${place}, and was left as it is there`
    : `${count} of them differ in ${place}, and were left as they are there`;
}

/** What `store` says of setting the shared store up, of its key, and of moving in and out. */
export const sharedStore = area('sharedStore', () => ({
  neverForEmbedded: 'the embedded bank keeps everything in files: it never uses a shared store',
  filesOnly: 'no shared store is set: everything lies in files of this machine',
  noneSet: 'no shared store is set',
  set: phrase`${payctl.ofSettings`config set store postgres://USER@HOST:PORT/DATABASE`}, or PAYCTL_STORE`,
  printDeclaresNothing:
    '--print connects to nothing, and --synchronous declares something in the store',
  sqlFirst: phrase`first the SQL, then: ${payctl`store init --synchronous`}`,
  made: (address: string) => `the schema payctl in ${address} was made`,
  upgraded: (address: string) => `the schema payctl in ${address} was upgraded`,
  upToDate: (address: string) => `the schema payctl in ${address} is up to date`,
  stoppedFilling:
    'the schema is upgraded, but not every older confirmation can be sorted by its amount yet',
  needsNewKey: 'rotate-key needs the new key in PAYCTL_STORE_KEY_NEW',
  keyPrints: phrase`${payctl.withoutProfile`store key`} prints one`,
  useNewKey:
    'set the new key as storeKey on every machine; forget the old one once store status says there that nothing waits',
  awaited: (machines: string) => `have not shown the new key: ${machines}`,
  notShown: (machines: string) => `machines have not shown the new key: ${machines}`,
  hasNotShown: 'has not shown the new key',
  runThere:
    'run any command that uses the store there, with both keys; then this again, or with --force',
  differentInStore: (count: number) => differ(count, 'the shared store'),
  differentInFiles: (count: number) => differ(count, 'the files of this machine'),
  notBrought: (count: number) =>
    count === 1
      ? '1 of them cannot be read, and the shared store lacks it: no charge is made until it is there'
      : `${count} of them cannot be read, and the shared store lacks them: no charge is made until they are there`,
  mend: phrase`restore the file from a backup, or move it and its namesake in claims away once the bank has told how it ended; then ${payctl`store import`}`,
  differs: (why: string, place: string) => `${why} (${place})`,
}));

/** What follows from how the server of the shared store keeps claims. */
export const storeTrust = area('storeTrust', () => ({
  noStandby:
    'no standby has to confirm a claim: synchronous_standby_names is empty at the server; nothing was declared',
  setStandbys: 'set synchronous_standby_names there; then the same command again',
  declared: 'the store is declared synchronous: claims need a standby from now on',
  forgotten: (loss: string) =>
    `${loss}: claims may be forgotten, so a charge that the store does not know is first asked about at the bank, and sent only after store accept-failover`,
  otherServer:
    'another server took over, a backup was restored, or claims of this machine are missing',
  claimsMissing: (machine: string) => `claims that ${machine} made are missing`,
  oldPrimary:
    'a newer server took over from this one, which is the old primary: it takes no claim (exit 3). Name the newer one; where that one is lost for good, promote this one anew (pg_ctl promote): its timeline must not be lower',
  left: (machine: string) =>
    `${machine} took everything out of the store and may charge over its files: claims are refused (exit 3) until store import there, or store export here`,
  alone:
    'the store was declared synchronous, and no standby has to confirm: claims are refused (exit 9) until synchronous_standby_names is set again, or store accept-async',
  noFsync: 'fsync is off: a crash of the server can forget claims',
  onStandby: 'a claim counts when a standby has it: its promotion forgets none.',
  undeclared:
    'a claim waits for a standby, but nobody declared that it always did: a promotion needs store accept-failover. Declare it by store init --synchronous.',
  onDisk:
    'a claim counts when this server has it on disk: the promotion of a standby can forget the last ones, and then needs store accept-failover.',
  blind: (consequence: string) =>
    `${consequence} The server does not tell its system identifier and timeline: run store accept-failover after a promotion or a restored backup only when you know what the bank has.`,
  isKnown: 'Is every charge of the last minutes before it known to the store?',
  personAccepts: 'a failover is accepted by a person, and there is no terminal',
  notAccepted: 'nothing was accepted',
  counts: 'this server counts from now on',
  noFailover: 'there was no failover to accept',
  mayGoAlone: 'May claims be made that no standby has?',
  personTakesBack: 'a person takes the declaration back, and there is no terminal',
  staysSynchronous: 'the store stays declared synchronous',
  needNoStandby: 'claims need no standby from now on: a promotion will need store accept-failover',
  wasNotDeclared: 'the store was not declared synchronous',
}));
