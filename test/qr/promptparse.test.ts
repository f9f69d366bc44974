import * as fc from 'fast-check';
import { generate, parse, checksum as theirChecksum, validate } from 'promptparse';
import { describe, expect, test } from 'vitest';
import { writeSlip } from '../../src/qr/barcode.js';
import { decode } from '../../src/qr/decode.js';
import { readPayload } from '../../src/qr/reading.js';
import { AID } from '../../src/qr/tags.js';
import { writeThaiQr } from '../../src/qr/thai-qr.js';
import { checksum } from '../../src/qr/tlv.js';
import { goodVectors, writeBillPayment } from '../fixtures/qr.js';

/** promptparse 1.6.0 as a second opinion, decoder and encoder; its checksums are right for ASCII only. */
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
});
