import { expect, it } from 'vitest';
import { parseJson } from '../../src/core/json.js';
import { CHAIN_START } from '../../src/state/chain.js';
import type { EndedCharge } from '../../src/state/claim-index.js';
import {
  readSpooledRevision,
  type SpooledRevision,
  spoolValue,
} from '../../src/state/postgres/own-revision.js';

const CHARGE: EndedCharge = {
  ...{ operation: 'ewallet.pay', reference: 'REF', amount: '1.50', state: 'succeeded' },
  ...{
    requestUId: 'u',
    startedAt: '2026-01-31T00:00:00.000Z',
    endedAt: '2026-01-31T00:00:01.000Z',
  },
  ...{ attempts: 1, profile: 'p', baseUrl: 'https://bank.example', class: 'SUCCESS' },
  ...{ machine: 'till', user: 'somchai' },
};

it('a revision comes back from the spool as it was, with the hashes by which it is found', () => {
  const key = '0'.repeat(32);
  const spooled: SpooledRevision = {
    own: {
      key,
      revision: 1,
      attempt: 'a',
      after: CHAIN_START,
      lines: [
        { content: { type: 'intent' } },
        { content: { type: 'outcome' }, original: { bank: 'b', value: parseJson('{"a":1.50}') } },
      ],
      end: { key, newest: 1, charge: CHARGE, hashes: ['0123456789ab'] },
    },
    sent: true,
    store: 'id',
  };
  expect(readSpooledRevision(JSON.parse(JSON.stringify(spoolValue(spooled))))).toEqual(spooled);
});
