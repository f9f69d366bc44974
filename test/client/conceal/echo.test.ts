import { describe, expect, it } from 'vitest';
import { inquire, pay } from '../../../src/bank/ewallet/operations.js';
import { customer } from '../../../src/bank/profile/operations.js';
import { Secret } from '../../../src/client/connection.js';
import { memoryTokenStore } from '../../../src/client/memory-token-store.js';
import type { Outcome } from '../../../src/client/outcome.js';
import { createClient } from '../../../src/index.js';
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
} from '../../fixtures/client.js';
import { fakeClock } from '../../fixtures/fake-host.js';

/** All that a caller gets to see. */
function text(outcome: Outcome): string {
  return JSON.stringify(outcome) + Buffer.from(outcome.raw ?? []).toString();
}

const base64 = (secret: string) => Buffer.from(`x${secret}`).toString('base64');
const saying = (...words: string[]) =>
  envelope(1000, { tradeState: 'SUCCESS', amount: '100.00', words });

describe('a secret of another call', () => {
  it('is hidden where it lies in the store of tokens', async () => {
    const { caller, store } = await callerOver(
      scripted(saying(CANARY.refresh, base64(CANARY.refresh))),
    );
    await store.write('user', token({ accessToken: 'user-token-7', refreshToken: CANARY.refresh }));
    const seen = text(await caller.call(inquire, INQUIRE));
    expect(seen).not.toContain(CANARY.refresh);
    expect(seen).not.toContain(base64(CANARY.refresh).slice(4, -4));
  });

  it('is hidden where this run has sent it, or got it, before', async () => {
    const bought = tokenReply('user-token-1', { refreshToken: CANARY.refresh });
    const renewed = tokenReply('application-token-2');
    const echo = saying(CANARY.authCode, CANARY.refresh, CANARY.token, 'application-token-2');
    const { caller } = await callerOver(
      scripted(bought, envelope(9500, {}, 401), renewed, echo, echo),
    );
    await caller.session.login({ authCode: CANARY.authCode });
    for (const input of [INQUIRE, INQUIRE]) {
      const seen = text(await caller.call(inquire, input));
      expect(seen).toContain('[redacted]');
      expect(seen).not.toMatch(/CANARY|application-token-2/);
    }
  });

  it('is hidden where another process has got it meanwhile', async () => {
    const store = memoryTokenStore(fakeClock(START));
    const mine = { accessToken: 'user-token-1', refreshToken: 'refresh-token-1' };
    await store.write('user', token({ ...mine, receivedAt: START - 1_800_000, expiresAt: START }));
    const theirs = token({ accessToken: 'user-token-2', refreshToken: CANARY.refresh });
    const renewedElsewhere: typeof store = { ...store, renew: async () => theirs };
    const echo = saying('refresh-token-1', CANARY.refresh, 'user-token-2');
    const { caller } = await callerOver(scripted(echo), { store: renewedElsewhere });
    const seen = text(await caller.call(customer, {}));
    expect(seen).toContain('[redacted]');
    expect(seen).not.toMatch(/CANARY|refresh-token-1|user-token-2/);
  });

  it('is hidden where only the connection has it', async () => {
    const held = () => [new Secret(CANARY.secret), new Secret('short')];
    const { caller } = await callerOver(scripted(saying(CANARY.secret, 'short')), {
      connection: connection({ knownSecrets: held }),
    });
    const seen = text(await caller.call(inquire, INQUIRE));
    expect(seen).not.toContain(CANARY.secret);
    expect(seen).toContain('short');
  });

  it('is hidden in the name of a header, which has no capitals', async () => {
    const named = envelope(1000, { tradeState: 'SUCCESS' }, 200, {
      [`x-${CANARY.token.toLowerCase()}`]: CANARY.token,
      'x-other': 'kept',
    });
    const { caller, events } = await callerOver(scripted(named));
    await caller.call(inquire, INQUIRE);
    const seen = JSON.stringify(events);
    expect(seen.toLowerCase()).not.toContain(CANARY.token.toLowerCase());
    expect(seen).toContain('x-[redacted]');
    expect(seen).toContain('x-other');
  });

  it('is hidden in a text within a text of JSON', async () => {
    const escaped = CANARY.token.replace('CANARY', '\\u0043ANARY');
    const { caller } = await callerOver(scripted(saying(`{"a":"${escaped}"}`)));
    const seen = text(await caller.call(inquire, INQUIRE));
    expect(seen).toContain('[redacted]');
    expect(seen).not.toContain('ANARY');
  });

  it('does not lose the answer when the store cannot be read', async () => {
    const store = memoryTokenStore(fakeClock(START));
    await store.write('application', token());
    const broken: typeof store = {
      ...store,
      read: (grant) => (grant === 'user' ? Promise.reject(new Error('broken')) : store.read(grant)),
    };
    const { caller } = await callerOver(scripted(saying()), { store: broken });
    expect(await caller.call(inquire, INQUIRE)).toMatchObject({ class: 'SUCCESS' });
  });

  it('is hidden by the typed client, which never sent it', async () => {
    const store = memoryTokenStore({ now: Date.now, sleep: async () => {} });
    const now = Date.now();
    await store.write('application', token({ receivedAt: now, expiresAt: now + 1_800_000 }));
    const client = createClient({
      baseUrl: 'https://bank.example',
      apiKey: CANARY.apiKey,
      apiSecret: CANARY.secret,
      store,
      transport: scripted(saying(CANARY.secret, base64(CANARY.secret))),
    });
    const { exact, raw } = await client.ewallet.inquire(INQUIRE);
    const seen = JSON.stringify(exact) + Buffer.from(raw ?? []).toString();
    expect(seen).not.toContain(CANARY.secret);
    expect(seen).not.toContain(base64(CANARY.secret).slice(4, -4));
  });
});

describe('an answer without a secret that it held', () => {
  it('remains valid JSON when the secret is a number', async () => {
    const held = () => [new Secret('900150983')];
    const body =
      '{"status":{"code":1000},"data":{"tradeState":"SUCCESS","of":900150983,"fee":1.10}}';
    const { caller } = await callerOver(scripted(reply(body)), {
      connection: connection({ knownSecrets: held }),
    });
    const outcome = await caller.call(pay, PAY);
    expect(outcome).toMatchObject({ class: 'SUCCESS', executed: 'yes' });
    const raw = Buffer.from(outcome.raw ?? []).toString();
    expect(raw).toBe(body.replace('900150983', '"[redacted]"'));
  });

  it('is byte for byte as it came but for the secret', async () => {
    const spaced = (note: string) =>
      `{ "status" : {"code":1000.0},\n "data":{"note":"\\u0e01${note}\\/x", "fee":1.10} }`;
    const echoed = CANARY.token.replace('CANARY', '\\u0043ANARY');
    const { caller } = await callerOver(scripted(reply(spaced(echoed)), reply(spaced('none'))));
    for (const note of ['[redacted]', 'none']) {
      const { raw } = await caller.call(inquire, INQUIRE);
      expect(Buffer.from(raw ?? []).toString()).toBe(spaced(note));
    }
  });
});
