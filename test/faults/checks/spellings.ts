import type { Operation } from '../../../src/bank/define.js';
import { charge } from '../../../src/journal/charge.js';
import { fakeHost } from '../../fake-host.js';
import type { Checks, Parts } from '../parts.js';
import { callerOf, journalOn } from './bench.js';

const DIRECTORY = '/state/journal';
const LINKS = '/state/claims';

const PAID = callerOf(() => 'SUCCESS');

/** A journal over a disk, on which older versions knew one spelling of an address alone. */
function oldJournalOn(parts: Parts) {
  const bench = journalOn(parts, fakeHost(), 'dead');
  const { files } = bench.host;
  return {
    ...bench,
    /** A payment as an older version would have left it. */
    async payOfOld(baseUrl: string) {
      await journalOn({ ...parts, charge }, bench.host, 'dead').pay(PAID, { baseUrl });
      for (const path of files.paths().filter((name) => name.startsWith(`${DIRECTORY}/`))) {
        if (!files.text(path)?.includes('"type":"redirect"')) continue;
        files.remove(path);
        files.remove(path.replace(DIRECTORY, LINKS).replace(/\.jsonl$/, ''));
      }
    },
  };
}

async function refuses(parts: Parts, references: readonly string[]): Promise<boolean> {
  const { pay } = oldJournalOn(parts);
  for (const outTradeNo of references) {
    const outcome = await pay(PAID, { fields: { outTradeNo } }).catch(() => undefined);
    if (outcome !== undefined) return false;
  }
  return true;
}

export const SPELLINGS = {
  async 'the names of this machine are one bank'(parts) {
    const { pay } = oldJournalOn(parts);
    await pay(PAID, { baseUrl: 'http://localhost:8080' });
    return (await pay(PAID, { baseUrl: 'http://127.0.0.1:8080' })).replayed === true;
  },

  async 'a charge is found under the old spelling of its bank'(parts) {
    const { pay, payOfOld } = oldJournalOn(parts);
    const baseUrl = 'https://bank.example/Partners';
    await payOfOld(baseUrl);
    return (await pay(PAID, { baseUrl })).replayed === true;
  },

  async 'a charge is found under another old spelling of its bank'(parts) {
    const { pay, payOfOld } = oldJournalOn(parts);
    await payOfOld('http://localhost:8080');
    return (await pay(PAID, { baseUrl: 'http://[::1]:8080' })).replayed === true;
  },

  async 'a charge is listed once, whatever its spellings'(parts) {
    const { pay, journal } = oldJournalOn(parts);
    await pay(PAID, { baseUrl: 'https://bank.example/Partners' });
    return (await parts.list(journal)).length === 1;
  },

  /** A call that the catalogue does not have is known by its path and its contents. */
  async 'a path is one path however it is spelled'(parts) {
    const { pay } = oldJournalOn(parts);
    const at = (path: string) => ({
      change: (operation: Operation) => ({ ...operation, path, reference: undefined }),
    });
    await pay(PAID, at('/v1/payment/other'));
    for (const path of ['/v1/Payment/other', '/v1//payment/other', '/v1/payment/%6fther']) {
      if ((await pay(PAID, at(path))).replayed !== true) return false;
    }
    return true;
  },

  'a reference that can be read in two ways is refused': (parts) =>
    refuses(parts, [' REF1', 'REF1\u200b', 'REF1\t']),
  'a charge has a reference': (parts) => refuses(parts, ['']),
} satisfies Checks;
