import { formatAmount, parseAmount } from '../../core/money.js';
import { bangkokDate, bangkokHour, channelDateTime } from '../../core/time.js';
import { InsufficientFunds, merchantAccount } from '../ledger/ledger.js';
import { buyerCodes, type PaymentRow, payments } from '../ledger/tables.js';
import { BANK_CODE } from '../seed/profile.js';
import { CUSTOMER_ACCOUNT } from '../seed/seed.js';
import {
  declined,
  duplicate,
  type HandlerAnswer,
  invalid,
  unknownEntity,
} from '../server/answers.js';
import { type HandlerCall, type Handlers, optional, required } from './handler-context.js';
import { addPayment, refundPayment } from './payments.js';

const LAST_REFUND_HOUR = 23;

export const handlers: Handlers = { pay, refund };

function pay(call: HandlerCall): HandlerAnswer {
  const { input, store } = call;
  const partnerId = required(input, 'partnerTransactionId');
  if (payments.find(store, { partnerId }) !== undefined) throw duplicate(partnerId);
  const biller = required(input, 'payeeBillerId');
  const bill = {
    channel: 'CPM',
    biller,
    ref1: required(input, 'reference1'),
    ref2: optional(input, 'reference2') ?? null,
    ref3: optional(input, 'reference3') ?? null,
    amount: parseAmount(required(input, 'transactionAmount')) ?? 0n,
    payer: takePayer(call),
    payee: merchantAccount(store, biller),
    partnerId,
  } as const;
  try {
    return { data: toRecord(addPayment(call, 'cpm.pay', partnerId, bill), partnerId) };
  } catch (error) {
    if (error instanceof InsufficientFunds) throw declined('the account holds too little');
    throw error;
  }
}

/** In full, on the day of the payment, before 23:00 in Bangkok. */
function refund(call: HandlerCall): HandlerAnswer {
  const { input, store, now } = call;
  const partnerId = required(input, 'partnerTransactionId');
  const payment = payments.find(store, { partnerId });
  if (payment === undefined) throw unknownEntity(partnerId);
  if (payment.refundedAt !== null) throw duplicate(partnerId);
  if (bangkokDate(now) !== bangkokDate(payment.paidAt) || bangkokHour(now) >= LAST_REFUND_HOUR) {
    throw declined('a refund is possible until 23:00 on the day of the payment');
  }
  refundPayment(call, payment, 'cpm.refund', partnerId);
  return {
    data: {
      partnerTransactionId: partnerId,
      transactionId: payment.id,
      refundTransactionDateTime: channelDateTime(now),
    },
  };
}

/** A code that the sandbox made is used once and expires; any other counts as the seeded customer's. */
function takePayer({ store, input, now }: HandlerCall): string {
  const code = required(input, 'qrData');
  const buyerCode = buyerCodes.find(store, { code });
  if (buyerCode === undefined) return CUSTOMER_ACCOUNT;
  const { wallet, used, fail, expiresAt, payer } = buyerCode;
  if (wallet !== 'P') throw invalid('qrData');
  if (used || expiresAt <= now) throw invalid('qrData, it has expired');
  if (fail) throw declined('the customer refused');
  buyerCodes.update(store, { code }, { used: true });
  return payer;
}

function toRecord(payment: PaymentRow, partnerTransactionId: string) {
  return {
    originalTransaction: {
      messageIdentification: '',
      messageNameIdentification: '',
      paymentInformationIdentification: '',
    },
    partnerTransactionId,
    transactionId: payment.id,
    transactionDateTime: channelDateTime(payment.paidAt),
    exchangeRate: '',
    transactionAmount: formatAmount(payment.amount),
    transactionCurrency: 'THB',
    equivalenceTransactionAmount: '',
    equivalenceTransactionCurrency: '',
    payerBankCode: BANK_CODE,
    payerTepaCode: '140',
    billerId: payment.biller,
    reference1: payment.ref1,
    reference2: payment.ref2 ?? '',
    reference3: payment.ref3 ?? '',
    slipId: payment.slip,
  };
}
