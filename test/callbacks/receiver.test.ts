import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ListenSession } from '../../src/callbacks/session.js';
import { readInbox } from '../../src/callbacks/stored.js';
import { FileInbox } from '../../src/state/files/inbox.js';
import { qr30 } from '../fixtures/confirmations.js';
import { diskFull } from '../fixtures/fake-files.js';
import { fakeHost } from '../fixtures/fake-host.js';
import { character } from '../fixtures/texts.js';

function newReceiver() {
  const host = fakeHost();
  const notes: string[] = [];
  const session = new ListenSession({
    inbox: new FileInbox(host, '/inbox'),
    note: (text) => notes.push(String(text)),
    warn: (text) => notes.push(`warning: ${text}`),
  });
  const send = async (body: string | undefined, method = 'POST') => {
    const request = { method, url: 'http://127.0.0.1/any/path', headers: {} };
    const { response } = await session.handle(body === undefined ? request : { ...request, body });
    return { ...response, text: Buffer.from(response.body).toString() };
  };
  return { host, counts: session.counts, notes, send };
}

describe('the receiver', () => {
  it('acknowledges as the bank asks, also what it has already', async () => {
    const { send, counts } = newReceiver();
    for (const _ of ['first', 'again']) {
      const { status, headers, text } = await send(qr30({ transactionId: 'T1' }));
      expect(status).toBe(200);
      expect(headers).toEqual({ 'content-type': 'application/json' });
      expect(text).toBe('{"resCode":"00","resDesc":"success","transactionId":"T1"}');
    }
    expect(counts).toMatchObject({ received: 1, duplicates: 1, refused: 0 });
  });

  it('echoes a numeric id as a number, and none as null', async () => {
    const { send } = newReceiver();
    expect((await send('{"transactionId":12345678901234567890}')).text).toContain(
      '"transactionId":12345678901234567890}',
    );
    expect((await send('{"regRef":"REG1"}')).text).toContain('"transactionId":null');
  });

  it('takes POST only', async () => {
    const { send } = newReceiver();
    for (const method of ['GET', 'PUT', 'DELETE', 'HEAD', 'X']) {
      expect(await send(qr30(), method)).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    }
  });

  it('lets the bank come again when the disk or memory is full, and tells only its owner why', async () => {
    const { host, send, counts, notes } = newReceiver();
    host.files.before = diskFull;
    expect(await send(qr30())).toMatchObject({ status: 500, text: 'it could not be stored\n' });
    expect(notes.join()).toContain('the disk is full');
    host.files.before = () => undefined;
    expect(counts.received).toBe(0);
    while (counts.received < 5)
      await send(qr30({ transactionId: `T${counts.received}`, note: 'x'.repeat(7e6) }));
    expect(await send(qr30())).toMatchObject({ status: 503, headers: { 'retry-after': '12' } });
    expect(counts.received).toBe(5);
  });

  it('answers every hostile body, stores what it acknowledged and nothing else', async () => {
    const { host, send, counts } = newReceiver();
    const body = fc.oneof(
      fc.string({ unit: character, maxLength: 2000 }),
      fc.json(),
      fc.json().map((value) => `{"transactionId":"T","amount":${value}}`),
      fc.json().map((value) => `{"transactionId":${value}}`),
      fc.json().map((value) => `{"amount":${value},"qrId":${value},"transactionType":${value}}`),
      fc.json().map((value) => `{"body":${value},"regRef":${value}}`),
      fc.constant(undefined),
    );
    await fc.assert(
      fc.asyncProperty(body, async (text) => {
        const { status, text: answered } = await send(text);
        expect([200, 400]).toContain(status);
        if (status === 200) expect(answered).toMatch(/^\{"resCode":"00",/);
        else expect(answered).toMatch(/^the body is no confirmation: [\x20-\x7e]+\n$/);
      }),
      { numRuns: 300 },
    );
    const { stored, damaged } = await readInbox(new FileInbox(host, '/inbox'));
    expect(damaged).toEqual([]);
    const { received, duplicates, contradictions, refused } = counts;
    expect(received + duplicates + contradictions + refused).toBeGreaterThanOrEqual(300);
    expect(stored.length).toBeLessThanOrEqual(received + contradictions);
  });
});
