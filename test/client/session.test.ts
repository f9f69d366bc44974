import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { inquire } from '../../src/bank/ewallet/operations.js';
import { customer } from '../../src/bank/profile/operations.js';
import { memoryTokenStore } from '../../src/client/memory-token-store.js';
import { toPlainOutcome } from '../../src/client/outcome.js';
import { PayctlError } from '../../src/core/errors.js';
import { wording } from '../../src/messages/wording.js';
import {
  CANARY,
  callerOver,
  envelope,
  INQUIRE,
  reply,
  START,
  scripted,
  token,
  tokenReply,
} from '../fixtures/client.js';
import { fakeClock } from '../fixtures/fake-host.js';

const PAID = envelope(1000, { tradeState: 'SUCCESS', amount: '100.00' });
const PROFILE = envelope(1000, { profile: {} });
const MINUTE = 60_000;

/** The tokens that the bank's calls were made with. */
function used(transport: ReturnType<typeof scripted>): (string | undefined)[] {
  return transport.sent.map(({ request }) => request.headers.authorization);
}

describe('the application’s token', () => {
  it('is requested at the first call and reused by the next', async () => {
    const { transport, caller, store } = await callerOver(
      scripted(tokenReply('first'), PAID, PAID),
    );
    await store.clear();
    await caller.call(inquire, INQUIRE);
    await caller.call(inquire, INQUIRE);
    expect(used(transport)).toEqual([undefined, 'Bearer first', 'Bearer first']);
    expect(transport.sent[0]?.request.body).toBe(
      `{"applicationKey":"${CANARY.apiKey}","applicationSecret":"${CANARY.secret}"}`,
    );
    expect(await store.read('application')).toMatchObject({
      receivedAt: START,
      expiresAt: START + 30 * MINUTE,
    });
  });

  it.each([
    [0, 'old'],
    [24 * MINUTE, 'old'],
    [25 * MINUTE, 'new'],
    [29 * MINUTE, 'new'],
    [31 * MINUTE, 'new'],
    // A clock that was set back far would keep it for ever.
    [-2 * MINUTE, 'new'],
    [-30_000, 'old'],
  ])('after %d ms is the %s one', async (age, expected) => {
    const steps = expected === 'new' ? [tokenReply('new'), PAID] : [PAID];
    const { transport, caller, clock, store } = await callerOver(scripted(...steps));
    await store.write('application', token({ accessToken: 'old' }));
    clock.advance(age);
    await caller.call(inquire, INQUIRE);
    expect(used(transport).at(-1)).toBe(`Bearer ${expected}`);
  });

  it('is used until its last minute if it cannot be renewed', async () => {
    const script = scripted(reply('', 503), PAID, PAID);
    const { transport, caller, clock } = await callerOver(script, { retries: 0 });
    clock.advance(28 * MINUTE);
    expect((await caller.call(inquire, INQUIRE)).class).toBe('SUCCESS');
    // The failure is remembered: the next call does not storm the endpoint.
    expect((await caller.call(inquire, INQUIRE)).class).toBe('SUCCESS');
    expect(transport.paths().filter((path) => path.endsWith('token'))).toHaveLength(1);
  });

  it('is used while it lasts if its renewal hangs, and only the first call waits, for 2 s', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const script = scripted(() => new Promise(() => undefined), PAID, PAID);
    const { transport, caller, clock } = await callerOver(script);
    clock.advance(28 * MINUTE);
    const first = caller.call(inquire, INQUIRE);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(transport.sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(transport.sent).toHaveLength(2);
    expect((await first).class).toBe('SUCCESS');
    expect((await caller.call(inquire, INQUIRE)).class).toBe('SUCCESS');
    const old = `Bearer ${CANARY.token}`;
    expect(used(transport)).toEqual([undefined, old, old]);
  });

  it('is used while it lasts if another process is renewing it, and only the first call waits, for 5 s', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { transport, caller, clock, store } = await callerOver(scripted(PAID, PAID));
    vi.spyOn(store, 'renew').mockReturnValue(new Promise(() => undefined));
    clock.advance(28 * MINUTE);
    const first = caller.call(inquire, INQUIRE);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(transport.sent).toHaveLength(1);
    expect((await first).class).toBe('SUCCESS');
    expect((await caller.call(inquire, INQUIRE)).class).toBe('SUCCESS');
  });

  it('of a few seconds is still used more than once', async () => {
    const script = scripted(tokenReply('brief', { expiresIn: 3 }), PAID, PAID);
    const { transport, caller, clock, store } = await callerOver(script);
    await store.clear();
    await caller.call(inquire, INQUIRE);
    clock.advance(2000);
    await caller.call(inquire, INQUIRE);
    expect(transport.sent).toHaveLength(3);
  });

  it('ends by our clock, not by the moment that the bank names', async () => {
    const data = { expiresIn: 1800, expiresAt: 1 };
    const { caller, store } = await callerOver(scripted(tokenReply('first', data), PAID));
    await store.clear();
    await caller.call(inquire, INQUIRE);
    expect((await store.read('application'))?.expiresAt).toBe(START + 30 * MINUTE);
  });
});

