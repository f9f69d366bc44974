import { describe, expect, it } from 'vitest';
import { register } from '../../src/bank/dd/operations.js';
import type { Operation } from '../../src/bank/define.js';
import { create, inquire, pay } from '../../src/bank/ewallet/operations.js';
import { merchant } from '../../src/bank/profile/operations.js';
import {
  create as createQr30,
  createV1,
  inquire as inquireCard,
} from '../../src/bank/qr/operations.js';
import {
  creditInitiate,
  debitConfirm,
  inquire as inquireTransfer,
} from '../../src/bank/transfer/operations.js';
import type { WireResponse } from '../../src/bank/wire.js';
import { classify } from '../../src/client/classify.js';
import { toPlainOutcome } from '../../src/client/outcome.js';
import { RequestBuilder } from '../../src/client/request.js';
import { type FailureReason, TransportFailure } from '../../src/client/transport.js';
import { sayEnglish } from '../../src/core/message.js';
import { connection, envelope, INQUIRE, PAY, reply, START, token } from '../fixtures/client.js';

function ended(operation: Operation, input: object, result: WireResponse | TransportFailure) {
  const parts = { operation, input: { ...input }, requestUId: 'U'.repeat(32) };
  const request = new RequestBuilder(connection()).build({ ...parts, token: token() });
  const outcome = classify({ ...parts, request, ms: 12, endedAt: START, result });
  const { message, hint } = outcome;
  return {
    ...toPlainOutcome(outcome),
    message: sayEnglish(message),
    ...(hint && { hint: sayEnglish(hint) }),
  };
}

const QR = { ...INQUIRE, totalFee: '100.00' };
const INITIATE = { corporateId: 'C1' };

/** The same answer to a read, to a harmless create, to one that is not, and to a payment. */
function classes(result: WireResponse | TransportFailure): string[] {
  return [
    ended(inquire, INQUIRE, result),
    ended(create, QR, result),
    ended(creditInitiate, INITIATE, result),
    ended(pay, PAY, result),
  ].map((outcome) => `${outcome.class} ${outcome.executed}`);
}

const failed = (reason: FailureReason, sent: boolean) => new TransportFailure(reason, sent, 'so');
const everywhere = (word: string) => [word, word, word, word];

const UNKNOWN = 'OUTCOME_UNKNOWN unknown';
/** An answer that cannot be believed. */
const FOREIGN = ['BAD_DATA unknown', 'BAD_DATA unknown', UNKNOWN, UNKNOWN];
/** No answer that decides. */
const LOST = ['UNAVAILABLE no', 'UNAVAILABLE unknown', UNKNOWN, UNKNOWN];
/** A refusal in the bank's place: enough for a read, no proof for what moves money. */
const NOT_THE_BANK = ['AUTH no', 'AUTH no', UNKNOWN, UNKNOWN];
const SLOWED_BY_OTHERS = ['RATE_LIMITED no', 'RATE_LIMITED no', UNKNOWN, UNKNOWN];
/** Refused in a way that the contract calls final for reads only. */
const ODD_REFUSAL = ['REJECTED no', 'REJECTED no', UNKNOWN, UNKNOWN];

/** A code of rights with a status that does not go with it. */
const AUTH_OF_READS = ['AUTH no', 'AUTH no', UNKNOWN, UNKNOWN];
/** Final, and no proof on which it may be sent again. */
const REFUSED_FOR_GOOD = ['AUTH no', 'AUTH no', 'REJECTED no', 'REJECTED no'];

const GOOD = '{"status":{"code":1000,"description":"ok"},"data":{"tradeState":"SUCCESS"}}';

describe('an inquiry', () => {
  it('has advice of its own where nothing is found', () => {
    const missing = ended(inquireCard, { qrId: 'Q1' }, envelope(1104, {}, 404));
    expect(missing.class).toBe('NOT_FOUND');
    expect(missing.hint).toContain('unpaid');
    expect(ended(inquire, INQUIRE, envelope(1104, {}, 404)).hint).toContain('the company');
  });

  it('is not itself refused when the payment it finds was', () => {
    const canceled = ended(inquire, INQUIRE, envelope(1000, { tradeState: 'CANCELED' }));
    expect(canceled).toMatchObject({
      class: 'REJECTED',
      state: 'CANCELED',
      found: true,
      message: 'ewallet inquire: the payment was cancelled, closed or refunded (CANCELED)',
      hint: `payctl investigate ${INQUIRE.outTradeNo} tells what became of it`,
    });
    const refused = ended(inquire, INQUIRE, envelope(1101, {}, 400));
    expect(refused.found).toBeUndefined();
  });
});

