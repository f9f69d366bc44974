import { formatAmount, parseAmount } from '../../core/money.js';
import { bangkokDate, bangkokHour, channelDateTime } from '../../core/time.js';
import { InsufficientFunds, merchantAccount } from '../ledger/ledger.js';
import { buyerCodes, type Payment, payments } from '../ledger/schema.js';
import { BANK_CODE } from '../seed/profile.js';
import { CUSTOMER_ACCOUNT } from '../seed/seed.js';
import { type Answer, declined, duplicate, invalid, unknownEntity } from '../server/answers.js';
import { type Call, given, type Handlers, optional } from './handler-context.js';
import { addPayment, refundPayment } from './payments.js';

const LAST_REFUND_HOUR = 23;

export const handlers: Handlers = { pay, refund };

function pay(call: Call): Answer {
  const { input, store } = call;
  const partnerId = given(input, 'partnerTransactionId');
  if (payments.find(store, { partnerId }) !== undefined) throw duplicate(partnerId);
  const biller = given(input, 'payeeBillerId');
  const bill = {
    channel: 'CPM',
    biller,
    ref1: given(input, 'reference1'),
    ref2: optional(input, 'reference2') ?? null,
    ref3: optional(input, 'reference3') ?? null,
    amount: parseAmount(given(input, 'transactionAmount')) ?? 0n,
    payer: presentedBy(call),
    payee: merchantAccount(store, biller),
    partnerId,
  } as const;
  try {
    return { data: record(addPayment(call, 'cpm.pay', partnerId, bill), partnerId) };
  } catch (error) {
    if (error instanceof InsufficientFunds) throw declined('the account holds too little');
    throw error;
  }
}

/** In full, on the day of the payment, before 23:00 in Bangkok. */
function refund(call: Call): Answer {
  const { input, store, now } = call;
  const partnerId = given(input, 'partnerTransactionId');
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

/** What a customer's code says is opaque: one that the sandbox made has a limit of life, any other is the seeded customer's. */
function presentedBy({ store, input, now }: Call): string {
  const code = given(input, 'qrData');
  const presented = buyerCodes.find(store, { code });
  if (presented === undefined) return CUSTOMER_ACCOUNT;
  const { wallet, used, fail, expiresAt, payer } = presented;
  if (wallet !== 'P') throw invalid('qrData');
  if (used || expiresAt <= now) throw invalid('qrData, it has expired');
  if (fail) throw declined('the customer refused');
  buyerCodes.update(store, { code }, { used: true });
  return payer;
}

function record(payment: Payment, partnerTransactionId: string) {
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
