import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../src/bank/define.js';
import { create, inquire, pay } from '../../src/bank/ewallet/operations.js';
import { customer } from '../../src/bank/profile/operations.js';
import { issue } from '../../src/bank/token/operations.js';
import { creditInitiate } from '../../src/bank/transfer/operations.js';
import type { WireRequest } from '../../src/bank/wire.js';
import { toPlainOutcome } from '../../src/client/outcome.js';
import { type FailureReason, TransportFailure } from '../../src/client/transport.js';
import { PayctlError } from '../../src/core/errors.js';
import { wording } from '../../src/messages/wording.js';
import {
  CANARY,
  callerOver,
  connection,
  envelope,
  INQUIRE,
  PAY,
  reply,
  START,
  scripted,
  token,
  tokenReply,
} from '../fixtures/client.js';

const PAID = envelope(1000, { tradeState: 'SUCCESS', amount: '100.00' });
const STALE = envelope(9500, {}, 401);
const BUSY = envelope(9990, {}, 503);
const LIMITED = envelope(9900, {}, 429);
type Step = TransportFailure | typeof BUSY;
const TOKEN = '/v1/oauth/token';
const PAYING = '/v1/payment/ewallets/pay';
const failed = (reason: FailureReason, sent: boolean) => new TransportFailure(reason, sent, 'so');

describe('a call that moves money', () => {
  it('uses a new connection and the time limit of money calls', async () => {
    const { transport, caller } = await callerOver(scripted(PAID, PAID, PAID));
    await caller.call(pay, PAY);
    await caller.call(inquire, INQUIRE);
    await caller.call(creditInitiate, { corporateId: 'C1' });
    expect(transport.sent.map(({ options }) => [options.fresh, options.timeoutMs])).toEqual([
      [true, 60_000],
      [false, 15_000],
      [true, 15_000],
    ]);
  });

  it('is not sent after it was stopped', async () => {
    const { transport, caller } = await callerOver(scripted());
    for (const how of ['signal', 'stopping']) {
      const outcome = await caller.call(pay, PAY, { [how]: AbortSignal.abort() });
      expect(outcome).toMatchObject({ class: 'UNAVAILABLE', executed: 'no' });
    }
    expect(transport.sent).toEqual([]);
  });

  it('is not sent once its fence refuses, and never outlasts its lease', async () => {
    const refused = scripted();
    const { caller } = await callerOver(refused);
    const no = { leftMs: () => 90_000, refusal: () => wording.quoted('it is too late') };
    const outcome = await caller.call(pay, PAY, { fence: no });
    expect(outcome).toMatchObject({ class: 'UNAVAILABLE', executed: 'no' });
    expect(String(outcome.message)).toContain('it is too late');
    expect(refused.sent).toEqual([]);

    const sent = scripted(envelope(1000, { tradeState: 'TRADE_SUCCESS' }));
    const fence = { leftMs: () => 30_000, refusal: () => undefined };
    await (await callerOver(sent)).caller.call(pay, PAY, { fence });
    expect(sent.sent[0]?.options).toMatchObject({ fence, timeoutMs: 30_000 });
  });

  it('is not attempted again once its fence refuses', async () => {
    const { transport, caller } = await callerOver(scripted(LIMITED, envelope(1000)));
    const fence = {
      leftMs: () => 90_000,
      refusal: () => (transport.sent.length > 0 ? wording.quoted('it is too late') : undefined),
    };
    expect((await caller.call(pay, PAY, { fence })).executed).toBe('no');
    expect(transport.sent).toHaveLength(1);
  });

  it('is not attempted again when it is stopped while it waits', async () => {
    const { transport, caller } = await callerOver(scripted(LIMITED, PAID));
    const stop = new AbortController();
    const how = { stopping: stop.signal, onWait: () => stop.abort() };
    const outcome = await caller.call(pay, PAY, how);
    expect(outcome).toMatchObject({ class: 'RATE_LIMITED', executed: 'no' });
    expect(transport.sent).toHaveLength(1);
  });
});

