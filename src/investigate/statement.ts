import { walletName } from '../bank/ewallet/references.js';
import type { Message, Text } from '../core/message.js';
import { formatAmount, parseAmount } from '../core/money.js';
import { visible } from '../core/text.js';
import { dates } from '../messages/dates.js';
import { inquiries } from '../messages/inquiries.js';
import { paymentStates } from '../messages/payments.js';
import { timeline } from '../messages/timeline.js';
import type { PaymentStatement, SentCharge } from './evidence.js';

/** `SUCCESS 250.00`, as the bank says it. */
export function formatStatement(statement: PaymentStatement): Message {
  const { word, standing, amount, wanted, currency, code } = statement;
  return inquiries.statement({
    word: word === undefined ? paymentStates[standing] : visible(word),
    amount: amount && formatAnyAmount(amount),
    wanted: wanted === amount ? undefined : wanted && formatAnyAmount(wanted),
    currency: amount && currency && visible(currency),
    code: code && visible(code),
  });
}

/** `250.00 by wallet B at 2026-01-31 09:00:00`; `confirmedAt` where only a confirmation tells when. */
export function formatPayment(statement: PaymentStatement, confirmedAt?: number): Message {
  const { amount, wanted, currency, wallet, paidAt, reference } = statement;
  return inquiries.payment({
    amount: amount === undefined ? visible(reference) : formatAnyAmount(amount),
    wanted: wanted === amount ? undefined : wanted && formatAnyAmount(wanted),
    currency: currency && visible(currency),
    wallet: wallet === undefined ? undefined : walletName(wallet),
    moment: paidAt === undefined ? undefined : dates.moment(paidAt),
    confirmed: confirmedAt === undefined ? undefined : dates.moment(confirmedAt),
  });
}

/** `ewallet refund of 250.00, sent 2026-01-31 09:00:00`. */
export function formatCharge({ command, amount, at }: SentCharge): Message {
  return inquiries.charge(command, amount && formatAnyAmount(amount), dates.moment(at));
}

/** With two decimals, however the bank or a person has written it. */
function formatAnyAmount(text: string): string {
  const satang = parseAmount(text);
  return satang === undefined ? visible(text) : formatAmount(satang);
}

/** What this machine knows itself is no inquiry. */
export function isLocal(source: string): boolean {
  return source === 'journal' || source === 'confirmations';
}

/** Whose word it is; an inquiry goes by its operation id. */
export function sourceName(source: string): Text {
  if (source === 'journal') return timeline.journal;
  return source === 'confirmations' ? timeline.confirmations : source;
}
