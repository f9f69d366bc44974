import { number, stringifyPlain } from '../../core/json.js';
import { formatAmount } from '../../core/money.js';
import { channelDateTime } from '../../core/time.js';
import type { HandlerContext } from '../handlers/handler-context.js';
import { cardRecord } from '../handlers/payments.js';
import { findAccount } from '../ledger/ledger.js';
import { confirmations, type PaymentRow, type Qr } from '../ledger/tables.js';
import { BANK_CODE, SANDBOX_PROFILE } from '../seed/profile.js';
import { SHOP_NAME } from '../seed/seed.js';
import { confirmationsFor } from './confirmation-faults.js';

/** What the confirmation of a wallet payment says. */
interface PaidTrade {
  transactionId: string;
  amount: bigint;
  terminal: string;
  /** outTradeNo. */
  reference: string;
  company: string;
}

/**
 * The confirmation of an e-wallet payment: due at once, and sent wherever `confirmationUrl` says.
 */
export function recordTradeConfirmation(context: HandlerContext, trade: PaidTrade): void {
  enqueuePayment(context, trade.transactionId, trade.amount, {
    transactionDateandTime: channelDateTime(context.now),
    transactionType: 'AUTH',
    merchantId: SANDBOX_PROFILE.merchantId,
    terminalId: trade.terminal,
    qrId: trade.reference,
    companyId: trade.company,
    exchangeRate: '',
    equivalentAmount: '',
    equivalentCurrencyCode: '',
  });
}

/** The same for a bill payment (QR 30, PPCS by account, deeplink). */
export function recordBillConfirmation(context: HandlerContext, payment: PaymentRow): void {
  enqueuePayment(context, payment.id, payment.amount, {
    transactionDateandTime: channelDateTime(context.now),
    transactionType: 'Domestic Transfer',
    payeeProxyId: payment.biller ?? '',
    payeeProxyType: 'BILLERID',
    payeeAccountNumber: SANDBOX_PROFILE.payerAccountNo,
    payeeName: SHOP_NAME,
    payerProxyId: payment.payer,
    payerProxyType: 'ACCOUNT',
    payerAccountNumber: payment.payer,
    payerName: findAccount(context.store, payment.payer)?.name ?? '',
    sendingBankCode: BANK_CODE,
    receivingBankCode: BANK_CODE,
    billPaymentRef1: payment.ref1 ?? '',
    billPaymentRef2: payment.ref2 ?? '',
    billPaymentRef3: payment.ref3 ?? '',
    channelCode: 'PMH',
  });
}

/** Card payments have their time in GMT, as in the bank's samples. */
export function recordCardConfirmation(context: HandlerContext, payment: PaymentRow, qr: Qr): void {
  enqueuePayment(context, payment.id, payment.amount, {
    ...cardRecord(context, payment, qr),
    transactionDateandTime: new Date(context.now).toISOString().replace('Z', '+00:00'),
    transactionType: 'AUTH',
  });
}

function enqueuePayment(
  context: HandlerContext,
  transactionId: string,
  satang: bigint,
  facts: Readonly<Record<string, string>>,
): void {
  const { settings } = context;
  const text = formatAmount(satang);
  const amount = settings.confirmationAmount === 'number' ? number(text) : text;
  const body = { transactionId, amount, currencyCode: '764', ...facts };
  enqueue(context, 'payment', transactionId, stringifyPlain(body));
}

/** Without a registered address it is stored but never sent. */
export function enqueue(
  context: HandlerContext,
  kind: string,
  reference: string,
  body: string,
): void {
  const created = { kind, reference, createdAt: context.now, attempts: 0 };
  for (const confirmation of confirmationsFor(context, body)) {
    confirmations.insert(context.store, { ...created, ...confirmation });
  }
}
