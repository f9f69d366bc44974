import * as fc from 'fast-check';
import { generate, parse, validate } from 'promptparse';
import { describe, expect, test } from 'vitest';
import { writeSlip } from '../../src/qr/barcode.js';
import { decode } from '../../src/qr/decode.js';
import { readPayload } from '../../src/qr/reading.js';
import { AID } from '../../src/qr/tags.js';
import { writeThaiQr } from '../../src/qr/thai-qr.js';
import { goodVectors, writeBillPayment } from '../fixtures/qr.js';

/** promptparse 1.6.0 as a second opinion, decoder and encoder; its checksums are right for ASCII only. */
const ascii = goodVectors.filter(({ payload }) => /^[\x20-\x7E]*$/.test(payload));
const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const reference = fc.stringMatching(/^[A-Z0-9]{1,20}$/);
/** Whole baht below 2^53: what a binary float can carry. */
const baht = fc.integer({ min: 1, max: 999_999 });

describe('its decoder and ours agree', () => {
  test.each(ascii)('on $id: $kind', ({ payload }) => {
    const theirs = parse(payload, false, false)?.getTags() ?? [];
    const ours = readPayload(payload).fields.map(({ tag, length, value }) => [tag, length, value]);
    expect(ours).toEqual(theirs.map(({ id, length, value }) => [id, length, value]));
  });

  test('on bills that we write', () => {
    const references = { ref1: reference, ref2: reference, ref3: reference };
    const bills = fc.record({ billerId: digits(15), ...references, amount: baht });
    fc.assert(
      fc.property(bills, (bill) => {
        const payload = writeBillPayment({ ...bill, amount: String(bill.amount) });
        expect(validate.billPayment(payload)).toEqual(bill);
      }),
    );
  });

  test('on slips that we write', () => {
    const transRef = fc.stringMatching(/^[A-Za-z0-9]{1,25}$/);
    const slips = fc.record({ sendingBank: digits(3), transRef });
    fc.assert(
      fc.property(slips, (slip) => {
        expect(validate.slipVerify(writeSlip(slip))).toEqual(slip);
      }),
    );
  });
});

describe('its encoder and ours agree', () => {
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
