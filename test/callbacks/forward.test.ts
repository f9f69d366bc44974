import { describe, expect, it } from 'vitest';
import type { WireRequest } from '../../src/bank/wire.js';
import {
  Forwarder,
  type ForwardSettings,
  forward,
  forwardTarget,
} from '../../src/callbacks/forward.js';
import { receive } from '../../src/callbacks/session.js';
import { readInbox } from '../../src/callbacks/stored.js';
import { type Transport, TransportFailure } from '../../src/client/transport.js';
import { PayctlError } from '../../src/core/errors.js';
import { wording } from '../../src/messages/wording.js';
import { FileInbox } from '../../src/state/files/inbox.js';
import { qr30 } from '../fixtures/confirmations.js';
import { type FakeHost, fakeHost } from '../fixtures/fake-host.js';

type Reaction = number | 'absent' | 'breaks off';

interface Application {
  transport: Transport;
  requests: WireRequest[];
}

/** Reacts to each request by its plan, then always with the last entry. */
function application(react: (request: WireRequest, turn: number) => Reaction): Application {
  const requests: WireRequest[] = [];
  const transport: Transport = {
    async send(request) {
      const reaction = react(request, requests.push(request) - 1);
      if (reaction === 'absent') throw new TransportFailure('refused', false, 'it is not there');
      if (reaction === 'breaks off') throw new TransportFailure('reset', true, 'it broke off');
      const body = Buffer.from('{"resCode":"00"}');
      return { status: reaction, headers: { location: 'http://169.254.169.254/' }, body };
    },
    async close() {},
  };
  return { transport, requests };
}

function settings(host: FakeHost, { transport }: Application, stop = new AbortController()) {
  const target = forwardTarget('http://127.0.0.1:3000/confirmations?shop=1');
  return { target, transport, clock: host.clock, signal: stop.signal } satisfies ForwardSettings;
}

const MESSAGE = { body: '{}', contradicts: false };

const TARGET = 'http://127.0.0.1:3000/';

describe('forwarding one message', () => {
  it('sends the body as it came, and no header of the request that brought it', async () => {
    const app = application(() => 204);
    await forward(settings(fakeHost(), app), { body: '{"a": 1.10}', contradicts: false }, true);
    expect(app.requests).toEqual([
      {
        method: 'POST',
        url: 'http://127.0.0.1:3000/confirmations?shop=1',
        headers: {
          host: '127.0.0.1:3000',
          'content-type': 'application/json',
          accept: 'application/json',
          'user-agent': expect.stringMatching(/^payctl\//),
        },
        body: '{"a": 1.10}',
      },
    ]);
  });

  it.each([302, 400, 500, 'breaks off'] as const)(
    'gives up after five times %s',
    async (reaction) => {
      const host = fakeHost();
      const app = application(() => reaction);
      expect(await forward(settings(host, app), MESSAGE, true)).toMatchObject({ end: 'dead' });
      expect(app.requests).toHaveLength(5);
      expect(new Set(app.requests.map(({ url }) => new URL(url).host))).toEqual(
        new Set(['127.0.0.1:3000']),
      );
      expect(host.clock.naps).toEqual([1000, 2000, 4000, 8000]);
    },
  );

  it('waits for an application that is not there, with growing pauses', async () => {
    const host = fakeHost();
    const app = application((_, turn) => (turn < 9 ? 'absent' : 200));
    expect(await forward(settings(host, app), MESSAGE, true)).toEqual({
      end: 'delivered',
      acknowledged: true,
    });
    expect(host.clock.naps).toEqual([1, 2, 4, 8, 16, 30, 30, 30, 30].map((s) => s * 1000));
  });

  it('does not wait for ever where a person waits', async () => {
    const app = application(() => 'absent');
    expect(await forward(settings(fakeHost(), app), MESSAGE, false)).toEqual({
      end: 'dead',
      reason: wording.quoted('it is not there'),
    });
  });

  it('tries both protocols of localhost without asking a name service', async () => {
    const app = application((request) => (request.url.includes('[::1]') ? 200 : 'absent'));
    const target = forwardTarget('http://localhost:3000/');
    await forward({ ...settings(fakeHost(), app), target }, MESSAGE, true);
    expect(app.requests.map(({ url, headers }) => [url, headers.host])).toEqual([
      ['http://127.0.0.1:3000/', 'localhost:3000'],
      ['http://[::1]:3000/', 'localhost:3000'],
    ]);
  });
});

describe('where to', () => {
  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/',
    'http://0.0.0.0:3000/',
    'http://[::]/',
    'http://[::ffff:169.254.169.254]/',
    'http://example.com/',
    'http://127.0.0.1.example.com/',
    'http://localhost.example.com/',
    'http://app.localhost/',
    'http://user@127.0.0.1/',
    'http://127.0.0.1@example.com/',
    'http://2852039166/',
    'http://unix:/var/run/app.sock:/',
    'unix:/var/run/app.sock',
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'javascript:alert(1)',
    '127.0.0.1:3000',
    '',
  ])('is refused: %s', (url) => {
    expect(() => forwardTarget(url)).toThrow(PayctlError);
  });

  it.each([
    ['http://127.0.0.1:3000/a', ['http://127.0.0.1:3000/a']],
    ['http://127.9.9.9/', ['http://127.9.9.9/']],
    ['http://0x7f000001/', ['http://127.0.0.1/']],
    ['http://[::1]:3000/', ['http://[::1]:3000/']],
    ['https://localhost:3000/#top', ['https://localhost:3000/']],
  ])('is this machine: %s', (url, addresses) => {
    expect(forwardTarget(url).addresses).toEqual(addresses);
  });
});