describe('retries', () => {
  /** How often it is sent; what is sent once has waited for nothing. */
  const sends = async (operation: Operation, input: object, step: Step) => {
    const { transport, caller, clock } = await callerOver(scripted(step, step, step, step, step));
    await caller.call(operation, { ...input });
    const count = transport.paths().filter((path) => path !== TOKEN).length;
    expect(clock.naps).toHaveLength(count - 1);
    return count;
  };

  it.each<[string, Step, number[]]>([
    ['502', reply('', 502), [4, 4, 1, 1]],
    ['503', BUSY, [4, 4, 1, 1]],
    ['504', reply('', 504), [4, 4, 1, 1]],
    ['500/8101', envelope(8101, {}, 500), [4, 4, 1, 1]],
    ['500/9900', envelope(9900, {}, 500), [1, 1, 1, 1]],
    ['400/8101', envelope(8101, {}, 400), [1, 1, 1, 1]],
    ['400/1101', envelope(1101, {}, 400), [1, 1, 1, 1]],
    ['401/4001', envelope(4001, {}, 401), [1, 1, 1, 1]],
    ['401/9591', envelope(9591, {}, 401), [1, 1, 1, 1]],
    ['401/9900', envelope(9900, {}, 401), [1, 1, 1, 1]],
    ['403/9500', envelope(9500, {}, 403), [1, 1, 1, 1]],
    ['HTML', reply('<html>'), [1, 1, 1, 1]],
    ['a cut body', reply('{"status":{'), [1, 1, 1, 1]],
    ['a redirect', reply('', 307, { location: 'https://evil.example' }), [1, 1, 1, 1]],
    ['a 401 in HTML', reply('<html>', 401), [1, 1, 1, 1]],
    ['an empty 401', reply('', 401), [1, 1, 1, 1]],
    ["a 401 with a proxy's code", envelope(401, {}, 401), [1, 1, 1, 1]],
    ['a 407', reply('<html>', 407), [1, 1, 1, 1]],
    ['429', LIMITED, [4, 4, 4, 4]],
    ['a 429 in HTML', reply('<html>', 429, { 'retry-after': '1' }), [4, 4, 1, 1]],
    ['a 429 in other JSON', reply({ message: 'slow down' }, 429), [4, 4, 1, 1]],
    ['a time-out after sending', failed('timeout', true), [4, 4, 1, 1]],
    ['a reset', failed('reset', true), [4, 4, 1, 1]],
    ['a name without an address', failed('dns', false), [4, 4, 4, 4]],
    ['no connection', failed('connect', false), [4, 4, 4, 4]],
    ['a bad certificate', failed('tls', false), [1, 1, 1, 1]],
  ])('%s: attempts of a read, a harmless create, a create, a payment', async (_, step, counts) => {
    expect([
      await sends(inquire, INQUIRE, step),
      await sends(create, { ...INQUIRE, totalFee: '1' }, step),
      await sends(creditInitiate, { corporateId: 'C1' }, step),
      await sends(pay, PAY, step),
    ]).toEqual(counts);
  });

  it('send the same request', async () => {
    const { transport, caller } = await callerOver(scripted(failed('refused', false), PAID));
    expect((await caller.call(pay, PAY)).class).toBe('SUCCESS');
    expect(transport.sent[0]?.request).toEqual(transport.sent[1]?.request);
  });

  it('do not take the refusal of a reference used by an earlier attempt for final', async () => {
    const duplicate = envelope(1111, {}, 400);
    const input = { ...INQUIRE, totalFee: '1' };
    const { caller } = await callerOver(scripted(failed('reset', true), duplicate));
    expect(toPlainOutcome(await caller.call(create, input))).toMatchObject({
      class: 'UNAVAILABLE',
      executed: 'unknown',
      code: '1111',
      hint: 'try again with another outTradeNo',
    });
    const unsent = await callerOver(scripted(failed('connect', false), duplicate));
    expect((await unsent.caller.call(create, input)).class).toBe('REJECTED');
    const first = await callerOver(scripted(duplicate));
    expect((await first.caller.call(create, input)).class).toBe('REJECTED');
  });

  it('back off exponentially with full jitter', async () => {
    const longest = await callerOver(scripted(BUSY, BUSY, BUSY, PAID));
    await longest.caller.call(inquire, INQUIRE);
    expect(longest.clock.naps).toEqual([1000, 2000, 4000]);
    const random = { bytes: (n: number) => new Uint8Array(n) };
    const shortest = await callerOver(scripted(BUSY, PAID), { random });
    await shortest.caller.call(inquire, INQUIRE);
    expect(shortest.clock.naps).toEqual([0]);
  });

  it.each(['3600', 'Fri, 31 Dec 9999 23:59:59 GMT'])('do not wait out %s', async (value) => {
    const { caller, clock } = await callerOver(
      scripted(envelope(9900, {}, 429, { 'retry-after': value })),
    );
    expect(await caller.call(pay, PAY)).toMatchObject({ class: 'RATE_LIMITED', executed: 'no' });
    expect(clock.naps).toEqual([]);
  });

  it('end with the deadline', async () => {
    const limited = envelope(9900, {}, 429, { 'retry-after': '25' });
    const script = scripted(limited, limited, limited, limited);
    const { transport, caller } = await callerOver(script, { retries: 100 });
    expect((await caller.call(inquire, INQUIRE)).class).toBe('RATE_LIMITED');
    expect(transport.sent).toHaveLength(3);
  });

  it('end when the call is stopped', async () => {
    const stop = new AbortController();
    const clock = { now: () => START, sleep: async () => stop.abort() };
    const { transport, caller } = await callerOver(scripted(BUSY, PAID), { clock });
    await caller.call(inquire, INQUIRE, { signal: stop.signal });
    expect(transport.sent).toHaveLength(1);
  });
});

