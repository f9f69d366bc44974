import type { RecogniseContext, Reference } from '../bank/reference.js';
import { amountProblem } from '../core/money.js';
import { inquiries, payloads } from '../messages/inquiries.js';
import { type Decoded, decode, isPersonalField } from '../qr/decode.js';
import { bankName } from '../qr/tags.js';
import type { IdReading, Payload } from './evidence.js';

/** Every way to read a bare reference, the likely ones first. */
export function recogniseText(
  references: readonly Reference[],
  id: string,
  marks: RecogniseContext,
): IdReading[] {
  const readings = references
    .filter(({ shape }) => shape.test(id))
    .map((reference): IdReading => {
      const sign = reference.signs.find(([holds]) => holds(id, marks));
      return {
        as: reference.field,
        family: reference.payment,
        value: id,
        fit: sign ? 'likely' : 'possible',
        why: sign?.[1] ?? reference.fallback,
        derived: false,
        known: reference.known?.(id) ?? {},
      };
    });
  return readings.sort((a, b) => Number(a.fit === 'possible') - Number(b.fit === 'possible'));
}

/** What a payload names, and what it says of itself; undefined where it is none. */
export function recognisePayload(
  payload: string,
): { payload: Payload; readings: IdReading[]; personal: string[] } | undefined {
  const decoded = decode(payload);
  if (decoded.kind === 'unknown') return undefined;
  const personal = decoded.fields.filter((field) => isPersonalField(field, decoded));
  return {
    payload: toPayload(decoded),
    readings: toReadings(decoded),
    personal: personal.map(({ value }) => value),
  };
}

function toPayload(decoded: Decoded): Payload {
  const { kind, amount, billerId, sendingBank, errors } = decoded;
  return {
    kind,
    static: decoded.static,
    ...(amount !== null && amountProblem(amount) === undefined && { amount }),
    ...(billerId !== null && { billerId }),
    ...(sendingBank !== null && { sendingBank }),
    faults: errors.map(({ message }) => message),
  };
}

function toReadings(decoded: Decoded): IdReading[] {
  const { kind, transRef, sendingBank, billerId, ref1, ref2, fields } = decoded;
  const readings: IdReading[] = [];
  const add = (reading: Omit<IdReading, 'fit' | 'derived'>, fit: IdReading['fit'] = 'certain') =>
    readings.push({ ...reading, fit, derived: false });
  if (transRef) {
    const bank = sendingBank ? bankLabel(sendingBank) : undefined;
    const why = kind === 'slip' ? inquiries.onMiniQr(bank) : inquiries.onWalletSlip(bank);
    const known = { ...(sendingBank && { sendingBank }) };
    add({ as: 'transRef', family: 'bill', value: transRef, why, known });
  }
  if (ref1) {
    const known = { ...(billerId && { billerId }), ...(ref2 && { reference2: ref2 }) };
    add({
      as: 'reference1',
      family: 'bill',
      value: ref1,
      why: inquiries.inPayload(payloads[kind]),
      known,
    });
  }
  // A combined code carries the id under which its card part is inquired in tag 62.05.
  const qrId = fields.find(({ path }) => path === '62.05')?.value;
  if (qrId && fields.some(({ path }) => /^(?:0[2-9]|1[0-9]|2[0-5])$/.test(path))) {
    add({ as: 'qrId', family: 'card', value: qrId, why: inquiries.inTag, known: {} }, 'likely');
  }
  return readings;
}

/** `004 (Kasikornbank)`. */
export function bankLabel(code: string): string {
  const name = bankName(code);
  return name === undefined ? code : `${code} (${name})`;
}
