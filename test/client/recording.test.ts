import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskCards, maskInShape } from '../../src/bank/privacy.js';
import { TransportFailure } from '../../src/client/transport.js';
import { createClient, decode, writeThaiQr } from '../../src/index.js';
import { CANARY, envelope, INQUIRE, PAY, scripted, tokenReply } from '../fixtures/client.js';
import { writeBillPayment } from '../fixtures/qr.js';
import { OF_TEXTS } from '../fixtures/spellings.js';

const BANK = { baseUrl: 'https://bank.example', environment: 'test', retries: 0 } as const;
const CREDENTIALS = { apiKey: CANARY.apiKey, apiSecret: CANARY.secret };

/** A client that records what a scripted bank says after the token. */
function recording(...steps: Parameters<typeof scripted>) {
  const lines: string[] = [];
  const client = createClient({
    ...BANK,
    ...CREDENTIALS,
    transport: scripted(tokenReply(CANARY.token, { refreshToken: CANARY.refresh }), ...steps),
    record: (line) => void lines.push(line),
  });
  return { client, lines, text: () => lines.map((line) => `${line}\n`).join('') };
}

/** One that has nothing but the recording. */
function replaying(replay: string, transport = scripted()) {
  return createClient({ ...BANK, apiKey: '-', apiSecret: '-', transport, replay });
}

const state = (tradeState: string) => envelope(1000, { tradeState, amount: '100.00' });

describe('a recording', () => {
  it('answers in order and repeats the last answer, without a token or a request', async () => {
    const { client, text } = recording(state('USERPAYING'), state('SUCCESS'));
    await client.ewallet.inquire(INQUIRE);
    await client.ewallet.inquire(INQUIRE);
    const transport = scripted();
    const again = replaying(text(), transport);
    const found = [];
    for (let at = 0; at < 3; at++) found.push(await again.ewallet.inquire(INQUIRE));
    expect(found.map(({ class: ended }) => ended)).toEqual(['PENDING', 'SUCCESS', 'SUCCESS']);
    expect(found[1]?.exact).toEqual({ tradeState: 'SUCCESS', amount: '100.00' });
    expect(transport.sent).toEqual([]);
  });

  it('replays network failures and payments', async () => {
    const lost = new TransportFailure('timeout', true, 'bank.example gave no answer');
    const { client, text } = recording(lost);
    const sent = await client.ewallet.pay(PAY);
    const again = await replaying(text()).ewallet.pay(PAY);
    expect(sent).toMatchObject({ class: 'OUTCOME_UNKNOWN', network: 'timeout' });
    expect({ ...again, request: sent.request }).toEqual(sent);
  });

  it('answers no payment of a live profile', async () => {
    const { client, text } = recording(state('SUCCESS'));
    await client.ewallet.pay(PAY);
    const live = createClient({ ...BANK, ...CREDENTIALS, environment: 'live', replay: text() });
    await expect(live.ewallet.pay(PAY)).rejects.toMatchObject({ exitClass: 'CONFIG' });
  });
});

