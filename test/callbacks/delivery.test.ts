import { describe, expect, it } from 'vitest';
import type { Transport } from '../../src/client/transport.js';
import { type Bank, openBank } from '../../src/sandbox/bank.js';
import { pay } from '../../src/sandbox/customer.js';
import { deliver, deliverDue } from '../../src/sandbox/delivery/delivery.js';
import type { FaultName } from '../../src/sandbox/faults.js';
import { reset, setFault, setSettings } from '../../src/sandbox/operator.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { ACK, type Partner, partner } from '../fixtures/confirmations.js';
import { seededRandom } from '../fixtures/fake-host.js';
import { writeBillPayment } from '../fixtures/qr.js';
import { newWorld, temporaryPath } from '../fixtures/sandbox.js';
import { tokenCall } from '../fixtures/sandbox-calls.js';

const URL_OF_PARTNER = 'http://127.0.0.1:8788/confirmations';
const { billerId } = SANDBOX_PROFILE;

const world = () => newWorld({ settings: { rateLimit: 0, confirmationUrl: URL_OF_PARTNER } });
const payBill = (bank: Bank, ref1: string, amount = '100.00') =>
  pay(bank, writeBillPayment({ billerId, ref1, ref3: 'SBXA', amount }));
const sent = ({ requests }: Partner) => requests.map(({ body = '' }) => JSON.parse(body));
const refs = (to: Partner) => sent(to).map(({ billPaymentRef1 }) => billPaymentRef1);

describe('confirmations of the sandbox', () => {
  it('are sent once, after a payment, to the registered address', async () => {
    const { bank } = await world();
    const to = partner();
    const { reference } = await payBill(bank, 'R1');
    expect(await deliverDue(bank, to.transport)).toMatchObject([
      { kind: 'payment', reference, url: URL_OF_PARTNER, attempt: 1, acknowledged: true },
    ]);
    expect(to.requests[0]).toMatchObject({ method: 'POST', url: URL_OF_PARTNER });
    expect(sent(to)[0]).toMatchObject({
      transactionId: reference,
      amount: '100.00',
      billPaymentRef1: 'R1',
    });
    expect(await deliverDue(bank, to.transport)).toEqual([]);
  });

  it.each([
    ['nobody is there', false],
    ['the answer is an error', 500],
    ['the answer is empty', ''],
    ['the code is another', '{"resCode":"01"}'],
    ['the code is a number', '{"resCode":0}'],
  ] as const)('are sent again three times, 12 seconds apart, when %s', async (_, answer) => {
    const { bank, clock } = await world();
    const to = partner(() => answer);
    await payBill(bank, 'R1');
    const attempts: number[] = [];
    for (let second = 0; second < 120; second += 1) {
      for (const { attempt, acknowledged } of await deliverDue(bank, to.transport)) {
        expect(acknowledged).toBe(false);
        attempts.push(attempt, second);
      }
      clock.advance(1000);
    }
    expect(attempts).toEqual([1, 0, 2, 12, 3, 24, 4, 36]);
  });

  it('end with the first acknowledgement', async () => {
    const { bank, clock } = await world();
    const to = partner((turn) => (turn === 1 ? ACK : 503));
    await payBill(bank, 'R1');
    for (const _ of [1, 2, 3, 4, 5]) {
      await deliverDue(bank, to.transport);
      clock.advance(12_000);
    }
    expect(to.requests).toHaveLength(2);
  });

  it('are sent after a reset, though one from before it is acknowledged only then', async () => {
    const { bank } = await newWorld({});
    await setSettings(bank, { confirmationUrl: URL_OF_PARTNER });
    const to = partner();
    const slow = {
      ...to.transport,
      send: async (...call: Parameters<Transport['send']>) => {
        if (to.requests.length === 0) {
          await reset(bank);
          await payBill(bank, 'R2');
        }
        return to.transport.send(...call);
      },
    };
    await payBill(bank, 'R1');
    await deliverDue(bank, slow);
    await deliverDue(bank, to.transport);
    expect(refs(to)).toEqual(['R1', 'R2']);
  });

  it('are not sent without an address', async () => {
    const { bank } = await newWorld();
    await payBill(bank, 'R1');
    expect(await deliverDue(bank, partner().transport)).toEqual([]);
  });

  it.each(['http://192.0.2.1/', 'http://example.com/', 'file:///etc/passwd', 'nonsense'])(
    'never leave this machine: %s',
    async (confirmationUrl) => {
      const { bank } = await newWorld({ settings: { confirmationUrl } });
      const to = partner();
      await payBill(bank, 'R1');
      await expect(deliverDue(bank, to.transport)).rejects.toThrow(
        /must be an (http or https )?address/,
      );
      expect(to.requests).toEqual([]);
    },
  );

  it('go out once each, though several processes deliver', async () => {
    const path = temporaryPath();
    const { bank, clock } = await newWorld({ path, settings: { confirmationUrl: URL_OF_PARTNER } });
    const settings = { confirmationUrl: URL_OF_PARTNER };
    const other = await openBank({ path, clock, random: seededRandom(2), settings });
    for (let index = 0; index < 10; index += 1) await payBill(bank, `R${index}`);
    const to = partner();
    await Promise.all([deliverDue(bank, to.transport), deliverDue(other, to.transport)]);
    other.close();
    expect(to.requests).toHaveLength(10);
    expect(new Set(refs(to)).size).toBe(10);
  });

  it('are delivered until the signal, and the same trouble is reported once', async () => {
    const { bank } = await newWorld({ settings: { confirmationUrl: 'http://192.0.2.1/' } });
    const stop = new AbortController();
    const told: string[] = [];
    let turns = 0;
    bank.clock.sleep = async () => {
      if (++turns === 3) stop.abort();
    };
    await payBill(bank, 'R1');
    await deliver(bank, partner().transport, {
      signal: stop.signal,
      onDelivered: () => told.push('delivered'),
      onTrouble: (error) => told.push(error.message),
    });
    expect(told).toEqual(['the confirmationUrl of the sandbox must be an address of this machine']);
  });
});

