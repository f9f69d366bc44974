import { amountProblem } from '../core/money.js';
import { parseDate } from '../core/time.js';
import { type Decoded, decode, isPersonalField } from '../qr/decode.js';
import { bankName } from '../qr/tags.js';
import type { Fit, Kind, Paper, Reading } from './evidence.js';

/** What the profile knows that helps to tell references apart. */
export interface Marks {
  outTradeNoPrefix?: string;
  billerId?: string;
}

interface Rule {
  as: Kind;
  /** What a text must be to be one at all. */
  shape: RegExp;
  /** What makes it look like one, and why; the first that fits. */
  signs: readonly (readonly [sign: (id: string, marks: Marks) => boolean, why: string])[];
  otherwise: string;
}

const DATED = /^20[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** In the order in which they are tried where nothing speaks for one of them. */
const RULES: readonly Rule[] = [
  {
    as: 'outTradeNo',
    shape: /^[\x21-\x7e]{1,50}$/,
    signs: [
      [
        (id, { outTradeNoPrefix: prefix }) => !!prefix && id.startsWith(prefix),
        'begins with the outTradeNo prefix of the profile',
      ],
    ],
    otherwise: 'up to 50 characters',
  },
  {
    as: 'qrId',
    shape: /^(?:[A-Za-z0-9_-]{1,20}|[0-9]{23})$/,
    signs: [[(id) => /^(?:[0-9]{20}|[0-9]{23})$/.test(id) && DATED.test(id), 'a date and digits']],
    otherwise: 'up to 20 letters and digits',
  },
  {
    as: 'tokenizerId',
    shape: /^[A-Za-z0-9]{10,35}$/,
    signs: [
      [(id) => /^[A-Z]{2,}/.test(id) && dateInside(id) !== undefined, 'letters, a date and digits'],
    ],
    otherwise: 'up to 35 letters and digits',
  },
  {
    as: 'transRef',
    shape: /^[A-Za-z0-9_-]{12,35}$/,
    signs: [
      [
        (id) => DATED.test(id) && /[A-Za-z]/.test(id) && id.length >= 18 && id.length <= 25,
        'a date and letters, as on a slip',
      ],
    ],
    otherwise: '12 to 35 letters and digits',
  },
  {
    as: 'reference1',
    shape: /^[A-Z0-9]{1,20}$/,
    signs: [],
    otherwise: 'up to 20 capital letters and digits',
  },
  {
    as: 'partnerTransactionId',
    shape: /^[A-Za-z0-9]{16,35}$/,
    signs: [
      [
        (id, { billerId }) => !!billerId && id.startsWith(billerId),
        'begins with the biller id of the profile',
      ],
    ],
    otherwise: '16 to 35 letters and digits',
  },
  {
    as: 'refNumber',
    shape: /^[\x21-\x7e]{1,20}$/,
    signs: [],
    otherwise: 'up to 20 characters',
  },
  {
    as: 'regRef',
    shape: /^[\x21-\x7e]{1,20}$/,
    signs: [],
    otherwise: 'up to 20 characters',
  },
  {
    as: 'transactionId',
    shape: /^[A-Za-z0-9-]{8,64}$/,
    signs: [
      [(id) => UUID.test(id), 'a UUID'],
      [(id) => /^[0-9]{28}$/.test(id) && DATED.test(id), '28 digits that begin with a date'],
    ],
    otherwise: '8 to 64 letters and digits',
  },
  {
    as: 'requestUId',
    shape: /^[A-Za-z0-9]{32}$/,
    signs: [[() => true, 'exactly 32 letters and digits']],
    otherwise: '',
  },
];

/** Every way to read a bare reference, the likely ones first. */
export function recogniseText(id: string, marks: Marks): Reading[] {
  const readings = RULES.filter(({ shape }) => shape.test(id)).map((rule): Reading => {
    const sign = rule.signs.find(([holds]) => holds(id, marks));
    const fit: Fit = sign ? 'likely' : 'possible';
    return {
      as: rule.as,
      value: id,
      fit,
      why: sign?.[1] ?? rule.otherwise,
      origin: 'id',
      known: dayOf(rule.as, id),
    };
  });
  return readings.sort((a, b) => Number(a.fit === 'possible') - Number(b.fit === 'possible'));
}

/** Some references carry the day of their payment. */
function dayOf(as: Kind, id: string): Reading['known'] {
  if (as !== 'tokenizerId') return {};
  const date = dateInside(id);
  return date === undefined ? {} : { date };
}

function dateInside(id: string): string | undefined {
  const [, year, month, day] = /^[A-Za-z]+(20[0-9]{2})([0-9]{2})([0-9]{2})/.exec(id) ?? [];
  const date = `${year}-${month}-${day}`;
  return parseDate(date) === undefined ? undefined : date;
}

/** What a payload names, and what it says of itself; undefined where it is none. */
export function recognisePayload(
  payload: string,
): { paper: Paper; readings: Reading[]; personal: string[] } | undefined {
  const decoded = decode(payload);
  if (decoded.kind === 'unknown') return undefined;
  const personal = decoded.fields.filter((field) => isPersonalField(field, decoded));
  return {
    paper: paperOf(decoded),
    readings: readingsOf(decoded),
    personal: personal.map(({ value }) => value),
  };
}

function paperOf(decoded: Decoded): Paper {
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

function readingsOf(decoded: Decoded): Reading[] {
  const { kind, transRef, sendingBank, billerId, ref1, ref2, fields } = decoded;
  const readings: Reading[] = [];
  if (transRef) {
    const bank = sendingBank && `, sent by bank ${bankLabel(sendingBank)}`;
    readings.push({
      as: 'transRef',
      value: transRef,
      fit: 'certain',
      why: `on the ${kind === 'slip' ? 'mini QR of the slip' : 'slip of a wallet'}${bank ?? ''}`,
      origin: 'id',
      known: { ...(sendingBank && { sendingBank }) },
    });
  }
  if (ref1) {
    const known = { ...(billerId && { billerId }), ...(ref2 && { reference2: ref2 }) };
    const why = `in the ${kind}`;
    readings.push({ as: 'reference1', value: ref1, fit: 'certain', why, origin: 'id', known });
  }
  // A combined code carries the id under which its card part is inquired in tag 62.05.
  const qrId = fields.find(({ path }) => path === '62.05')?.value;
  if (qrId && fields.some(({ path }) => /^(?:0[2-9]|1[0-9]|2[0-5])$/.test(path))) {
    const why = 'tag 62.05 of it';
    readings.push({ as: 'qrId', value: qrId, fit: 'likely', why, origin: 'id', known: {} });
  }
  return readings;
}

/** `004 (Kasikornbank)`. */
export function bankLabel(code: string): string {
  const name = bankName(code);
  return name === undefined ? code : `${code} (${name})`;
}
