import * as fc from 'fast-check';
import { generate, parse, parseBarcode, checksum as theirChecksum, validate } from 'promptparse';
import { describe, expect, test } from 'vitest';
import { parseBarcode as parseOurs, writeBarcode, writeSlip } from '../../src/qr/barcode.js';
import { decode } from '../../src/qr/decode.js';
import { readPayload } from '../../src/qr/reading.js';
import { AID, isPaymentTemplate } from '../../src/qr/tags.js';
import { writeThaiQr } from '../../src/qr/thai-qr.js';
import { checksum, parseTlv } from '../../src/qr/tlv.js';
import { goodVectors } from './payloads.js';
import { writeBillPayment } from './writers.js';

/**
 * promptparse 1.6.0 as a second opinion, decoder and encoder. Its known defects, each held below:
 * 1. checksums run over UTF-16 units, so payloads with Thai or Chinese text fail;
 * 2. amounts are binary floats: barcodes give 110.00000000000001 satang, 1.005 becomes 1.00;
 * 3. a field that is cut off passes without strict mode;
 * 4. templates are guessed by the shape of their contents;
 * 5. what it does not like is null, without a reason.
 */
const ascii = goodVectors.filter(({ payload }) => /^[\x20-\x7E]*$/.test(payload));
const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const reference = fc.stringMatching(/^[A-Z0-9]{1,20}$/);
/** Whole baht below 2^53: what a binary float can carry. */
const baht = fc.integer({ min: 1, max: 999_999 });

describe('its decoder and ours agree', () => {
  test.each(ascii)('on $id: $kind', ({ payload }) => {
    const theirs = parse(payload, false, false)
      ?.getTags()
      .map(({ id, length, value }) => [id, length, value]);
    expect(
      readPayload(payload).fields.map(({ tag, length, value }) => [tag, length, value]),
    ).toEqual(theirs);
  });

  test('on checksums of ASCII', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(checksum(text)).toBe(theirChecksum(text));
      }),
    );
  });

  test('on bills that we write', () => {
    const bills = fc.record({
      billerId: digits(15),
      ref1: reference,
      ref2: reference,
      ref3: reference,
      amount: baht,
    });
    fc.assert(
      fc.property(bills, (bill) => {
        expect(
          validate.billPayment(writeBillPayment({ ...bill, amount: String(bill.amount) })),
        ).toEqual(bill);
      }),
    );
  });

  test('on slips that we write', () => {
    const slips = fc.record({
      sendingBank: digits(3),
      transRef: fc.stringMatching(/^[A-Za-z0-9]{1,25}$/),
    });
    fc.assert(
      fc.property(slips, (slip) => {
        expect(validate.slipVerify(writeSlip(slip))).toEqual(slip);
      }),
    );
  });
});

describe('its encoder and ours agree', () => {
  test('on bills', () => {
    fc.assert(
      fc.property(digits(15), reference, reference, baht, (billerId, ref1, ref2, amount) => {
        const { errors, ...decoded } = decode(
          generate.billPayment({ billerId, ref1, ref2, amount }),
        );
        expect(errors).toEqual([]);
        expect(decoded).toMatchObject({
          kind: 'bill-payment',
          billerId,
          ref1,
          ref2,
          amount: `${amount}.00`,
        });
      }),
    );
  });

  test('on transfers', () => {
    fc.assert(
      fc.property(digits(9), (nine) => {
        const theirs = decode(generate.anyId({ type: 'MSISDN', target: `0${nine}` }));
        const transfer = { aid: AID.TRANSFER, mobile: `0066${nine}` };
        const ours = decode(
          writeThaiQr({ static: true, transfer, currency: '764', country: 'TH' }),
        );
        const said = ({ fields }: typeof ours) =>
          Object.fromEntries(
            fields.filter(({ path }) => path !== '63').map(({ path, value }) => [path, value]),
          );
        expect(said(theirs)).toEqual(said(ours));
        expect(theirs.errors).toEqual([]);
      }),
    );
  });

  test('on slips, character by character', () => {
    const slip = { sendingBank: '014', transRef: '202601012SANDBOXaBcDeF123' };
    expect(writeSlip(slip)).toBe(generate.slipVerify(slip));
  });

  test('on the slip of a wallet', () => {
    const transactionId = 'TXN0001234567';
    const theirs = { eventType: 'P2P', date: '08012024', transactionId };
    expect(decode(generate.trueMoneySlipVerify(theirs))).toMatchObject({
      kind: 'wallet-slip',
      transRef: transactionId,
      errors: [],
    });
  });
});

describe('its known defects, which are not ours', () => {
  const chinese = goodVectors.find(({ id }) => id === 's13')?.payload ?? '';

  test('1: text beyond ASCII', () => {
    expect(parse(chinese, true)).toBeNull();
    expect(decode(chinese).crc?.valid).toBe(true);
  });

  test('2: money', () => {
    const barcode = { billerId: '099999999999990', ref1: '1' };
    expect(generate.botBarcode({ ...barcode, amount: 1.1 })).toContain('110.00000000000001');
    expect(writeBarcode({ ...barcode, amount: '1.1' })).toBe('|099999999999990\r1\r\r110');
    expect(generate.billPayment({ ...barcode, amount: 1.005 })).toContain('54041.00');
    expect(() => writeBillPayment({ ...barcode, amount: '1.005' })).toThrow(/two decimals/);
    const large = '|099999999999990\r1\r\r900719925474099312';
    expect(parseBarcode(large)?.amount).not.toBe('9007199254740993.12');
    expect(parseOurs(large).barcode.amount).toBe('9007199254740993.12');
  });

  test('3: fields that are cut off', () => {
    expect(parse('00020129990', false)?.getTag('29')).toMatchObject({ length: 99, value: '0' });
    expect(decode('00020129990').errors.map(({ code }) => code)).toContain('value-cut-off');
  });

  test('4: guessed templates', () => {
    const text = '59120002AB0102CD';
    expect(parse(`000201${text}`, false)?.getTag('59')?.subTags).not.toBeUndefined();
    expect(parseTlv(text, isPaymentTemplate).fields[0]?.parts).toEqual([]);
  });

  test('5: no reasons', () => {
    expect(parse('hello', true)).toBeNull();
    expect(decode('hello').errors[0]?.message).toMatch(/not a payment code/);
  });
});