describe('one answer, by effect: read, harmless create, create, money', () => {
  it.each<[string, WireResponse, string[]]>([
    ['400 with a code', envelope(1101, {}, 400), everywhere('REJECTED no')],
    ['400/1102', envelope(1102, {}, 400), everywhere('REJECTED no')],
    ['400/9100', envelope(9100, {}, 400), everywhere('AUTH no')],
    ['401/9100', envelope(9100, {}, 401), everywhere('AUTH no')],
    ['401/9500', envelope(9500, {}, 401), everywhere('AUTH no')],
    ['401/9300', envelope(9300, {}, 401), everywhere('AUTH no')],
    ['401/9591', envelope(9591, {}, 401), everywhere('TLS no')],
    ['401/9595', envelope(9595, {}, 401), everywhere('TLS no')],
    ['401 without a body', reply('', 401), NOT_THE_BANK],
    ['401 in HTML', reply('<html>', 401), NOT_THE_BANK],
    ['401 in other JSON', reply({ error: 'denied' }, 401), NOT_THE_BANK],
    ["401 with a proxy's code", envelope(401, {}, 401), NOT_THE_BANK],
    ['407 in HTML', reply('<html>', 407), FOREIGN],
    ['400 in HTML', reply('<html>', 400), FOREIGN],
    [
      '400 that speaks of plain HTTP, to a call by TLS',
      reply('<html>The plain HTTP request was sent to HTTPS port', 400),
      FOREIGN,
    ],
    ['400 in other JSON', reply({ error: 'no' }, 400), FOREIGN],
    ['401 that says success', envelope(1000, {}, 401), FOREIGN],
    ['403/9500', envelope(9500, {}, 403), everywhere('AUTH no')],
    ['403/9503', envelope(9503, {}, 403), everywhere('AUTH no')],
    ['403 in HTML', reply('<html>', 403), FOREIGN],
    ['404/1104', envelope(1104, {}, 404), everywhere('NOT_FOUND no')],
    ['404 in HTML', reply('<html>', 404), FOREIGN],
    ['404 that says success', envelope(1000, {}, 404), FOREIGN],
    ['405/9900', envelope(9900, {}, 405), ODD_REFUSAL],
    ['409/1111', envelope(1111, {}, 409), ODD_REFUSAL],
    ['408', reply('', 408), LOST],
    ['429/9900', envelope(9900, {}, 429), everywhere('RATE_LIMITED no')],
    ['429 in HTML', reply('<html>', 429), SLOWED_BY_OTHERS],
    ['429 without a body', reply('', 429), SLOWED_BY_OTHERS],
    ['429 in other JSON', reply({ message: 'slow down' }, 429), SLOWED_BY_OTHERS],
    ["429 with a proxy's code", envelope(429, {}, 429), SLOWED_BY_OTHERS],
    ['429 that says success', envelope(1000, {}, 429), FOREIGN],
    ['200 with a business code', envelope(1111, {}), everywhere('REJECTED no')],
    ['200/9500', envelope(9500, {}), AUTH_OF_READS],
    ['200/9100', envelope(9100, {}), AUTH_OF_READS],
    ['200/9591', envelope(9591, {}), ['TLS no', 'TLS no', UNKNOWN, UNKNOWN]],
    ['400/9500', envelope(9500, {}, 400), AUTH_OF_READS],
    ['401/1104', envelope(1104, {}, 401), AUTH_OF_READS],
    ['401/9900', envelope(9900, {}, 401), AUTH_OF_READS],
    ['403/9595', envelope(9595, {}, 403), ['TLS no', 'TLS no', UNKNOWN, UNKNOWN]],
    ['404/9500', envelope(9500, {}, 404), AUTH_OF_READS],
    ['403 with a business code', envelope(2001, {}, 403), REFUSED_FOR_GOOD],
    ['403/9900', envelope(9900, {}, 403), AUTH_OF_READS],
    ['404/9900', envelope(9900, {}, 404), ['NOT_FOUND no', 'NOT_FOUND no', UNKNOWN, UNKNOWN]],
    ['400/9900', envelope(9900, {}, 400), ODD_REFUSAL],
    ['429/9500', envelope(9500, {}, 429), SLOWED_BY_OTHERS],
    ['429/1111', envelope(1111, {}, 429), SLOWED_BY_OTHERS],
    ['200/9900: the bank failed', envelope(9900, {}), LOST],
    ['200/8101', envelope(8101, {}), LOST],
    ['400/8101', envelope(8101, {}, 400), LOST],
    ['401/8101', envelope(8101, {}, 401), LOST],
    ['404/8101', envelope(8101, {}, 404), LOST],
    ['429/8101', envelope(8101, {}, 429), LOST],
    ['502/8101', envelope(8101, {}, 502), LOST],
    ['500/9900', envelope(9900, {}, 500), LOST],
    ['500 without a body', reply('', 500), LOST],
    ['500 that says success', envelope(1000, { tradeState: 'SUCCESS' }, 500), LOST],
    ['503/9990', envelope(9990, {}, 503), LOST],
    ['504 in HTML', reply('<html>', 504), LOST],
    ['301', reply('', 301, { location: 'https://evil.example/x' }), FOREIGN],
    ['307 that says success', reply(GOOD, 307, { location: '/elsewhere' }), FOREIGN],
    ['304', reply('', 304), FOREIGN],
    ['201 that says success', reply(GOOD, 201), FOREIGN],
    ['202 that says success', reply(GOOD, 202), FOREIGN],
    ['204', reply('', 204), FOREIGN],
    ['200, empty', reply(''), FOREIGN],
    ['200, HTML', reply('<html>'), FOREIGN],
    ['200, cut', reply(GOOD.slice(0, -2)), FOREIGN],
    ['200, success by a number that is written otherwise', envelope('01000', {}), FOREIGN],
  ])('%s', (_, response, expected) => {
    expect(classes(response)).toEqual(expected);
  });

  it.each<[FailureReason, boolean, string[]]>([
    ['dns', false, everywhere('UNAVAILABLE no')],
    ['refused', false, everywhere('UNAVAILABLE no')],
    ['connect', false, everywhere('UNAVAILABLE no')],
    ['proxy', false, everywhere('UNAVAILABLE no')],
    ['timeout', false, everywhere('UNAVAILABLE no')],
    ['aborted', false, everywhere('UNAVAILABLE no')],
    ['tls', false, everywhere('TLS no')],
    ['timeout', true, LOST],
    ['reset', true, LOST],
    ['aborted', true, LOST],
    ['tls', true, LOST],
    ['truncated', true, FOREIGN],
    ['too-large', true, FOREIGN],
    ['malformed', true, FOREIGN],
  ])('failure %s, sent: %s', (reason, sent, expected) => {
    expect(classes(failed(reason, sent))).toEqual(expected);
  });
});

