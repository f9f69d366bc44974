import type { Reference } from '../bank/reference.js';
import { readMentioning } from '../callbacks/stored.js';
import type { Text } from '../core/message.js';
import { parseAmount } from '../core/money.js';
import { readAnswer } from '../investigate/answer.js';
import {
  type AskedBank,
  type Asker,
  type PaymentQuestion,
  questionsFor,
} from '../investigate/ask.js';
import type { IdReading, PaymentStatement } from '../investigate/evidence.js';
import { leadsFromCharge, leadsFromConfirmation } from '../investigate/leads.js';
import { readCharges, toConfirmation } from '../investigate/local-evidence.js';
import { recogniseText } from '../investigate/recognise.js';
import type { Journal } from '../journal/journal.js';
import { breaks } from '../messages/breaks.js';
import type { BankPayment, InquiryAnswer, InquiryQuery } from './answers.js';
import type { ConfirmedPayment } from './own.js';

export interface Parts {
  bank: Pick<AskedBank, 'clock' | 'settings'>;
  /** Keeps the pace of the bank. */
  ask: Asker;
  references: readonly Reference[];
  journal: Journal;
  inbox: Parameters<typeof readMentioning>[0];
}

/**
 * Asks the bank what became of a payment, by the inquiries of what the reference is known or likely
 * to be, one after the other until one knows it. Only reads.
 */
export async function askBank(query: InquiryQuery, parts: Parts): Promise<InquiryAnswer> {
  const { bank, ask } = parts;
  const now = bank.clock.now();
  let absent: string | undefined;
  let [failed, unasked]: (Text | undefined)[] = [];
  for (const question of await questionsAbout(query, parts)) {
    const [asked] = await ask([question]);
    if (asked === undefined) continue;
    const { source, statements } = await readAnswer(asked, now);
    const { result, says, requestUId = '' } = source;
    if (statements.length > 0) return { payments: statements.map(toPayment), requestUId };
    if (result === 'not-found') absent ??= requestUId;
    // What the settings do not allow to ask was only a guess; the search only adds to the inquiry.
    else if (result === 'not-asked') unasked ??= says;
    else if (question.kind === undefined) failed ??= says;
  }
  if (failed === undefined && absent !== undefined) return { payments: [], requestUId: absent };
  return { why: failed ?? unasked ?? breaks.noInquiry };
}

/** The inquiries that can know it, the likely ones first. */
export async function questionsAbout(
  query: InquiryQuery,
  parts: Parts,
): Promise<PaymentQuestion[]> {
  const { bank, references } = parts;
  const { settings } = bank;
  const readings = await readingsFor(query, parts);
  const scope = { now: bank.clock.now(), settings, date: query.day };
  return readings.flatMap((reading) => questionsFor(references, reading, scope));
}

function toPayment({ standing, amount, transactionId, paidAt }: PaymentStatement): BankPayment {
  const satang = amount === undefined ? undefined : parseAmount(amount);
  return {
    standing,
    ...(satang !== undefined && { amount: Number(satang) }),
    ...(transactionId !== undefined && { transactionId }),
    ...(paidAt !== undefined && { at: paidAt }),
  };
}

/** What this machine knows of the reference decides; else what it looks like. */
async function readingsFor(
  query: InquiryQuery,
  { journal, inbox, references, bank }: Parts,
): Promise<IdReading[]> {
  const [charge] = query.charges;
  const sent = charge === undefined ? [] : (await readCharges(journal, charge)).slice(-1);
  const bySent = sent.flatMap(leadsFromCharge);
  if (bySent.length > 0) return bySent;
  const [confirmation] = query.confirmations.slice(-1);
  const byConfirmation =
    confirmation === undefined ? [] : await readingsForConfirmation(inbox, confirmation);
  if (byConfirmation.length > 0) return byConfirmation;
  const { settings } = bank;
  const marks = {
    outTradeNoPrefix: settings('outTradeNoPrefix'),
    billerId: settings('billerId'),
  };
  const id = query.reference === '' ? query.transactionId : query.reference;
  const all = recogniseText(references, id, marks).filter(({ family }) => !NO_PAYMENT.has(family));
  const likely = all.filter(({ fit }) => fit === 'likely');
  return likely.length > 0 ? likely : all;
}

async function readingsForConfirmation(
  inbox: Parts['inbox'],
  { message, reference }: ConfirmedPayment,
): Promise<IdReading[]> {
  const { stored } = await readMentioning(inbox, message);
  const [own] = stored.filter(({ confirmation }) => confirmation.id === message);
  return own === undefined ? [] : leadsFromConfirmation(toConfirmation(own, reference));
}

const NO_PAYMENT: ReadonlySet<string> = new Set(['registration', 'other']);
