import { generateKeyPairSync, type KeyObject, privateDecrypt, privateEncrypt } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { charge, payment, register } from '../../src/bank/dd/operations.js';
import {
  directDebitKey,
  openAnswer,
  openRecord,
  sealFields,
} from '../../src/client/direct-debit.js';
import { recorder } from '../../src/client/recording/recorder.js';
import { at, fromPlain, isJsonObject, jsonText } from '../../src/core/json.js';
import { CANARY, callerOver, connection, envelope, scripted } from '../fixtures/client.js';

const PAIR = generateKeyPairSync('rsa', { modulusLength: 2048 });
const OTHER = generateKeyPairSync('rsa', { modulusLength: 2048 });

const KEY = keyOf(PAIR.publicKey);

function keyOf(publicKey: KeyObject) {
  const key = directDebitKey(String(publicKey.export({ type: 'spki', format: 'pem' })));
  if (key) return key;
  throw new Error('no RSA key');
}

const CHARGE = {
  merchantId: '3000000001',
  subAccountId: '300000000001',
  refNumber: 'CHARGE0001',
  refDateTime: '20260131090000',
  amount: '100.00',
  accountNumber: '1234567890',
};

/** What the bank does with its private key, block after block. */
function opened(text: unknown): unknown {
  const bytes = Buffer.from(String(text), 'base64');
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 256) {
    const padded = privateDecrypt(
      { key: PAIR.privateKey, padding: 3 },
      bytes.subarray(at, at + 256),
    );
    blocks.push(padded.subarray(padded.indexOf(0, 2) + 1));
  }
  return JSON.parse(Buffer.concat(blocks).toString());
}

function sealed(data: object, key: KeyObject = PAIR.privateKey): string {
  const bytes = Buffer.from(JSON.stringify(data));
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 245) {
    blocks.push(privateEncrypt(key, bytes.subarray(at, at + 245)));
  }
  return Buffer.concat(blocks).toString('base64');
}

async function bank(...answers: ReturnType<typeof envelope>[]) {
  const { transport, caller, events } = await callerOver(scripted(...answers), {
    retries: 0,
    connection: connection({ directDebitKey: () => KEY }),
  });
  return { caller, events, transport };
}

const PAID = { refNumber: 'CHARGE0001', amount: 100, statusCode: '1000', txnNumber: 'T1' };