describe('the data of a valid answer', () => {
  const trade = (data: object) => ended(pay, PAY, envelope(1000, data));

  it.each<[string, object, string, string]>([
    ['paid', { tradeState: 'TRADE_SUCCESS' }, 'SUCCESS', 'yes'],
    ['still paying', { tradeState: 'USERPAYING' }, 'PENDING', 'unknown'],
    ['an unlisted state', { tradeState: 'REVOKED?' }, 'PENDING', 'unknown'],
    ['no state', {}, 'PENDING', 'unknown'],
    ['cancelled', { tradeState: 'CANCELED' }, 'REJECTED', 'no'],
    ['our amount in other digits', { tradeState: 'SUCCESS', amount: '100' }, 'SUCCESS', 'yes'],
    ['our amount as a number', { tradeState: 'SUCCESS', amount: 100 }, 'SUCCESS', 'yes'],
    ['no amount', { tradeState: 'SUCCESS', amount: '' }, 'SUCCESS', 'yes'],
    ['another amount', { tradeState: 'SUCCESS', amount: '100.01' }, 'OUTCOME_UNKNOWN', 'unknown'],
    [
      'another reference',
      { tradeState: 'SUCCESS', outTradeNo: 'OTHER' },
      'OUTCOME_UNKNOWN',
      'unknown',
    ],
    ['a broken record', { tradeState: { x: 1 } }, 'OUTCOME_UNKNOWN', 'unknown'],
  ])('%s', (_, data, expected, executed) => {
    expect(trade(data)).toMatchObject({ class: expected, executed });
  });

  it('is accepted only with the HTTP status of its record', () => {
    const made = reply('{"status":{"code":1000,"description":"ok"},"data":{"codeUrl":"x"}}', 201);
    expect(ended({ ...create, status: 201 }, QR, made)).toMatchObject({ class: 'SUCCESS' });
    expect(ended(create, QR, made)).toMatchObject({ class: 'BAD_DATA' });
  });

  it('blames the specification only where that shows the fields', () => {
    const seen = ended(createQr30, {}, envelope(1000, { success: true })).message;
    expect(seen).toContain('the answer breaks the specification: data.data.qrRawData is missing');
    const known = ended(createV1, {}, envelope(1000, { qrImage: 'x' })).message;
    expect(known).toContain('the answer cannot be used: data.qrRawData is missing');
    expect(known).not.toContain('specification');
  });

  it('is required where a record is specified', () => {
    expect(ended(pay, PAY, envelope(1000))).toMatchObject({ class: 'OUTCOME_UNKNOWN' });
    expect(ended(inquire, INQUIRE, envelope(1000))).toMatchObject({ class: 'BAD_DATA' });
  });

  const CONFIRM = { channelDateTime: '2026-01-31T09:00:00.000+07:00', tokenizerId: 'T1' };
  const record = (data: object) => envelope(1000, { tokenizerId: 'T1', ...data });

  it('of a partial debit means that money moved', () => {
    const outcome = ended(debitConfirm, CONFIRM, record({ debitStatus: 'Partial' }));
    expect(outcome).toMatchObject({ class: 'PARTIAL', executed: 'yes' });
  });

  it('names the reason of a failed transfer, and how to look it up', () => {
    const data = { status: 'CONFIRM_FAILED', code: '113', description: 'bad\u001b amount' };
    expect(ended(debitConfirm, CONFIRM, record(data))).toMatchObject({
      code: '113',
      state: 'CONFIRM_FAILED',
      message: expect.stringContaining('bad\\u001b amount'),
      hint: 'payctl explain 113',
    });
  });

  it('about another transfer is not believed', () => {
    const data = { tokenizerId: 'T2', status: 'CONFIRM_COMPLETED', debitStatus: 'Full' };
    const read = { ...CONFIRM, dateFrom: '2026-01-31' };
    expect(ended(debitConfirm, CONFIRM, envelope(1000, data)).class).toBe('OUTCOME_UNKNOWN');
    expect(ended(inquireTransfer, read, envelope(1000, data)).class).toBe('BAD_DATA');
  });

  it('success: false of QR 30 is a refusal', () => {
    const data = { success: false, code: '05', message: 'no such biller' };
    const outcome = ended(createQr30, { ref1: 'A' }, envelope(1000, data));
    expect(outcome).toMatchObject({ class: 'REJECTED', executed: 'no', code: '05' });
    expect(outcome).not.toHaveProperty('hint');
  });

  it('keeps the details of the merchant profile', () => {
    const status = { code: '8101', description: 'no', details: { reason: 'down' } };
    const outcome = ended(merchant, { merchantApp: 'shopapp' }, reply({ status }, 502));
    expect(outcome.status).toMatchObject({ code: '8101', details: { reason: 'down' } });
  });
});

