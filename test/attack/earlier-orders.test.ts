import { describe, expect, it } from 'vitest';
import { EarlierOrders } from '../../src/attack/earlier-orders.js';
import type { OrderFacts } from '../../src/attack/judge.js';
import type { Played } from '../../src/attack/run-scenario.js';

/** An order that was paid once, unless `paid` says otherwise, and came right. */
function order(
  reference: string,
  { paid = 100n, ...more }: Partial<Played> & { paid?: bigint } = {},
): Played {
  const facts: OrderFacts = {
    payments: paid === 0n ? [] : [{ amount: paid, isKept: true }],
    ...{ forged: [], altered: [], forgettable: [] },
    ...{ isAcknowledged: true, hasAsked: true, couldKnowRefund: false },
  };
  return {
    planned: { fate: 'plain', seed: 1, steps: [], mask: 0, delayMs: 0 },
    ...{ reference, facts, events: [], classes: [], unclear: undefined },
    bank: { state: paid > 0n ? 'paid' : 'unpaid', amount: '1.00' },
    application: { state: 'paid', amount: '1.00' },
    ...more,
  };
}

function said(credited: Record<string, bigint>) {
  return new Map(
    Object.entries(credited).map(([reference, amount]) => [
      reference,
      { state: amount > 0n ? 'paid' : 'open', amount: String(amount), credited: amount },
    ]),
  );
}

const classesOf = (wrong: readonly Played[]) =>
  wrong.map(({ reference, classes }) => [reference, ...classes]);

describe('orders of earlier scenarios', () => {
  it('are wrong once they change, and told of once', () => {
    const earlier = new EarlierOrders();
    earlier.learn('lost', [order('PAID'), order('OPEN', { paid: 0n }), order('SAME')]);
    const now = said({ PAID: 0n, OPEN: 100n, SAME: 100n });
    const slow = order('NEW', {
      events: [
        { ms: 20, from: 'bank', to: 'bank', what: 'failsAnswers', detail: 'slow' },
        { ms: 70, from: 'application', to: 'bank', what: 'says' },
      ],
    });
    const wrong = earlier.goneWrong(now, [slow]);
    expect(classesOf(wrong)).toEqual([
      ['PAID', 'paid-not-credited'],
      ['OPEN', 'credited-not-paid'],
    ]);
    expect(wrong[1]?.application).toEqual({ state: 'paid', amount: '100' });
    expect(wrong[1]?.events).toMatchObject([
      { what: 'wasRight', detail: 'lost' },
      { what: 'failsAnswers', other: true },
      { what: 'says', detail: 'paid 100', ms: 70 },
    ]);
    expect(earlier.goneWrong(now, [slow])).toEqual([]);
  });

  it('are not judged where they are not listed, were not right, or have the reference of another', () => {
    const earlier = new EarlierOrders();
    earlier.learn('lost', [
      order('GONE'),
      order('WRONG', { classes: ['wrong-amount'] }),
      order('BUSY', { unclear: 'busy' }),
      order('TWICE'),
    ]);
    earlier.learn('slow', [order('TWICE')]);
    earlier.learn('tokens', [order('TWICE')]);
    const now = said({ WRONG: 0n, BUSY: 0n, TWICE: 0n });
    expect(earlier.goneWrong(now, [order('NEW')])).toEqual([]);
  });
});