describe('a token that the bank does not send', () => {
  it.each(['signal', 'stopping'])('is not waited for after the %s', async (how) => {
    const stop = new AbortController();
    let send = (): void => undefined;
    const stalled = new Promise<void>((resolve) => {
      send = resolve;
    });
    const transport = scripted(
      () => stalled.then(() => tokenReply('late')),
      () => PAID,
    );
    const { caller, store } = await callerOver(transport);
    await store.clear();
    const call = caller.call(inquire, INQUIRE, { [how]: stop.signal });
    setImmediate(() => stop.abort());
    expect(await call).toMatchObject({ class: 'UNAVAILABLE', executed: 'no' });
    // Whoever else waits for it gets it.
    const other = caller.call(inquire, INQUIRE);
    send();
    expect(await other).toMatchObject({ class: 'SUCCESS' });
    expect(transport.paths()).toEqual([TOKEN, expect.not.stringContaining(TOKEN)]);
  });
});

describe('a token that the bank refuses', () => {
  it('is replaced once and the call made again, with the same requestUId', async () => {
    const { transport, caller, store } = await callerOver(
      scripted(STALE, tokenReply('second'), PAID),
    );
    expect((await caller.call(pay, PAY)).class).toBe('SUCCESS');
    expect(transport.paths()).toEqual([PAYING, TOKEN, PAYING]);
    const [first, , again] = transport.sent;
    expect(again?.request.headers).toEqual({
      ...first?.request.headers,
      authorization: 'Bearer second',
    });
    expect((await store.read('application'))?.accessToken).toBe('second');
  });

  it('is replaced at most once', async () => {
    const { transport, caller } = await callerOver(scripted(STALE, tokenReply('second'), STALE));
    expect(await caller.call(pay, PAY)).toMatchObject({ class: 'AUTH', executed: 'no' });
    expect(transport.sent).toHaveLength(3);
  });

  it('is replaced once for ten calls at a time', async () => {
    const refused = Array.from({ length: 10 }, () => STALE);
    const served = Array.from({ length: 10 }, () => PAID);
    const { transport, caller } = await callerOver(
      scripted(...refused, tokenReply('second'), ...served),
    );
    const calls = refused.map(() => caller.call(inquire, INQUIRE));
    const outcomes = await Promise.all(calls);
    expect(outcomes.map(({ class: ended }) => ended)).toEqual(refused.map(() => 'SUCCESS'));
    expect(transport.paths().filter((path) => path === TOKEN)).toHaveLength(1);
  });
});

