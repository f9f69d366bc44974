import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readId } from '../../src/attack/finding.js';
import { planHistory, shorterHistories } from '../../src/attack/history.js';
import { judge, type OrderFacts } from '../../src/attack/judge.js';
import { readNewOrder, readOrders } from '../../src/attack/orders.js';
import { SCENARIOS } from '../../src/attack/scenarios.js';
import { unclearWarnings } from '../../src/attack/unjudged.js';
import { formatFindings } from '../../src/commands/attack/shown.js';
import { sayEnglish } from '../../src/core/message.js';
import { customer } from '../../src/messages/customer.js';

const NOTHING: OrderFacts = {
  ...{ payments: [], forged: [], altered: [] },
  ...{ isAcknowledged: false, forgettable: [], hasAsked: false, couldKnowRefund: false },
};
const paid = (...amounts: number[]) =>
  amounts.map((amount) => ({ amount: BigInt(amount), isKept: true }));
const ofYesterday = [{ amount: 100n, isKept: true, isDayUnclear: true }];
const older = [100, 70].map((amount) => ({ amount: BigInt(amount), isKept: true, isOlder: true }));
const less = [{ amount: 75n, isKept: true, isLess: true }];
const refunded = [{ amount: 100n, isKept: false }];
const says = (credited: number | undefined) => ({
  ...{ state: 'paid', amount: String(credited) },
  credited: credited === undefined ? undefined : BigInt(credited),
});

describe('judge', () => {
  it.each<[string | undefined, Partial<OrderFacts>, number | undefined]>([
    [undefined, {}, 0],
    ['credited-not-paid', {}, 100],
    ['believed-forgery', { forged: [100n] }, 100],
    [undefined, { payments: paid(100) }, 100],
    ['never-asked', { payments: paid(100) }, 0],
    ['paid-not-credited', { payments: paid(100), hasAsked: true }, 0],
    ['paid-not-credited', { payments: paid(100), isAcknowledged: true }, 0],
    [undefined, { payments: ofYesterday, isAcknowledged: true }, 0],
    [undefined, { payments: [...ofYesterday, ...paid(70)] }, 70],
    ['wrong-amount', { payments: [...ofYesterday, ...paid(70)] }, 100],
    ['never-asked', { payments: [...ofYesterday, ...paid(70)] }, 0],
    [
      'acknowledged-and-lost',
      { payments: paid(100), isAcknowledged: true, forgettable: [100n] },
      0,
    ],
    ['acknowledged-and-lost', { payments: paid(100, 70), forgettable: [70n] }, 100],
    ['acknowledged-and-lost', { payments: paid(100, 70, 5), forgettable: [70n, 5n] }, 100],
    // What lacks is no payment that it had acknowledged.
    ['wrong-amount', { payments: paid(100), forgettable: [100n] }, 99],
    ['wrong-amount', { payments: paid(100, 70), forgettable: [100n] }, 100],
    ['wrong-amount', { payments: paid(100, 100), isAcknowledged: true }, 100],
    [undefined, { payments: paid(100, 100) }, 200],
    ['credited-twice', { payments: paid(100) }, 200],
    ['credited-twice', { payments: paid(100, 100) }, 300],
    // References that come again: none of it is this order's, or all is.
    [undefined, { payments: older, isAcknowledged: true }, 0],
    [undefined, { payments: paid(100), isNumberedAgain: true }, 200],
    ['wrong-amount', { payments: older, isAcknowledged: true }, 70],
    ['wrong-amount', { payments: less, isAcknowledged: true }, 100],
    [undefined, { payments: less, isAcknowledged: true }, 75],
    // It waits for a clerk.
    [undefined, { payments: less, isAcknowledged: true }, 0],
    ['wrong-amount', { payments: paid(100), altered: [101n] }, 101],
    ['believed-forgery', { payments: paid(100), forged: [900n] }, 1000],
    ['refunded-still-credited', { payments: refunded, couldKnowRefund: true }, 100],
    [undefined, { payments: refunded }, 100],
    [undefined, { payments: refunded, couldKnowRefund: true }, 0],
    ['credited-twice', { payments: refunded }, 200],
    ['wrong-amount', { payments: paid(100) }, undefined],
    ['wrong-amount', { payments: refunded, couldKnowRefund: true }, -100],
  ])('%s', (expected, facts, credited) => {
    expect(judge({ ...NOTHING, ...facts }, says(credited))).toBe(expected);
  });

  it('finds nothing exactly where bank and application agree, unless a refund could not be known', () => {
    const amount = fc.bigInt({ min: 1n, max: 10_000n });
    const payments = fc.array(fc.record({ amount, isKept: fc.boolean() }), { maxLength: 4 });
    fc.assert(
      fc.property(payments, fc.bigInt({ min: 0n, max: 40_000n }), (all, credited) => {
        const kept = all.reduce((sum, one) => sum + (one.isKept ? one.amount : 0n), 0n);
        const facts = { ...NOTHING, payments: all, couldKnowRefund: true };
        const finding = judge(facts, { state: 'paid', amount: '', credited });
        expect(finding === undefined).toBe(kept === credited);
      }),
    );
  });
});

