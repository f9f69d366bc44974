import { expect, it } from 'vitest';
import { timelineOf } from '../../src/investigate/report.js';
import { timeline } from '../../src/messages/timeline.js';
import { bill, confirmed, evidence, NOW, refund, sent } from './evidence.js';

it('lists events in order, with the present state at the bank last', () => {
  const events = timelineOf(
    evidence({
      statements: [
        bill({ paidAt: NOW - 600_000, saidAt: NOW }),
        bill({ source: 'bill.search', paidAt: NOW - 600_000, word: 'ACCC' }),
      ],
      sent: [
        refund({
          ...{ state: 'unknown', at: NOW - 60_000 },
          later: [{ at: NOW - 30_000, what: timeline.asked('ewallet.inquire', 'absent') }],
        }),
        sent({
          at: NOW - 599_990,
          answer: {
            at: NOW - 599_800,
            class: 'SUCCESS',
            word: 'TRADE_SUCCESS',
            httpStatus: 200,
            ms: 190,
          },
        }),
      ],
      confirmed: [confirmed({ receivedAt: NOW - 500_000 })],
    }),
  );
  expect(events.map(({ source, what }) => `${source}: ${what}`)).toEqual([
    'journal: we sent ewallet pay SBX1',
    'journal: the bank answered HTTP 200: TRADE_SUCCESS after 190 ms',
    'bill.inquire: paid, transaction T1',
    'confirmations: confirmation T1 was received',
    'journal: we sent ewallet refund SBX1',
    'journal: no answer was recorded',
    'journal: ewallet.inquire was asked: absent',
    'bill.inquire: the bank says: paid 100.00',
    'bill.search: the bank says: ACCC 100.00',
  ]);
});
