import { expect, it } from 'vitest';
import { FactCollector, tellsOf } from '../../src/attack/facts.js';
import { HostileBank } from '../../src/attack/hostile-bank.js';
import { THIS_EVENING, TOMORROW } from '../../src/attack/scenario.js';
import { bangkokDateTime } from '../../src/core/time.js';
import { createClient } from '../../src/index.js';
import { fakeHost } from '../fixtures/fake-host.js';

const at = (hour: number) => Date.parse(`2026-11-30T${hour}:30:00+07:00`);

it.each([
  ['stays', '21:30', undefined, '21:30'],
  ['stays where the scenario ends on the same day', '23:50', undefined, '23:50'],
  ['goes back to noon where it does not', '23:58', undefined, '12:00'],
  ['stays where the hours that are added end on the same day', '19:30', 3, '19:30'],
  ['goes back to noon where they do not', '21:30', 3, '12:00'],
] as const)('the clock of a hostile bank %s', async (_, time, added, expected) => {
  const { clock, random } = fakeHost({ now: Date.parse(`2026-11-30T${time}:00+07:00`) });
  const bank = await HostileBank.open(
    { clock, random },
    { seed: 1, port: 0, onAsked: () => {}, onAnswer: () => undefined },
  );
  try {
    const isBack = await bank.avoidMidnight(clock.now(), added);
    expect(bangkokDateTime(bank.now()).slice(11, 16)).toBe(expected);
    expect(isBack).toBe(expected === '12:00');
    await bank.setClock(THIS_EVENING, clock.now());
    const evening = time < THIS_EVENING ? THIS_EVENING : `${time}:00`;
    expect(bangkokDateTime(bank.now()).slice(11, 19)).toBe(evening);
    await bank.setClock(TOMORROW, clock.now());
    expect(bangkokDateTime(bank.now())).toBe('2026-12-01 00:00:01');
  } finally {
    await bank.close();
  }
});

it('fails the answer that tells of a payment, by any of its names, and no other', async () => {
  const { clock, random } = fakeHost({ now: at(12) });
  const heard: string[] = [];
  let payment: Awaited<ReturnType<HostileBank['pay']>>;
  const bank = await HostileBank.open(
    { clock, random },
    {
      ...{ seed: 1, port: 0, onAsked: () => {} },
      onAnswer: (answer) => {
        const tells = payment !== undefined && tellsOf(answer, payment);
        heard.push(tells ? 'tells' : 'tells nothing');
        return tells ? { name: 'maintenance', operation: '*' } : undefined;
      },
    },
  );
  try {
    const { PAYCTL_BANK_URL, PAYCTL_API_KEY, PAYCTL_API_SECRET, ...more } = bank.variables();
    const client = createClient({
      ...{ baseUrl: PAYCTL_BANK_URL ?? '', apiKey: PAYCTL_API_KEY ?? '', retries: 0 },
      apiSecret: PAYCTL_API_SECRET ?? '',
    });
    const { PAYCTL_COMPANY_ID: companyId = '', PAYCTL_TERMINAL_ID: terminalId = '' } = more;
    const trade = { tranType: 'W', companyId, terminalId, outTradeNo: 'SBXWALLET1' } as const;
    const { data } = await client.ewallet.create({ ...trade, totalFee: '120.50' });
    const before = await client.ewallet.inquire(trade);
    payment = await bank.pay(data?.codeUrl ?? '', 12_050n);
    const after = await client.ewallet.inquire(trade);
    expect([before.class, after.class, heard]).toMatchInlineSnapshot(`
      [
        "PENDING",
        "UNAVAILABLE",
        [
          "tells nothing",
          "tells nothing",
          "tells nothing",
          "tells",
        ],
      ]
    `);
  } finally {
    await bank.close();
  }
});

async function openWithClient() {
  const { clock, random } = fakeHost({ now: at(12) });
  const bank = await HostileBank.open(
    { clock, random },
    { seed: 1, port: 0, onAsked: () => {}, onAnswer: () => undefined },
  );
  const { PAYCTL_BANK_URL = '', PAYCTL_API_KEY = '', ...more } = bank.variables();
  const { PAYCTL_API_SECRET: apiSecret = '', PAYCTL_BILLER_ID: ppId = '' } = more;
  const client = createClient({ baseUrl: PAYCTL_BANK_URL, apiKey: PAYCTL_API_KEY, apiSecret });
  return { bank, client, ppId };
}

it('has customers who pay whatever orders cost, and says why it has taken no payment', async () => {
  const { bank, client, ppId } = await openWithClient();
  try {
    const { data } = await client.qr.create({ ppId, ref1: 'CAR1', amount: 1_900_000 });
    const payload = data?.data?.qrRawData ?? '';
    expect(await bank.pay(payload, 120_500n)).toBeUndefined();
    expect(String(bank.refusal)).toContain('1900000.00');
    for (let times = 0; times < 10; times++) {
      expect(await bank.pay(payload, 190_000_000n)).toMatchObject({ amount: 190_000_000n });
    }
    expect(bank.refusal).toBeUndefined();
  } finally {
    await bank.close();
  }
});

it('gives a payment back once, however often it is told to', async () => {
  const { bank, client, ppId } = await openWithClient();
  try {
    const { data } = await client.qr.create({ ppId, ref1: 'TWICE1', amount: 120.5 });
    const payment = await bank.pay(data?.data?.qrRawData ?? '', 12_050n);
    if (payment === undefined) throw new Error('nothing was paid');
    expect(bank.isKept(payment)).toBe(true);
    await bank.refund(payment);
    await bank.refund(payment);
    expect(bank.isKept(payment)).toBe(false);
  } finally {
    await bank.close();
  }
});

it('a refund must be learned of after the latest one, before it is held against the application', () => {
  const known = new FactCollector();
  const payment = { id: 'T1', names: ['T1'], amount: 100n, isLess: false, confirmation: '{}' };
  known.payments.push(payment);
  const excuses = { mayMissDay: false, creditedOlderMs: 0 };
  const couldKnow = () => known.facts(() => false, excuses).couldKnowRefund;
  const asks = () => {
    known.onAsked();
    known.onTold('T1');
  };
  known.onRefunded();
  expect(couldKnow()).toBe(false);
  asks();
  expect(couldKnow()).toBe(true);
  known.onRefunded();
  expect(couldKnow()).toBe(false);
  asks();
  expect(couldKnow()).toBe(true);
});

it('who asks anew after a refund, and leaves out the day of the payment, could know of it', () => {
  const known = new FactCollector();
  const excuses = { mayMissDay: false, creditedOlderMs: 0 };
  const couldKnow = () => known.facts(() => false, excuses).couldKnowRefund;
  known.onAcknowledged('{}', false);
  known.onRefunded();
  known.onAnswered();
  // It was asking already: the rest of that round says nothing.
  known.onAcknowledged('{}', true);
  known.onAnswered();
  expect(couldKnow()).toBe(false);
  known.onAcknowledged('{}', false);
  expect(couldKnow()).toBe(false);
  known.onAnswered();
  expect(couldKnow()).toBe(true);
});

it('a payment from before its order is no excuse once the application has credited one as old', () => {
  const known = new FactCollector();
  const payment = { id: 'T1', names: ['T1'], amount: 100n, isLess: false, confirmation: '{}' };
  known.payments.push(payment);
  known.older.set(payment, 600_000);
  known.onTold('T1');
  const isOlder = (creditedOlderMs: number) =>
    known.facts(() => true, { mayMissDay: false, creditedOlderMs }).payments[0]?.isOlder;
  expect([0, 540_000, 600_000].map(isOlder)).toEqual([true, true, false]);
});