describe('a token that no header can carry', () => {
  it.each([{ accessToken: 'a\r\nb' }, { accessToken: 'ก' }, { tokenType: 'Be\r\narer' }])(
    '%j is refused, and not kept',
    async (odd) => {
      const { caller, store } = await callerOver(scripted(tokenReply('new', odd)));
      await store.clear();
      const outcome = await caller.call(inquire, INQUIRE);
      expect(outcome).toMatchObject({ class: 'UNAVAILABLE', executed: 'no' });
      expect(String(outcome.message)).toContain('no header can carry');
      expect(await store.read('application')).toBeUndefined();
    },
  );

  it.each(['', ' Bearer '])('is not made by the type %j', async (tokenType) => {
    const script = scripted(tokenReply('new', { tokenType }), PAID);
    const { transport, caller, store } = await callerOver(script);
    await store.clear();
    await caller.call(inquire, INQUIRE);
    expect(used(transport).at(-1)).toBe('Bearer new');
  });
});

describe('the user’s token', () => {
  const refreshing = { refreshToken: 'r1', refreshExpiresAt: START + 60 * MINUTE };
  const user = (more = {}) => token({ accessToken: 'user', ...refreshing, ...more });

  it('serves calls about a user, and carries the header of its answer', async () => {
    const { transport, caller, store } = await callerOver(scripted(PROFILE, PAID));
    await store.write('user', user({ resourceOwnerId: 'hash' }));
    await caller.call(customer, {});
    await caller.call(inquire, INQUIRE);
    expect(used(transport)).toEqual(['Bearer user', `Bearer ${CANARY.token}`]);
    expect(transport.sent[0]?.request.headers.resourceOwnerId).toBe('hash');
  });

  it('goes with any call that asks for it, with the id of the user where the table has it', async () => {
    const { transport, caller, store } = await callerOver(scripted(PAID, PROFILE, PROFILE));
    await store.write('user', user({ resourceOwnerId: 'hash' }));
    await caller.call(inquire, INQUIRE, { grant: 'user' });
    await caller.call({ ...customer, owner: 'application' }, {}, { grant: 'user' });
    await caller.call(customer, {}, { grant: 'application' });
    expect(used(transport)).toEqual(['Bearer user', 'Bearer user', `Bearer ${CANARY.token}`]);
    const owners = transport.sent.map(({ request }) => request.headers.resourceOwnerId);
    expect(owners).toEqual([CANARY.apiKey, 'hash', 'application-7']);
  });

  it('is not replaced by the application’s where it is asked for', async () => {
    const { transport, caller } = await callerOver(scripted());
    expect(toPlainOutcome(await caller.call(inquire, INQUIRE, { grant: 'user' }))).toMatchObject({
      class: 'AUTH',
      executed: 'no',
      message: 'no user is logged in',
      hint: 'await client.login(…)',
    });
    expect(transport.sent).toEqual([]);
  });

  it('is replaced by the application’s where there is none', async () => {
    const { transport, caller } = await callerOver(scripted(PROFILE));
    await caller.call(customer, {});
    expect(used(transport)).toEqual([`Bearer ${CANARY.token}`]);
  });

  it('is renewed by its refresh token, and keeps what the answer leaves out', async () => {
    const { transport, caller, clock, store } = await callerOver(
      scripted(tokenReply('user2'), PROFILE),
    );
    await store.write('user', user({ resourceOwnerId: 'hash' }));
    clock.advance(30 * MINUTE);
    await caller.call(customer, {});
    expect(transport.paths()[0]).toBe('/v1/oauth/token/refresh');
    expect(transport.sent[0]?.request.body).toContain('"refreshToken":"r1"');
    expect(transport.sent[0]?.request.headers.resourceOwnerId).toBe('hash');
    const kept = { ...refreshing, resourceOwnerId: 'hash' };
    expect(await store.read('user')).toMatchObject({ accessToken: 'user2', ...kept });
  });

  it('rotates with the answer', async () => {
    const rotated = tokenReply('user2', { refreshToken: 'r2', refreshExpiresIn: 3600 });
    const { caller, clock, store } = await callerOver(scripted(rotated, PROFILE));
    await store.write('user', user());
    clock.advance(30 * MINUTE);
    await caller.call(customer, {});
    expect(await store.read('user')).toMatchObject({
      refreshToken: 'r2',
      refreshExpiresAt: START + 90 * MINUTE,
    });
  });

  it.each(['the same refresh token again', 'the same tokens again'])(
    'is kept as it came where the answer brings %s',
    async (brings) => {
      const held = user({ accessToken: 'user-token-1', refreshToken: 'refresh-token-1' });
      const access = brings === 'the same tokens again' ? held.accessToken : 'user-token-2';
      const answer = tokenReply(access, { refreshToken: held.refreshToken });
      const { caller, clock, store } = await callerOver(scripted(answer, PROFILE));
      await store.write('user', held);
      clock.advance(30 * MINUTE);
      await caller.call(customer, {});
      expect(await store.read('user')).toMatchObject({
        accessToken: access,
        refreshToken: held.refreshToken,
      });
    },
  );

  it('is replaced by the application’s once it cannot be renewed', async () => {
    const script = scripted(tokenReply('application'), PROFILE);
    const { transport, caller, clock, store } = await callerOver(script);
    await store.write('user', user());
    clock.advance(61 * MINUTE);
    await caller.call(customer, {});
    expect(used(transport)).toEqual([undefined, 'Bearer application']);
  });

  it('refused together with its refresh token asks for a new login', async () => {
    const { caller, store } = await callerOver(
      scripted(envelope(9500, {}, 401), envelope(9300, {}, 401)),
    );
    await store.write('user', user());
    expect(await caller.call(customer, {})).toMatchObject({ class: 'AUTH', code: '9300' });
    expect(await store.read('user')).toMatchObject({ refreshToken: 'r1' });
  });
});

