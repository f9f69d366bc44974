import * as z from 'zod/mini';
import type { Problem } from '../../core/errors.js';
import { at, fromPlain, type Json, textFields } from '../../core/json.js';
import type { Message } from '../../core/message.js';
import { parseBangkokDateTime } from '../../core/time.js';
import { bank, field as says } from '../../messages/bank.js';
import { type BankStatus, optionalObject, scalar, textAt, word, words } from '../answers.js';
import { byBillOfDay } from '../bill/references.js';
import { missingFields } from '../check.js';
import type { CreatedReference, Fields, InputContext } from '../define.js';
import { amountText, choice, digits, reference, text } from '../fields.js';
import { rule } from '../rule.js';
import { byQrId } from './references.js';

const FOR_ACCOUNTS = { conditional: 'for PP and PPCS' };
const FOR_CARDS = { conditional: 'for CS and PPCS' };

/** Biller and references of QR 30 ("POST /v2/payment/qrcode/create"). */
export const promptPay = {
  ppId: digits(15, 'biller id, 15 digits'),
  ref1: reference('reference 1'),
  ref2: z.optional(reference('reference 2')),
  ref3: z.optional(reference('reference 3: prefix of the biller and a value')),
};

const createV1Fields = z.looseObject({
  qrType: choice(['PP', 'CS', 'PPCS'], 'kind of QR: PP (QR 30), CS (cards), PPCS (both)'),
  amount: z.optional(amountText('amount in baht', { characters: 13 })),
  ppType: z.optional(choice(['BILLERID'], 'kind of PromptPay id')),
  ...promptPay,
  ppId: z.optional(digits(15, 'biller id, 15 digits', FOR_ACCOUNTS)),
  ref1: z.optional(reference('reference 1', FOR_ACCOUNTS)),
  merchantId: z.optional(text('merchant id of the card scheme', { max: 15, ...FOR_CARDS })),
  terminalId: z.optional(text('terminal id of the card scheme', { max: 15, ...FOR_CARDS })),
  invoice: z.optional(
    text('invoice number, unique', {
      pattern: [/^[A-Z0-9]*$/, says.capitalsAndDigits],
      ...FOR_CARDS,
    }),
  ),
  csExtExpiryTime: z.optional(
    text('minutes until the card QR expires (15 unless given)', {
      pattern: [/^[0-9]{1,9}$/, says.wholeMinutes],
    }),
  ),
  csNote: z.optional(text('free text that comes back')),
  csUserDefined: z.optional(text('further free text that comes back')),
});

/** Fields of version 1, from public documents; ppType is BILLERID unless given. */
export const createV1Input = z.pipe(
  createV1Fields,
  z.transform((fields: z.output<typeof createV1Fields>) =>
    fields.qrType === 'CS' ? fields : { ...fields, ppType: fields.ppType ?? 'BILLERID' },
  ),
);

/** "QR 30 record"; unless it refuses, it must hold the QR. */
export const createdV2 = z
  .looseObject({
    success: z.nullish(z.union([z.boolean(), z.string()])),
    code: scalar,
    ...words('message', 'moreInfo'),
    data: optionalObject({
      ...words('url', 'qrRawData', 'expiryDate'),
      numberOfTimes: z.nullish(z.union([z.number(), z.string()])),
    }),
    request: optionalObject({}),
  })
  .check(
    rule(
      ({ success, data }) => [!isRefusal(success) && !data?.qrRawData && bank.noQr],
      ['data', 'qrRawData'],
    ),
  );

/** The answer of version 1, from public documents; the id is `qrCodeId` there and `qrcodeId` in answers. */
export const createdV1 = z.looseObject({
  qrRawData: z.string().check(z.minLength(1)),
  ...words('qrImage', 'qrCodeId', 'qrcodeId'),
  csExtExpiryTime: z.nullish(z.union([z.string(), z.number()])),
  responseCode: scalar,
  amount: scalar,
  ...words('invoice', 'merchantId', 'merchantName', 'terminalId'),
  channels: z.nullish(z.array(z.looseObject({ channelName: word, channelCode: word }))),
});

/** "QR CS transaction record"; none before the QR is fully paid. */
export const cardPayment = optionalObject({
  transactionId: word,
  amount: scalar,
  ...words('transactionDateandTime', 'merchantPAN', 'consumerPAN', 'currencyCode'),
  ...words('merchantId', 'terminalId', 'qrId', 'traceNo', 'authorizeCode', 'paymentMethod'),
  ...words('transactionType', 'channelCode', 'invoice', 'note'),
});

/** By `success`: QR 30 refuses inside a valid answer ("QR 30 record"). */
export function creationStatus(data: Json): BankStatus {
  if (!isRefusal(at(data, 'success'))) return { class: 'SUCCESS' };
  const reason = [textAt(data, 'message'), textAt(data, 'moreInfo')].filter(Boolean).join(': ');
  return { class: 'REJECTED', code: textAt(data, 'code'), reason: reason || undefined };
}

function isRefusal(success: unknown): boolean {
  return success === false || success === 'false';
}

/** How a payment from an account is inquired: by its day, biller and references. */
export function billCreated({ ppId, ref1, ref2, amount }: Fields): CreatedReference {
  const known = textFields(fromPlain({ billerId: ppId, reference2: ref2, amount }));
  return { ask: byBillOfDay, value: String(ref1), known };
}

/** How a payment by card is inquired: by the id of its QR. */
export function cardCreated(answer: Json): CreatedReference[] {
  const qrId = textAt(answer, 'qrCodeId') ?? textAt(answer, 'qrcodeId');
  return qrId === undefined ? [] : [{ ask: byQrId, value: qrId }];
}

/** numberOfTimes requires expiryDate ("POST /v2/payment/qrcode/create"). */
export function checkExpiry({ numberOfTimes, expiryDate }: Fields): Problem[] {
  return numberOfTimes === undefined
    ? []
    : missingFields({ expiryDate }, ['expiryDate'], 'numberOfTimes');
}

/** Warns of a QR that has expired when it is created. */
export function warnExpiry({ expiryDate }: Fields, { now }: InputContext): Message[] {
  const expires = typeof expiryDate === 'string' ? parseBangkokDateTime(expiryDate) : undefined;
  return expires !== undefined && expires <= now ? [bank.expired] : [];
}

/** The fields that version 1 requires for accounts and for cards. */
export function checkKind(fields: Fields): Problem[] {
  const { qrType } = fields;
  const needed = [
    ...(qrType === 'PP' || qrType === 'PPCS' ? ['ppId', 'ref1'] : []),
    ...(qrType === 'CS' || qrType === 'PPCS' ? ['merchantId', 'terminalId', 'invoice'] : []),
  ];
  return missingFields(fields, needed, String(qrType));
}