describe('what an answer proves, and what is said of it', () => {
  it('of an unknown outcome names the reference and the next command', () => {
    expect(ended(pay, PAY, failed('timeout', true))).toMatchObject({
      message: 'whether the bank carried out ewallet pay is not known: so',
      hint: 'payctl journal recover --ref ABC0001',
    });
  });

  it('of a lost creation does not point to the journal', () => {
    const { hint } = ended(creditInitiate, INITIATE, failed('timeout', true));
    expect(hint).toBe(
      'no money moves before the transfer is confirmed; initiate it again with another reference',
    );
    const input = { merchantId: 'M1', subAccountId: 'S1', regRef: 'REG1' };
    expect(ended(register, input, failed('timeout', true)).hint).toBe(
      'payctl dd registration --merchant-id M1 --reg-ref REG1',
    );
  });

  it('names the host of a redirect, and nothing else of it', () => {
    const to = { location: 'https://user:pw@evil.example:8443/x?token=1' };
    const { message } = ended(inquire, INQUIRE, reply('', 302, to));
    expect(message).toContain('to evil.example:8443, which is never followed');
    expect(message).not.toContain('pw');
  });

  it('names method and path where the method may be wrong', () => {
    const { message } = ended(inquire, INQUIRE, reply('', 500));
    expect(message).toContain('POST /partners/v1/payment/ewallets/inquire');
  });

  it.each([
    [200, 9500],
    [200, 2001],
    [400, 4001],
    [401, 9100],
    [403, 9500],
    [404, 9700],
    [429, 9900],
    [400, 9591],
  ])(
    'an answer of %i with code %i proves nothing where its data says that money moved',
    (status, code) => {
      for (const tradeState of ['SUCCESS', 'USERPAYING']) {
        const data = { tradeState, amount: '100.00' };
        const outcome = ended(pay, PAY, envelope(code, data, status));
        expect([outcome.class, outcome.executed]).toEqual(['OUTCOME_UNKNOWN', 'unknown']);
      }
    },
  );

  it.each([
    [200, 2001],
    [400, 4001],
  ])('an answer of %i with code %i refuses for good, whatever else it shows', (status, code) => {
    const refused = envelope(code, { tradeState: 'CANCELED', amount: '100.00' }, status);
    expect(ended(pay, PAY, refused).class).toBe('REJECTED');
  });

  it.each([
    [401, 9100],
    [401, 9500],
    [403, 9503],
    [429, 9900],
    [401, 9591],
  ])(
    'an answer of %i with code %i lets a payment be sent again only where it shows nothing else',
    (status, code) => {
      const said = { code, description: 'refused' };
      const more: object[] = [
        { status: said, data: { transactionId: 'T9', amount: '5.00' } },
        { status: said, data: [{ tradeState: 'SUCCESS' }] },
        { status: said, data: { x: { tradeState: 'SUCCESS' } } },
        { status: said, tradeState: 'SUCCESS' },
      ];
      for (const body of more) {
        expect(ended(pay, PAY, reply(body, status)).class).toBe('OUTCOME_UNKNOWN');
      }
      const alone = reply({ status: { ...said, details: ['why'] }, data: null }, status);
      expect(ended(pay, PAY, alone).executed).toBe('no');
    },
  );

  it('tells how long a rate limit asks to wait', () => {
    const outcome = ended(pay, PAY, envelope(9900, {}, 429, { 'retry-after': '3600' }));
    expect(outcome).toMatchObject({
      retryAfterMs: 3_600_000,
      message: expect.stringContaining('3600 s'),
    });
  });

  it('shows no control character of a foreign page, and only its beginning', () => {
    const page = `\u001b]52;c;x\u0007\u202e\ud800${'x'.repeat(10_000)}`;
    const { message } = ended(inquire, INQUIRE, reply(page));
    expect(message).toContain('\\u001b]52;c;x\\u0007\\u202e');
    expect(String(message).length).toBeLessThan(400);
  });

  it('quotes no broken JSON: what it holds may be personal', () => {
    const cut = GOOD.replace('SUCCESS', 'Somebody').slice(0, -3);
    expect(ended(inquire, INQUIRE, reply(cut)).message).not.toContain('Somebody');
  });
});

describe('an answer that breaks its table', () => {
  it.each([
    [{ codeUrl: 5 }, 'data.codeUrl is not of type string'],
    [{ codeUrl: '' }, 'data.codeUrl is empty'],
    [{ other: 'x' }, 'data.codeUrl is missing'],
  ])('%o', (data, what) => {
    expect(ended(create, QR, envelope(1000, data)).message).toContain(what);
  });

  it('says so of a field that may be text or a number, too', () => {
    const broken = envelope(1000, { tradeState: 'SUCCESS', amount: { of: 1 } });
    expect(ended(inquire, INQUIRE, broken).message).toContain(
      'data.amount has a type that the specification does not allow',
    );
  });
});