describe('direct debit with the key of the bank', () => {
  it('sends merchant and sub-account in clear, all else sealed, and reads the sealed answer', async () => {
    const data = { merchantId: '3000000001', encryptedValue: sealed(PAID), validationMessages: [] };
    const { caller, transport } = await bank(envelope(1000, data));
    const outcome = await caller.call(charge, charge.input.parse(CHARGE));
    const body = JSON.parse(transport.sent[0]?.request.body ?? '');
    expect(Object.keys(body)).toEqual(['merchantId', 'subAccountId', 'encryptedValue']);
    expect(opened(body.encryptedValue)).toEqual({
      refNumber: 'CHARGE0001',
      refDateTime: '20260131090000',
      amount: 100,
      currency: 'THB',
      accountNumber: '1234567890',
    });
    expect(outcome).toMatchObject({ class: 'SUCCESS', executed: 'yes', state: '1000' });
    expect(outcome.data).toEqual(
      fromPlain({ merchantId: '3000000001', validationMessages: [], ...PAID }),
    );
    expect(Buffer.from(outcome.raw ?? []).toString()).toContain('encryptedValue');
  });

  it('compares what the bank echoes with what was sealed', async () => {
    const other = { ...PAID, amount: 999 };
    const { caller } = await bank(envelope(1000, { encryptedValue: sealed(other) }));
    const outcome = await caller.call(charge, charge.input.parse(CHARGE));
    expect(outcome).toMatchObject({ class: 'OUTCOME_UNKNOWN', executed: 'unknown' });
    expect(String(outcome.message)).toContain('amount differs from what was sent');
    expect(jsonText(at(outcome.data, 'amount'))).toBe('999');
  });

  it('shows no secret that lay in what was sealed', async () => {
    const note = Buffer.from(`x${CANARY.token}`).toString('base64');
    const data = { encryptedValue: sealed({ ...PAID, note: [CANARY.token, note] }) };
    const { caller, events } = await bank(envelope(1000, data));
    const outcome = await caller.call(charge, CHARGE);
    expect(outcome).toMatchObject({ class: 'SUCCESS', data: { refNumber: 'CHARGE0001' } });
    const seen = JSON.stringify([outcome, events]) + Buffer.from(outcome.raw ?? []).toString();
    for (const text of [CANARY.token, note.slice(4, -4), data.encryptedValue]) {
      expect(seen).not.toContain(text);
    }
  });

  it.each([
    ['another key', sealed(PAID, OTHER.privateKey)],
    ['no cipher text', 'bm90IGVuY3J5cHRlZA=='],
    ['nothing', ''],
    ['a list', sealed([1])],
  ])('believes no answer that it cannot open: %s', async (_, encryptedValue) => {
    const money = await bank(envelope(1000, { encryptedValue }));
    expect(await money.caller.call(charge, charge.input.parse(CHARGE))).toMatchObject({
      class: 'OUTCOME_UNKNOWN',
      executed: 'unknown',
    });
    const read = await bank(envelope(1000, { encryptedValue }));
    const { merchantId, refNumber, refDateTime } = CHARGE;
    const outcome = await read.caller.call(payment, { merchantId, refNumber, refDateTime });
    expect(outcome).toMatchObject({ class: 'BAD_DATA' });
    expect(String(outcome.message)).toContain('ddPublicKey');
  });

  it('judges a refusal by its code alone', async () => {
    const data = { encryptedValue: sealed(PAID, OTHER.privateKey) };
    const { caller } = await bank(envelope(1102, data, 400));
    expect(await caller.call(charge, charge.input.parse(CHARGE))).toMatchObject({
      class: 'REJECTED',
      code: '1102',
    });
  });

  it('shows the log nothing that a holder of the public key could open', async () => {
    const { caller, events } = await bank(envelope(1000, { encryptedValue: sealed(PAID) }));
    await caller.call(charge, charge.input.parse(CHARGE));
    const shown = JSON.stringify(events);
    expect(shown).toContain('"encryptedValue":"[redacted]"');
    expect(shown).not.toContain('1234567890');
  });

  it('records what the bank said, and nothing that a holder of the public key could open', async () => {
    const lines: string[] = [];
    const { caller } = await callerOver(
      scripted(
        envelope(1000, { encryptedValue: sealed({ ...PAID, accountNumber: '1234567890' }) }),
        envelope(1000, { encryptedValue: sealed(PAID, OTHER.privateKey) }),
      ),
      {
        connection: connection({ directDebitKey: () => KEY }),
        record: recorder((line) => void lines.push(line)),
      },
    );
    await caller.call(charge, charge.input.parse(CHARGE));
    await caller.call(charge, charge.input.parse(CHARGE));
    const [body, unopened] = lines.map((line) => JSON.parse(line).answer.body);
    expect(Object.keys(body)).toEqual(['status', 'data']);
    expect(body.data).toEqual({ ...PAID, accountNumber: '1111117890' });
    expect(unopened.data).toEqual({ encryptedValue: '[redacted]' });
  });

  it('encrypts long texts in several blocks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (remarks) => {
        const fields = sealFields(register, { merchantId: '1', remarks }, KEY);
        expect(opened(fields.encryptedValue)).toEqual({ remarks });
        const record = openRecord({ encryptedValue: sealed({ remarks }) }, KEY);
        expect(record).toEqual({ remarks });
      }),
      { numRuns: 30 },
    );
  });

  it('seals nothing twice', () => {
    const fields = { merchantId: '1', encryptedValue: 'c2VhbGVk' };
    expect(sealFields(register, fields, KEY)).toEqual(fields);
  });

  it('leaves answers without encryptedValue unchanged', () => {
    const status = { code: '1', description: '' };
    const answer = { valid: true, code: '1000', status, isBare: false } as const;
    for (const data of [null, [], { merchantId: '1' }, { encryptedValue: 7 }]) {
      const given = { ...answer, data: fromPlain(data) };
      expect(openAnswer(given, KEY)).toEqual(given);
    }
    expect(isJsonObject(openRecord({}, KEY))).toBe(false);
  });
});

describe('the key of the bank', () => {
  it('is RSA in PEM, or none', () => {
    const pem = PAIR.publicKey.export({ type: 'spki', format: 'pem' });
    expect(directDebitKey(Buffer.from(pem))).toMatchObject({ open: expect.any(Function) });
    const pkcs1 = PAIR.publicKey.export({ type: 'pkcs1', format: 'pem' });
    expect(directDebitKey(Buffer.from(pkcs1))).toMatchObject({ open: expect.any(Function) });
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
    expect(directDebitKey(Buffer.from(curve.export({ type: 'spki', format: 'pem' })))).toBe(
      undefined,
    );
    expect(directDebitKey('no key')).toBe(undefined);
  });
});
