import { area } from '../core/message.js';
import { counted } from '../core/text.js';

/** What `store` says of setting the shared store up, of its key, and of moving in and out. */
export const sharedStore = area('sharedStore', () => ({
  neverForEmbedded: 'the embedded bank keeps everything in files: it never uses a shared store',
  filesOnly: 'no shared store is set: everything lies in files of this machine',
  noneSet: 'no shared store is set',
  set: 'payctl config set store postgres://USER@HOST:PORT/DATABASE, or PAYCTL_STORE',
  printDeclaresNothing:
    '--print connects to nothing, and --synchronous declares something in the store',
  sqlFirst: 'first the SQL, then: payctl store init --synchronous',
  made: (address: string) => `the schema payctl in ${address} was made`,
  upgraded: (address: string) => `the schema payctl in ${address} was upgraded`,
  upToDate: (address: string) => `the schema payctl in ${address} is up to date`,
  dated: (count: number) =>
    `${counted(count, 'confirmation')} of older versions can now be found by the day of payment`,
  stoppedDating:
    'the schema is upgraded, but not every older confirmation can be found by its day of payment yet',
  needsNewKey: 'rotate-key needs the new key in PAYCTL_STORE_KEY_NEW',
  keyPrints: 'payctl store key prints one',
  useNewKey:
    'set the new key as storeKey on every machine; forget the old one once store status says there that nothing waits',
  awaited: (machines: string) => `have not shown the new key: ${machines}`,
  notShown: (machines: string) => `machines have not shown the new key: ${machines}`,
  hasNotShown: 'has not shown the new key',
  runThere:
    'run any command that uses the store there, with both keys; then this again, or with --force',
  differentInStore: (count: number) =>
    `${count} of them differ in the shared store, and were left as they are there`,
  differentInFiles: (count: number) =>
    `${count} of them differ in the files of this machine, and were left as they are there`,
  differs: (why: string, place: string) => `${why} (${place})`,
}));
