import { describe, expect, it } from 'vitest';
import type { Fields, Operation } from '../../src/bank/define.js';
import type { Caller } from '../../src/client/caller.js';
import type { Outcome } from '../../src/client/outcome.js';
import type { Json } from '../../src/core/json.js';
import { joinTexts } from '../../src/core/message.js';
import { createAsker, prepareInquiry } from '../../src/investigate/ask.js';
import type { Evidence, ReceivedConfirmation, SentCharge } from '../../src/investigate/evidence.js';
import { gather } from '../../src/investigate/gather.js';
import { writeSlip } from '../../src/qr/barcode.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import type { TransferRecord } from '../../src/state/store.js';
import { type FakeHost, fakeHost } from '../fixtures/fake-host.js';
import { confirmed } from './evidence.js';

const SETTINGS: Readonly<Record<string, string>> = SANDBOX_PROFILE;

interface Call {
  operation: string;
  input: Fields;
  at: number;
}

interface World {
  answers?: (operation: string, input: Fields) => Json | undefined;
  sent?: readonly SentCharge[];
  confirmed?: readonly ReceivedConfirmation[];
  initiated?: readonly TransferRecord[];
  /** The codes of the picture that the id names. */
  payloads?: readonly string[];
}

/** An investigation against a bank that answers as told, and else knows nothing. */
async function investigate(
  id: string,
  world: World = {},
): Promise<{ evidence: Evidence; calls: Call[]; host: FakeHost }> {
  const host = fakeHost();
  const calls: Call[] = [];
  const caller: Caller = {
    async call(operation, input) {
      calls.push({ operation: operation.id, input, at: host.clock.now() });
      return outcomeOf(operation, world.answers?.(operation.id, input));
    },
    preview: () => Promise.reject(new Error('nothing is previewed here')),
    get session(): never {
      throw new Error('there is no session here');
    },
  };
  const { clock, random } = host;
  const settings = (name: string) => SETTINGS[name];
  const bank = {
    ...{ caller, clock, random, settings, environment: 'test' as const },
    signal: new AbortController().signal,
  };
  const evidence = await gather(
    { id, payloads: world.payloads ?? [id], scope: { settings } },
    {
      bank,
      ask: createAsker(bank),
      local: {
        journal: async (reference) => ({
          sent: (world.sent ?? []).filter((one) => one.reference === reference),
          initiated: (world.initiated ?? []).filter((one) => one.reference === reference),
        }),
        confirmed: async (reference) =>
          (world.confirmed ?? []).filter((one) => [one.reference, one.id].includes(reference)),
      },
    },
  );
  return { evidence, calls, host };
}

function outcomeOf(operation: Operation, data: Json | undefined): Outcome {
  const request = { method: 'GET', url: 'http://bank.example/', requestUId: 'uid' };
  const about = { operation: operation.id, request, message: joinTexts(['made up']) };
  if (data === undefined) return { ...about, class: 'NOT_FOUND', executed: 'no' };
  return { ...about, class: 'SUCCESS', executed: 'yes', data };
}

describe('gather', () => {
  it('ignores a link in the same picture as a slip', async () => {
    const slip = writeSlip({ sendingBank: '999', transRef: 'R1' });
    const payloads = ['https://shop.example/menu', slip];
    const { evidence } = await investigate('poster.png', { payloads });
    expect(evidence.readings.map(({ as, value }) => `${as} ${value}`)).toEqual(['transRef R1']);
  });

  it('goes from a partnerTransactionID to the transfer', async () => {
    const at = '2026-02-20T03:00:00.000Z';
    const { calls } = await investigate('PARTNER1', {
      initiated: [
        { reference: 'PARTNER1', contents: '', tokenizerId: 'SBX202602201000000000000', at },
      ],
    });
    const asked = calls.filter(({ operation }) => operation === 'transfer.inquire');
    expect(asked.map(({ input }) => [input.tokenizerId, input.dateFrom, input.dateTo])).toEqual([
      ['SBX202602201000000000000', '2026-02-19', '2026-02-21'],
    ]);
  });

  it('counts a payment once that two inquiries return', async () => {
    const record = { amount: '10.00', transactionId: 'T1', billPaymentRef1: 'ORDER1' };
    const { evidence } = await investigate('ORDER1', {
      answers: (operation, input) =>
        operation === 'bill.inquire' && input.transactionDate === '2026-03-02'
          ? [record]
          : undefined,
      confirmed: [
        confirmed({
          ...{ family: 'bill', reference: 'ORDER1', paidAt: Date.UTC(2026, 2, 2, 2) },
          known: { reference2: 'TABLE7' },
        }),
      ],
    });
    expect(evidence.statements.map(({ transactionId }) => transactionId)).toEqual(['T1']);
  });

  it('asks concurrently, at most five times a second per operation', async () => {
    const many = Array.from({ length: 5 }, (_, index) =>
      confirmed({
        ...{ family: 'bill', id: `T${index}`, reference: 'ORDER1', receivedAt: index },
        paidAt: Date.UTC(2026, 1, 10 + index),
      }),
    );
    const { calls, host, evidence } = await investigate('ORDER1', { confirmed: many });
    const put = evidence.sources.filter(({ requestUId }) => requestUId !== undefined);
    expect(put.map(({ at }) => at).sort()).toEqual(calls.map(({ at }) => at).sort());
    const times = calls.filter(({ operation }) => operation === 'bill.inquire').map(({ at }) => at);
    expect(times).toHaveLength(8);
    for (const start of times)
      expect(times.filter((at) => at >= start && at < start + 1000).length).toBeLessThanOrEqual(5);
    expect(host.clock.naps.length).toBeGreaterThan(0);
  });

  it('does not decode a requestUId that begins like a tag', async () => {
    const uid = '3005ABCDE01RN7SODUKT37V7TH549GAD';
    const { evidence } = await investigate(uid, { payloads: [uid] });
    expect(evidence.decoded).toEqual([]);
    expect(evidence.readings[0]).toMatchObject({ as: 'requestUId', value: uid });
  });

  it('refuses text that cannot be a reference', async () => {
    await expect(investigate('what is this?')).rejects.toMatchObject({ exitClass: 'USAGE' });
  });

  it('never prepares a call that is not a read', async () => {
    const { clock, random } = fakeHost();
    const bank = { clock, random, environment: 'test', settings: () => undefined } as const;
    const question = { operation: 'ewallet.refund', input: {} };
    await expect(prepareInquiry(bank, question)).rejects.toThrow(TypeError);
  });
});
