import type { Operation } from '../../../src/bank/define.js';
import { fakeHost } from '../../fixtures/fake-host.js';
import type { Checks, Parts } from '../parts.js';
import { callerOf, journalOn } from './bench.js';

const PAID = callerOf(() => 'SUCCESS');

const journalOf = (parts: Parts) => journalOn(parts, fakeHost(), 'dead');

async function refuses(parts: Parts, references: readonly string[]): Promise<boolean> {
  const { pay } = journalOf(parts);
  for (const outTradeNo of references) {
    const outcome = await pay(PAID, { fields: { outTradeNo } }).catch(() => undefined);
    if (outcome !== undefined) return false;
  }
  return true;
}

export const SPELLINGS = {
  async 'the names of this machine are one bank'(parts) {
    const { pay } = journalOf(parts);
    await pay(PAID, { baseUrl: 'http://localhost:8080' });
    return (await pay(PAID, { baseUrl: 'http://127.0.0.1:8080' })).replayed === true;
  },

  /** A call that the catalogue does not have is known by its path and its contents. */
  async 'a path is one path however it is spelled'(parts) {
    const { pay } = journalOf(parts);
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