describe('login', () => {
  it('exchanges the code once and stores the token with the owner of the answer', async () => {
    const renewable = { refreshToken: 'r1', refreshExpiresIn: 3600 };
    const bought = tokenReply('user', renewable, { resourceownerid: 'hash' });
    const { transport, caller, store } = await callerOver(scripted(bought));
    await caller.session.login({ authCode: 'c', state: 's', codeChallenge: 'x' });
    const consent = '"authCode":"c","state":"s","codeChallenge":"x"';
    expect(transport.sent[0]?.request.body).toContain(consent);
    expect(await store.read('user')).toEqual({
      accessToken: 'user',
      tokenType: 'Bearer',
      receivedAt: START,
      expiresAt: START + 30 * MINUTE,
      refreshToken: 'r1',
      refreshExpiresAt: START + 60 * MINUTE,
      resourceOwnerId: 'hash',
    });
  });
});

describe('the memory store', () => {
  const fresh = () => false;

  it('obtains one token for concurrent callers, and remembers a failure for 10 s', async () => {
    const clock = fakeClock(START);
    const store = memoryTokenStore(clock);
    let asked = 0;
    const fail = async () => {
      asked++;
      throw new PayctlError('UNAVAILABLE', wording.quoted('down'));
    };
    const all = await Promise.allSettled(
      [1, 2, 3].map(() => store.renew('application', fresh, fail)),
    );
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    clock.advance(9999);
    await expect(store.renew('application', fresh, fail)).rejects.toThrow('down');
    expect(asked).toBe(1);
    clock.advance(1);
    await store.renew('application', fresh, async () => token());
    expect(await store.read('application')).toEqual(token());
  });

  it.each([
    new Error('the vault is sealed'),
    new PayctlError('CONFIG', wording.quoted('the vault is sealed')),
  ])('forgets at once what was wrong on this machine: %s', async (error) => {
    const store = memoryTokenStore(fakeClock(START));
    const failing = store.renew('application', fresh, async () => Promise.reject(error));
    await expect(failing).rejects.toThrow('the vault is sealed');
    expect(await store.renew('application', fresh, async () => token())).toEqual(token());
  });

  it('forgets a failure when the clock was set back', async () => {
    const clock = fakeClock(START);
    const store = memoryTokenStore(clock);
    const error = new PayctlError('UNAVAILABLE', wording.quoted('down'));
    const failing = store.renew('application', fresh, async () => Promise.reject(error));
    await expect(failing).rejects.toThrow('down');
    clock.advance(-3_600_000);
    expect(await store.renew('application', fresh, async () => token())).toEqual(token());
  });
});
