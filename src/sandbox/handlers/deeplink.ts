import { number } from '../../core/json.js';
import { formatAmount, parseAmount } from '../../core/money.js';
import { channelDateTime, parseBangkokDateTime, parseMoment } from '../../core/time.js';
import { customer } from '../../messages/customer.js';
import { payments, type Qr, qrs } from '../ledger/tables.js';
import { uuid } from '../seed/random.js';
import { type HandlerAnswer, invalid, unknownEntity } from '../server/answers.js';
import { findToPay, listOpenCodes, payByAccount } from './codes.js';
import {
  type HandlerCall,
  type HandlerContext,
  type Handlers,
  optional,
  required,
} from './handler-context.js';
import {
  type CustomerPaymentResult,
  cannotPayError,
  type Payable,
  type Payables,
  type PayOptions,
  paidResult,
} from './payable.js';
import { addQr } from './payments.js';

/** The type of links in the table of codes. */
const TYPE = 'DEEPLINK';
const SESSION_MS = 15 * 60_000;

export const handlers: Handlers = { create, inquire };

export const payables: Payables = {
  find: (context, target) => {
    const link = findToPay(context.store, [TYPE], target);
    return link && toPayable(context, link);
  },
  open: (context, most) =>
    listOpenCodes(context, [TYPE], most).map((link) => toPayable(context, link)),
};

function toPayable(context: HandlerContext, link: Qr): Payable {
  const { payload, ref1, id, amount, createdAt } = link;
  const pay = (options: PayOptions) =>
    options.fail ? cancel(context, link) : payByAccount(context, link, options, 'deeplink');
  return { payload, reference: ref1 ?? id, amount, createdAt, pay };
}

/** The customer declines in the app, which cancels the link. */
function cancel({ store }: HandlerContext, { id, amount, paid }: Qr): CustomerPaymentResult {
  if (paid > 0) throw cannotPayError(customer.linkPaid);
  qrs.update(store, { id }, { voided: true });
  return paidResult('deeplink', id, amount ?? 0n, 'failed');
}

function create(call: HandlerCall): HandlerAnswer {
  const { input, random, grant } = call;
  const id = uuid(random);
  const payload = `examplebank://purchase/${id}`;
  addQr(call, {
    ...{ id, type: TYPE, payload, times: 1, expiresAt: readExpiry(call) },
    amount: parseAmount(required(input, 'billPayment.paymentAmount')) ?? 0n,
    biller: required(input, 'billPayment.accountTo'),
    ref1: required(input, 'billPayment.ref1'),
    ref2: optional(input, 'billPayment.ref2') ?? null,
    ref3: optional(input, 'billPayment.ref3') ?? null,
  });
  return { data: { transactionId: id, deeplinkUrl: payload, userRefId: grant?.owner ?? '' } };
}

function readExpiry({ input, now }: HandlerCall): number {
  const seconds = optional(input, 'sessionValidityPeriod');
  if (seconds !== undefined) return now + Number(seconds) * 1000;
  const until = optional(input, 'sessionValidUntil');
  if (until === undefined) return now + SESSION_MS;
  const end = parseBangkokDateTime(until) ?? parseMoment(until);
  if (end === undefined) throw invalid('sessionValidUntil');
  return end;
}

function inquire(call: HandlerCall): HandlerAnswer {
  const { input, store, grant } = call;
  const id = required(input, 'transactionId');
  const link = qrs.find(store, { id, type: TYPE });
  if (link === undefined) throw unknownEntity(id);
  const { payload, biller, ref1, ref2, ref3, amount, createdAt } = link;
  const payment = payments.find(store, { qrId: id });
  const paid = payment === undefined ? 0n : payment.amount;
  return {
    data: {
      transactionId: id,
      transactionType: 'PURCHASE',
      userRefId: grant?.owner ?? '',
      statusCode: linkStatus(call, link),
      paidAmount: number(formatAmount(paid)),
      createdTimestamp: channelDateTime(createdAt),
      updatedTimestamp: channelDateTime(payment?.paidAt ?? createdAt),
      billPayment: {
        paymentAmount: number(formatAmount(amount ?? 0n)),
        accountTo: biller,
        ...{ ref1, ref2: ref2 ?? '', ref3: ref3 ?? '' },
      },
      merchantMetaData: { deeplinkUrl: payload },
    },
  };
}

/** 0 pending, 1 paid, 2 cancelled, 5 expired. */
function linkStatus({ now }: HandlerContext, { paid, voided, expiresAt }: Qr): number {
  if (paid > 0) return 1;
  if (voided) return 2;
  return expiresAt !== null && expiresAt <= now ? 5 : 0;
}