describe('a call without a token', () => {
  it.each<[string, Step, string]>([
    ['refused credentials', envelope(9500, {}, 401), 'AUTH'],
    ['a business refusal', envelope(1101, {}, 400), 'AUTH'],
    ['a foreign answer', reply('<html>'), 'UNAVAILABLE'],
    ['no answer', failed('timeout', true), 'UNAVAILABLE'],
    ['a bad certificate', failed('tls', false), 'TLS'],
    ['429', LIMITED, 'RATE_LIMITED'],
  ])('was not made: %s', async (_, step, expected) => {
    const { transport, caller, store } = await callerOver(scripted(step), { retries: 0 });
    await store.clear();
    expect(toPlainOutcome(await caller.call(pay, PAY))).toMatchObject({
      class: expected,
      executed: 'no',
      operation: 'ewallet.pay',
      request: { url: 'https://bank.example/partners/v1/payment/ewallets/pay' },
      message: expect.stringContaining('no access token: '),
    });
    expect(transport.paths()).toEqual([TOKEN]);
  });

  it('says that the call for a token was not sent, where it was not', async () => {
    const { caller, store } = await callerOver(scripted(failed('refused', false)), { retries: 0 });
    await store.clear();
    const { message } = await caller.call(pay, PAY);
    expect(String(message)).toMatch(/^no access token: the token call was not sent: /);
  });

  it('rejects where this machine is at fault', async () => {
    const broken = connection({
      async secret() {
        throw new PayctlError('CONFIG', wording.quoted('the keyring is locked'));
      },
    });
    const { caller, store } = await callerOver(scripted(), { connection: broken });
    await store.clear();
    await expect(caller.call(pay, PAY)).rejects.toMatchObject({ exitClass: 'CONFIG' });
  });

  it('requests no token for an unusable address', async () => {
    const unusable = connection({ baseUrl: 'http://bank.example' });
    const { transport, caller, store } = await callerOver(scripted(), { connection: unusable });
    await store.clear();
    await expect(caller.call(pay, PAY)).rejects.toMatchObject({ exitClass: 'CONFIG' });
    expect(transport.sent).toEqual([]);
  });
});

describe('a preview', () => {
  it('equals the request, without the credentials', async () => {
    const { transport, caller } = await callerOver(scripted(PAID));
    const options = { requestUId: 'A'.repeat(32) };
    const preview = await caller.preview(pay, PAY, options);
    await caller.call(pay, PAY, options);
    const request = transport.sent[0]?.request;
    const hidden = { authorization: 'Bearer [redacted]', resourceOwnerId: '[redacted]' };
    expect(preview).toEqual({ ...request, headers: { ...request?.headers, ...hidden } });
  });

  it('needs no token and sends nothing', async () => {
    const { transport, caller, store } = await callerOver(scripted());
    await store.clear();
    const input = { applicationKey: CANARY.apiKey, applicationSecret: CANARY.secret };
    const { body } = await caller.preview(issue, input);
    expect(body).toBe('{"applicationKey":"[redacted]","applicationSecret":"[redacted]"}');
    expect(transport.sent).toEqual([]);
  });
});

describe('the wire log', () => {
  it('reports every attempt and wait', async () => {
    const { caller, events } = await callerOver(scripted(LIMITED, failed('refused', false), PAID));
    await caller.call(pay, PAY, { requestUId: 'A'.repeat(32) });
    expect(events.map(({ kind, attempt }) => `${kind} ${attempt}`)).toEqual([
      ...['request 1', 'response 1', 'wait 1', 'request 2', 'failure 2', 'wait 2'],
      ...['request 3', 'response 3'],
    ]);
  });

  it('shows the headers of the allow-list only', async () => {
    const kept = { connection: 'keep-alive', 'keep-alive': 'timeout=5' };
    const open = { ...kept, 'transfer-encoding': 'chunked' };
    const headers = { ...open, 'set-cookie': 'a=b' };
    const answer = envelope(1000, { tradeState: 'SUCCESS' }, 200, headers);
    const { caller, events } = await callerOver(scripted(answer));
    await caller.call(inquire, INQUIRE);
    expect(events[1]).toMatchObject({ headers: { ...open, 'set-cookie': '[redacted]' } });
  });

  it('shows known fields and hides personal and unknown ones', async () => {
    const data = { tradeState: 'SUCCESS', buyerUserId: 'someone', novelty: { a: 'x' } };
    const { caller, events } = await callerOver(scripted(envelope(1000, data)));
    await caller.call(pay, { ...PAY, extra: 'x' });
    const [request, response] = events;
    expect(request).toMatchObject({
      body: { outTradeNo: 'ABC0001', buyerIdentityCode: '[redacted]', extra: '[redacted]' },
    });
    expect(response).toMatchObject({
      body: { data: { tradeState: 'SUCCESS', buyerUserId: '[redacted]', novelty: '[redacted]' } },
    });
  });
});