describe('what is recorded', () => {
  const persons = {
    buyerUserId: '2088123456789012',
    buyerLoginId: 'somchai.jaidee@mail.example',
    payerName: 'Somchai Jaidee',
    payerAccountNumber: '5551234567',
    unheardOfMobileNumber: '0891234567',
  };
  const CARD = '4111 1111 1111 1111';

  it.each(Object.entries(OF_TEXTS))('holds no secret, spelled %s', async (_, spell) => {
    const secrets = [CANARY.secret, CANARY.apiKey, CANARY.token, CANARY.refresh];
    const said = Object.fromEntries(secrets.map((secret, at) => [`field${at}`, spell(secret)]));
    const { client, text } = recording(
      envelope(1000, { tradeState: 'SUCCESS', ...said, accessToken: 'CANARY-new-token' }),
    );
    await client.ewallet.inquire(INQUIRE);
    const parts = [...secrets, 'CANARY-new-token'].flatMap((one) => [one, spell(one)]);
    expect(parts.filter((part) => text().includes(part))).toEqual([]);
    expect(text()).not.toMatch(/requestUId|authorization/i);
  });

  it('identifies nobody, while every value keeps its form', async () => {
    const words = `paid by ${persons.payerName} (${persons.payerAccountNumber}) with ${CARD}`;
    const { client, lines, text } = recording(
      envelope(1000, { tradeState: 'SUCCESS', amount: '100.00', ...persons, remark: words }),
    );
    const sent = await client.ewallet.pay(PAY);
    const open = [...Object.values(persons), PAY.buyerIdentityCode, CARD];
    expect(open.filter((value) => text().includes(value))).toEqual([]);
    const { input, answer } = JSON.parse(lines[1] ?? '');
    expect(input).toEqual({ ...PAY, buyerIdentityCode: '111111111111110001' });
    expect(answer.body.data).toEqual({
      amount: '100.00',
      tradeState: 'SUCCESS',
      buyerUserId: '1111111111119012',
      buyerLoginId: 'sxxxxxx.xxxxxx@mail.example',
      payerName: 'Sxxxxxx Xxxxxx',
      payerAccountNumber: '1111114567',
      unheardOfMobileNumber: '1111114567',
      remark: 'paid by Xxxxxxx Xxxxxx (1111111111) with 1111 1111 1111 1111',
    });
    const again = await replaying(text()).ewallet.pay(PAY);
    expect([again.class, again.data?.amount]).toEqual([sent.class, '100.00']);
  });

  it('holds no part of a name with signs in it, where another text has it', async () => {
    const said = { payerName: "Somchai$&Jaidee$'", remark: "by Somchai$&Jaidee$' (today)" };
    const { client, lines } = recording(envelope(1000, { tradeState: 'SUCCESS', ...said }));
    await client.ewallet.inquire(INQUIRE);
    const { answer } = JSON.parse(lines[1] ?? '');
    expect(answer.body.data.remark).toBe("by Xxxxxxx$&Xxxxxx$' (today)");
  });

  it('keeps type and length of what it masks, and masks it once', () => {
    const mask = (data: Parameters<typeof maskInShape>[0]) =>
      maskInShape(
        data,
        () => true,
        (value) => value,
      );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (value) => {
        const once = mask({ payerName: value, accountNo: value, email: value, birthDate: value });
        expect(mask(once)).toEqual(once);
        for (const one of Object.values(once as Record<string, string>)) {
          expect(Array.from(one)).toHaveLength(Array.from(value).length);
        }
      }),
    );
    expect(mask({ birthDate: '1990-12-31', accountNo: '5551234567', payerName: 'สมชาย' })).toEqual({
      birthDate: '1111-11-11',
      accountNo: '1111114567',
      payerName: 'สxxxx',
    });
  });

  it('masks who is paid in the text of a QR code, which stays valid, and leaves its picture out', async () => {
    const thai = { static: false, currency: '764', country: 'TH' };
    const transfer = { aid: 'A000000677010111', mobile: '0066891234567' };
    const named = { amount: '10.00', merchantName: 'Somchai', message: 'Hello' };
    const person = writeThaiQr({ ...thai, transfer, ...named });
    const bill = writeBillPayment({ billerId: '010000000000101', ref1: 'ORDER1' });
    const qr = { payload: person, other: bill, qrImage: 'R0lGODlh' };
    const { client, lines } = recording(envelope(1000, { tradeState: 'SUCCESS', ...qr }));
    await client.ewallet.inquire(INQUIRE);
    const { data } = JSON.parse(lines[1] ?? '').answer.body;
    expect(data).toMatchObject({ other: bill, qrImage: '[redacted]' });
    expect(data.payload).not.toMatch(/891234567|Somchai|00480065/);
    expect(decode(data.payload)).toMatchObject({ amount: '10.00', errors: [] });
  });

  it('recognises card numbers by their check digit', () => {
    expect(maskCards(`card ${CARD}; order 4111111111111112, 20261122041530`)).toBe(
      'card 1111 1111 1111 1111; order 4111111111111112, 20261122041530',
    );
  });
});
