import { expect, it } from 'vitest';
import { tellsOf } from '../../src/attack/facts.js';
import { HostileBank } from '../../src/attack/hostile-bank.js';
import { createClient } from '../../src/index.js';
import { fakeHost } from '../fixtures/fake-host.js';

const at = (hour: number) => Date.parse(`2026-11-30T${hour}:30:00+07:00`);

it.each([
  ['stays', 21, undefined, 21],
  ['goes back to noon in the last hour', 23, undefined, 12],
  ['stays where the hours that are added end on the same day', 19, 3, 19],
  ['goes back to noon where they do not', 21, 3, 12],
] as const)('the clock of a hostile bank %s', async (_, hour, added, expected) => {
  const { clock, random } = fakeHost({ now: at(hour) });
  const bank = await HostileBank.open(
    { clock, random },
    { seed: 1, port: 0, onAsked: () => {}, onAnswer: () => undefined },
  );
  try {
    await bank.avoidMidnight(clock.now(), added);
    expect(new Date(bank.now() + 7 * 3_600_000).getUTCHours()).toBe(expected);
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