describe('the forwarder', () => {
  const ids = ['T1', 'T2', 'T3', 'T4', 'T5'];
  const sent = ({ requests }: Application) =>
    requests.map(({ body = '' }) => String(JSON.parse(body).transactionId));

  /** Receives what is new, forwards until `count` ends are noted, and stops as a signal would. */
  async function session(host: FakeHost, app: Application, fresh: string[], count: number) {
    const inbox = new FileInbox(host, '/inbox');
    const stop = new AbortController();
    const ends: string[] = [];
    const forwarder = new Forwarder(inbox, settings(host, app, stop), {
      onEnd({ confirmation: { id } }, { end }) {
        if (ends.push(`${id} ${end}`) === count) stop.abort();
      },
      onTrouble: () => ends.push('trouble'),
    });
    const running = forwarder.run();
    for (const id of fresh) {
      await receive(inbox, qr30({ transactionId: id }), TARGET);
      forwarder.offer();
    }
    await running;
    return ends;
  }

  it('keeps the order, puts aside what is refused, and goes on', async () => {
    const host = fakeHost();
    const app = application(({ body = '' }) => (body.includes('"T2"') ? 500 : 200));
    const ends = await session(host, app, ids, 5);
    expect(ends).toEqual([
      'T1 delivered',
      'T2 dead',
      'T3 delivered',
      'T4 delivered',
      'T5 delivered',
    ]);
    expect(sent(app)).toEqual(['T1', 'T2', 'T2', 'T2', 'T2', 'T2', 'T3', 'T4', 'T5']);
    expect(
      (await readInbox(new FileInbox(host, '/inbox'))).stored.map(({ forwarding }) => forwarding),
    ).toEqual(['delivered', 'dead', 'delivered', 'delivered', 'delivered']);
  });

  it('sends both of two messages with one id, and marks whichever goes after they met', async () => {
    const host = fakeHost();
    const app = application(() => 200);
    const inbox = new FileInbox(host, '/inbox');
    const forged = await receive(inbox, qr30({ transactionId: 'T1', amount: '1.00' }), TARGET);
    const genuine = await receive(inbox, qr30({ transactionId: 'T1', amount: '2.00' }), TARGET);
    await receive(inbox, qr30({ transactionId: 'T2' }), TARGET);
    expect([forged.as, genuine.as]).toEqual(['new', 'contradiction']);
    await session(host, app, [], 3);
    const marks = app.requests.map(({ body = '', headers }) => [
      JSON.parse(body).amount,
      headers['payctl-contradicts'],
    ]);
    expect(marks).toEqual([
      ['1.00', 'true'],
      ['2.00', 'true'],
      ['100.00', undefined],
    ]);
  });

  it('sends each once, though its end could not be noted at first', async () => {
    const host = fakeHost();
    const inbox = new FileInbox(host, '/inbox');
    await receive(inbox, qr30({ transactionId: 'T1' }), TARGET);
    let failures = 1;
    host.files.before = (step) => {
      if ((step === 'append' || step === 'create') && failures-- > 0) {
        throw new PayctlError('CONFIG', wording.quoted('the disk is full'));
      }
    };
    const app = application(() => 200);
    expect(await session(host, app, [], 2)).toEqual(['trouble', 'T1 delivered']);
    // At least once: the application had it before the disk failed.
    expect(sent(app)).toEqual(['T1', 'T1']);
  });
});
