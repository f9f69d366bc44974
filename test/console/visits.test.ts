import { expect, it } from 'vitest';
import { Audit } from '../../src/console/audit.js';
import { LatestResult } from '../../src/console/latest-result.js';
import { LinkAccess } from '../../src/console/link-access.js';
import { actsOf } from '../../src/console/person.js';
import { RefundLimit } from '../../src/console/refund-limit.js';
import { SignIns, Visits } from '../../src/console/visits.js';
import { sayEnglish } from '../../src/core/message.js';
import { Proxies } from '../../src/host/proxies.js';
import { fakeHost } from '../fixtures/fake-host.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ann = { subject: 'ann', name: 'Ann', acts: actsOf(['viewer']) };

function visits() {
  const host = fakeHost();
  const { clock } = host;
  const wait = (minutes: number) => clock.advance(minutes * MINUTE);
  return { visits: new Visits(host, 30 * MINUTE), signIns: new SignIns(host), wait, host };
}

const cookieOf = (line: string) => line.split(';', 1).join('');

it('ends a visit after 30 idle minutes, and after 8 hours however busy', () => {
  const { visits: all, wait } = visits();
  const cookie = cookieOf(all.begin(ann));
  wait(29);
  all.find(cookie)?.touch();
  wait(29);
  expect(all.find(cookie)?.person).toBe(ann);
  wait(1);
  expect(all.find(cookie)).toBeUndefined();
  const busy = cookieOf(all.begin(ann));
  for (let minutes = 0; minutes < 8 * 60 - 20; minutes += 20) {
    all.find(busy)?.touch();
    wait(20);
  }
  expect(all.find(busy)).toBeDefined();
  wait(20);
  expect(all.find(busy)).toBeUndefined();
});

it('prolongs nothing where the clock is set back meanwhile', async () => {
  const { visits: all, signIns, wait, host } = visits();
  const cookie = cookieOf(all.begin(ann));
  const begun = { state: 'one', nonce: 'n', verifier: 'v' };
  const browser = cookieOf(signIns.begin('', begun, '/'));
  const frame = { lang: 'en', say: sayEnglish } as const;
  const link = new LinkAccess({
    host,
    frame,
    audit: new Audit(host, '/home/tester/state', 'shop'),
  });
  const today = new LatestResult(host.clock);
  let runs = 0;
  const count = () => today.get(async () => ({ exit: ++runs, data: null, notes: [] }));
  await count();
  host.clock.set(-7 * HOUR);
  wait(30);
  expect(all.find(cookie)).toBeUndefined();
  expect(signIns.take(browser, 'one')).toBeUndefined();
  expect(link.idleMs).toBe(30 * MINUTE);
  expect((await count())?.ran.exit).toBe(2);
});

it('gives each visit tokens of its own, for each path another', () => {
  const { visits: all } = visits();
  const [one, other] = [0, 1].map(() => all.find(cookieOf(all.begin(ann))));
  const tokens = [one, other].flatMap((visit) => [
    visit?.token('/refund'),
    visit?.token('/settle'),
  ]);
  expect(new Set(tokens).size).toBe(4);
});

it('lets a sign-in come back once, within ten minutes, to the browser that began it', () => {
  const { signIns, wait } = visits();
  const begin = (state: string, cookies = '') =>
    cookieOf(signIns.begin(cookies, { state, nonce: 'n', verifier: 'v' }, '/p/1'));
  const cookie = begin('one');
  expect(signIns.take('__Host-payctl-sign-in=other', 'one')).toBeUndefined();
  expect(signIns.take(undefined, 'one')).toBeUndefined();
  expect(signIns.take(cookie, 'two')).toBeUndefined();
  expect(signIns.take(cookie, 'one')).toMatchObject({ to: '/p/1', nonce: 'n', verifier: 'v' });
  expect(signIns.take(cookie, 'one')).toBeUndefined();
  // Two tabs of one browser.
  expect([begin('three', cookie), begin('four', cookie)]).toEqual([cookie, cookie]);
  expect(signIns.take(cookie, 'three')).toBeDefined();
  wait(10);
  expect(signIns.take(cookie, 'four')).toBeUndefined();
});

it.each([
  ['10.0.0.7', '203.0.113.5', '203.0.113.5'],
  // What stands before the address that the proxy adds, anybody may have made up.
  ['10.0.0.7', '198.51.100.1, 203.0.113.5', '203.0.113.5'],
  ['10.0.0.7', '203.0.113.5, 10.1.2.3', '203.0.113.5'],
  ['10.0.0.7', undefined, '10.0.0.7'],
  ['10.0.0.7', 'unknown', '10.0.0.7'],
  ['10.0.0.7', '203.0.113.5, unknown', '10.0.0.7'],
  ['192.0.2.9', '203.0.113.5', '192.0.2.9'],
  ['fd00::7', '2001:db8::5', '2001:db8::5'],
])('takes a request from %s, forwarded for %s, as one of %s', (peer, forwarded, sender) => {
  const proxies = new Proxies(['10.0.0.7,10.1.0.0/16', 'fd00::/8']);
  expect(proxies.originalSender(peer, forwarded)).toBe(sender);
});

it.each([
  ['500', '500.00', 0n, false],
  ['500', '500.01', 0n, true],
  ['500', '100', 40_000n, false],
  ['500', '100', 40_001n, true],
  // What cannot be told is too much.
  ['500', '1', undefined, true],
  ['500', 'much', 0n, true],
  [undefined, '0.01', 0n, true],
])('of a limit of %s, %s after %s satang is over it: %s', async (limit, amount, given, isOver) => {
  const limited = new RefundLimit(limit, async () => given);
  expect(await limited.isOver(ann, amount)).toBe(isOver);
  expect(await limited.isOver({ acts: ann.acts }, amount)).toBe(false);
});

it('lets refunds at once pass one after another, also where one fails', async () => {
  let given = 0n;
  const limited = new RefundLimit('500', async () => given);
  const sent: string[] = [];
  const send = (amount: bigint) => async () => {
    await new Promise((resolve) => setImmediate(resolve));
    given += amount;
    sent.push(String(amount));
    return 'sent';
  };
  const fails = limited.within(ann, '1', async () => {
    throw new Error('cannot be written');
  });
  const others = ['300', '300', '200'].map((baht) =>
    limited.within(ann, baht, send(BigInt(baht) * 100n)),
  );
  await expect(fails).rejects.toThrow('cannot be written');
  expect(await Promise.all(others)).toEqual(['sent', undefined, 'sent']);
  expect(sent).toEqual(['30000', '20000']);
});