describe('confirmations on request', () => {
  async function disturbed(name: FaultName) {
    const made = await world();
    await setFault(made.bank, { name, operation: '*', times: 1 });
    const to = partner();
    const due = () => deliverDue(made.bank, to.transport);
    return { ...made, to, due };
  }

  it('come late', async () => {
    const { bank, clock, to, due } = await disturbed('late-callback');
    await payBill(bank, 'R1');
    await due();
    clock.advance(59_999);
    await due();
    expect(refs(to)).toEqual([]);
    clock.advance(1);
    await due();
    expect(refs(to)).toEqual(['R1']);
  });

  it('come behind the next one, or alone after a minute', async () => {
    const { bank, clock, to, due } = await disturbed('reordered-callback');
    await payBill(bank, 'R1');
    await due();
    await payBill(bank, 'R2');
    await due();
    expect(refs(to)).toEqual(['R2', 'R1']);

    await setFault(bank, { name: 'reordered-callback', operation: 'confirmation', times: 1 });
    await payBill(bank, 'R3');
    clock.advance(60_000);
    await due();
    expect(refs(to)).toEqual(['R2', 'R1', 'R3']);
  });

  it('come with a wrong amount, as text or number', async () => {
    const { bank, to, due } = await disturbed('wrong-amount-callback');
    await payBill(bank, 'R1', '1.50');
    await due();
    expect(to.requests[0]?.body).toContain('"amount":"2.50"');

    const numbers = await newWorld({
      settings: { confirmationUrl: URL_OF_PARTNER, confirmationAmount: 'number' },
    });
    await setFault(numbers.bank, { name: 'wrong-amount-callback', operation: '*' });
    const there = partner();
    await payBill(numbers.bank, 'R1', '1.50');
    await deliverDue(numbers.bank, there.transport);
    expect(there.requests[0]?.body).toContain('"amount":2.50');
  });

  it('faults of calls and of confirmations do not use each other up', async () => {
    const { bank, to, due } = await disturbed('duplicate-callback');
    await setFault(bank, { name: 'maintenance', operation: '*', times: 1 });
    await payBill(bank, 'R1');
    await due();
    expect(refs(to)).toEqual(['R1', 'R1']);
    expect((await tokenCall(bank)).code).toBe(9990);
  });
});