describe('orders', () => {
  const PLAIN = { status: {} };
  const rows = (text: string) =>
    [...readOrders(text, PLAIN)].map(([reference, { credited }]) => [reference, credited]);
  const EXPECTED = [
    ['A1', 10050n],
    ['A2', 0n],
  ];

  it.each([
    [
      'JSON',
      '[{"reference":"A1","state":"paid","amount":"100.50"},{"reference":"A2","state":"open","amount":5}]',
    ],
    [
      'JSON in an object',
      '{"orders":[{"orderId":"A1","status":"SUCCESS","amount":100.50},{"orderId":"A2","status":"refunded","amount":3}]}',
    ],
    [
      'JSON in an object that has other lists',
      '{"errors":[],"warnings":["late"],"orders":[{"reference":"A1","state":"paid","amount":"100.50"},{"reference":"A2","state":"open","amount":5}]}',
    ],
    [
      'JSON Lines',
      '{"reference":"A1","state":"","amount":100.5}\n{"reference":"A2","state":"pending"}\n',
    ],
    ['CSV', '\uFEFFreference,state,amount\r\nA1,paid,"100.50"\r\nA2,open,\r\n'],
    ['CSV of Thai words', 'เลขอ้างอิง;สถานะ;จำนวนเงิน\nA1;สำเร็จ;100.50\nA2;ยกเลิก;1'],
  ])('are read as %s', (_, text) => expect(rows(text)).toEqual(EXPECTED));

  it('takes commas out of amounts below zero as out of others', () => {
    const text = 'reference,state,amount\nA1,paid,"1,000.00"\nA2,paid,"-1,000.00"';
    expect(rows(text)).toEqual([
      ['A1', 100_000n],
      ['A2', -100_000n],
    ]);
  });

  it('adds up an order that stands there twice', () => {
    expect(rows('reference,state,amount\nA1,paid,1\nA1,paid,2')).toEqual([['A1', 300n]]);
  });

  it('refuses a word that nobody explained, and takes one that the mapping has', () => {
    const text = 'reference,state,amount\nA1,done,1';
    expect(() => readOrders(text, PLAIN)).toThrow('nothing says what the state "done"');
    expect(readOrders(text, { status: { paid: ['done'] } }).get('A1')?.credited).toBe(100n);
  });

  it('takes the last order of what --create printed', () => {
    const printed = 'creating\n{"reference":"A1","amount":10,"payload":"0002"}\n';
    expect(readNewOrder(printed)).toEqual({ reference: 'A1', amount: 1000n, payload: '0002' });
    expect(readNewOrder('no')).toBeUndefined();
  });
});

describe('histories', () => {
  it('are the same for the same seed, and not for all seeds', () => {
    for (const scenario of SCENARIOS) {
      expect(planHistory(scenario, 7)).toEqual(planHistory(scenario, 7));
      const texts = Array.from({ length: 20 }, (_, seed) =>
        JSON.stringify(planHistory(scenario, seed)),
      );
      expect(new Set(texts).size).toBeGreaterThan(1);
    }
  });

  it('are shortened to what can be played, the shortest first', () => {
    for (const order of SCENARIOS.flatMap((scenario) => planHistory(scenario, 3))) {
      const lengths = shorterHistories(order).map(({ steps }) => steps.length);
      expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
      for (const length of lengths) expect(length).toBeLessThan(order.steps.length);
    }
  });

  it('are found again by the id of a finding', () => {
    expect(readId('killed.lost.all')).toMatchObject({ fate: 'lost', mask: undefined });
    expect(readId('confirmations.twice.3')).toMatchObject({ fate: 'twice', mask: 3 });
    for (const wrong of ['', 'twice', 'confirmations.none.1', 'confirmations.twice.x', 'x.y.1']) {
      expect(readId(wrong)).toBeUndefined();
    }
  });
});

it('says that orders agree only of those that were judged, and what nobody could see', () => {
  const scenarios = [{ name: 'midnight', histories: 2, orders: 10 }];
  const result = {
    ...{ seed: 1, findings: [], skipped: [] },
    unclear: { day: 2, busy: 1, reference: 0 },
    longestWaitMs: 0,
    refusal: customer.codeExpired,
  };
  expect(formatFindings({ ...result, scenarios }, sayEnglish)).toBe(
    'Nothing found: 7 orders in 1 scenario agree with the bank.\n',
  );
  const [refused, ...others] = unclearWarnings({ ...result, scenarios }).map(String);
  expect(refused).toBe(
    `nothing is said of paid orders, because the bank took no payment: ${customer.codeExpired}`,
  );
  expect(others).toHaveLength(2);
});