describe('tokens in an answer', () => {
  const TOKENS = {
    accessToken: 'T1',
    nested: [{ access_token: 'T2', 'refresh-token': 'T3', id_token: { a: 'T4' } }],
    applicationSecret: 'T5',
    tokenizerId: 'kept',
    tokenType: 'kept',
    refreshToken: null,
  };

  it.each([issue, inquire])('are hidden, whatever was called: $id', async (operation) => {
    const answer = envelope(1000, { ...TOKENS, tradeState: 'SUCCESS', expiresIn: 1 });
    const { caller, events } = await callerOver(scripted(answer));
    const { data, raw } = await caller.call(operation, INQUIRE);
    expect(JSON.stringify([data, events, new TextDecoder().decode(raw)])).not.toMatch(/T\d/);
    expect(data).toMatchObject({
      accessToken: '[redacted]',
      nested: [
        { access_token: '[redacted]', 'refresh-token': '[redacted]', id_token: '[redacted]' },
      ],
      tokenizerId: 'kept',
      tokenType: 'kept',
      refreshToken: null,
    });
  });

  it('are hidden where their name is spelled with escapes', async () => {
    const body =
      '{"status":{"code":1000},"data":{"tradeState":"SUCCESS","access\\u0054oken":"T1"}}';
    const { caller } = await callerOver(scripted(reply(body)));
    const { data, raw } = await caller.call(inquire, INQUIRE);
    expect(JSON.stringify([data, new TextDecoder().decode(raw)])).not.toContain('T1');
  });

  it('leave every byte of other answers as it came', async () => {
    const body =
      '{ "status": {"code":1000}, "data":{"tradeState":"SUCCESS","tokenizerId":"\\u0041"} }';
    const { caller } = await callerOver(scripted(reply(body)));
    expect(new TextDecoder().decode((await caller.call(inquire, INQUIRE)).raw)).toBe(body);
  });
});

describe('secrets', () => {
  const echo = (request: WireRequest) => reply(`<html>${JSON.stringify(request)}</html>`, 500);
  const bought = { refreshToken: CANARY.refresh, refreshExpiresIn: 3600 };
  const answers = [
    PAID,
    STALE,
    BUSY,
    echo,
    ({ headers, body = '' }: WireRequest) =>
      reply({ status: { code: 1101, description: `${JSON.stringify(headers)} ${body}` } }, 400),
    reply('', 302, { location: `https://evil.example/${CANARY.token}` }),
    failed('timeout', true),
    tokenReply(CANARY.token, bought),
    tokenReply(CANARY.token, { ...bought, expiresIn: { x: CANARY.token } }),
  ];

  /** What people and logs get to see of an outcome; `data` and `raw` are the bank's own bytes. */
  function visibleParts(ended: unknown): string {
    if (ended instanceof Error) return inspect(ended, { depth: 9 }) + JSON.stringify(ended);
    if (typeof ended !== 'object' || ended === null) return '';
    return inspect({ ...ended, data: 0, raw: 0, status: 0 }, { depth: 9 });
  }

  it('appear in no message, error, preview or event', async () => {
    for (const first of answers) {
      for (const second of answers) {
        for (const operation of [pay, inquire, customer]) {
          const script = scripted(first, second, first, second);
          const { caller, store, events } = await callerOver(script, { retries: 1 });
          if (first === STALE) await store.clear();
          await store.write('user', token({ refreshToken: CANARY.refresh }));
          const consent = { authCode: CANARY.authCode };
          const ends = [
            await caller.call(operation, PAY).catch((error: unknown) => error),
            await caller.session.login(consent).catch((error: unknown) => error),
          ].filter((end) => end instanceof Error || (end !== undefined && 'class' in Object(end)));
          const seen = ends.map(visibleParts).join() + inspect(events, { depth: 9 });
          for (const canary of Object.values(CANARY)) expect(seen).not.toContain(canary);
        }
      }
    }
  });
});
