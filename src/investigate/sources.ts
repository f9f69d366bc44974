import { textAt } from '../bank/answers.js';
import type { Outcome } from '../client/outcome.js';
import { at, type Json, textOf } from '../core/json.js';
import { visible } from '../core/text.js';
import { parseBangkokDateTime, parseChannelDateTime, parseCompactDateTime } from '../core/time.js';
import type { Asked } from './ask.js';
import type { Source, Standing, Statement } from './evidence.js';
import type { Question } from './questions.js';

/** What an answer says of payments; none where the bank has no record. */
export function statementsOf(question: Question, outcome: Outcome, saidAt: number): Statement[] {
  const { data = null } = outcome;
  const read = READERS[question.operation];
  const { family, reference, operation: source } = question;
  return (read?.(data, outcome, question) ?? []).map((said) => ({
    family,
    reference,
    source,
    saidAt,
    requestUId: outcome.request.requestUId,
    ...present(said),
  }));
}

type Said = { standing: Standing } & Partial<
  Omit<Statement, 'family' | 'reference' | 'source' | 'saidAt' | 'requestUId' | 'standing'>
>;
type Reader = (data: Json, outcome: Outcome, question: Question) => Said[];

const READERS: Readonly<Record<string, Reader>> = {
  'ewallet.inquire': (data, outcome, { input }) => [
    {
      standing: standingOf(outcome),
      word: textAt(data, 'tradeState'),
      amount: textAt(data, 'amount'),
      transactionId: textAt(data, 'transactionId'),
      wallet: input.tranType === 'W' ? 'W' : 'A',
    },
  ],

  'qr.inquire': (data, outcome) => [
    {
      standing: standingOf(outcome),
      word: textAt(data, 'transactionType'),
      amount: textAt(data, 'amount'),
      transactionId: textAt(data, 'transactionId'),
      paidAt: compactMoment(textAt(data, 'transactionDateandTime')),
    },
  ],

  'bill.inquire': (data) =>
    (Array.isArray(data) ? data : []).map((record) => {
      const reversed = textAt(record, 'reverseFlag') === 'R';
      return {
        standing: reversed ? 'reversed' : 'paid',
        word: reversed ? 'R' : undefined,
        amount: textAt(record, 'amount'),
        transactionId: textAt(record, 'transactionId'),
        paidAt: parseChannelDateTime(textAt(record, 'transactionDateandTime') ?? ''),
        billerId: textAt(record, 'payeeProxyId'),
        ref1: textAt(record, 'billPaymentRef1'),
        ref2: textAt(record, 'billPaymentRef2'),
      };
    }),

  'bill.search': (data) => reportsIn(data).map(reported),

  'slip.verify': (data) => [
    {
      standing: 'paid',
      amount: textAt(data, 'amount'),
      paidAt: compactMoment(`${textAt(data, 'transDate')} ${textAt(data, 'transTime')}`),
      billerId: billerOf(data),
      ref1: textAt(data, 'ref1'),
      ref2: textAt(data, 'ref2'),
    },
  ],

  'transfer.inquire'(data, outcome) {
    const word = textAt(data, 'status') ?? textAt(data, 'debitStatus');
    const [wanted, moved] = [textAt(data, 'tranAmount.amount'), textAt(data, CONFIRMED)];
    return [
      {
        standing: word === 'INITIATE_COMPLETED' ? 'initiated' : standingOf(outcome),
        word,
        code: textAt(data, 'code'),
        reason: textAt(data, 'description'),
        amount: moved ?? wanted,
        wanted,
        currency: textAt(data, 'tranAmount.currency'),
      },
    ];
  },

  'dd.payment': (data, outcome) => [
    {
      standing: standingOf(outcome),
      word: textAt(data, 'statusCode'),
      code: textAt(data, 'responseCode'),
      reason: textAt(data, 'statusDesc'),
      amount: textAt(data, 'amount'),
      currency: textAt(data, 'currency'),
      transactionId: textAt(data, 'txnNumber'),
      paidAt: parseCompactDateTime(textAt(data, 'txnDateTime') ?? ''),
    },
  ],

  'dd.registration': (data, outcome) => [
    {
      standing: standingOf(outcome),
      word: textAt(data, 'statusCode'),
      code: textAt(data, 'errorCode'),
      reason: textAt(data, 'statusDesc'),
    },
  ],
};

const CONFIRMED = 'confirmAmount.amount';

function standingOf({ class: ended }: Outcome): Standing {
  if (ended === 'SUCCESS') return 'paid';
  if (ended === 'PARTIAL') return 'partial';
  return ended === 'REJECTED' ? 'refused' : 'pending';
}

/** One client saw the report wrapped once more in `status` and `data`. */
function reportsIn(data: Json): Json[] {
  const path = 'searchPaymentStatusReport.searchPaymentReport';
  const reports = at(data, path) ?? at(data, `data.${path}`);
  return Array.isArray(reports) ? reports : [];
}

const SEARCHED: Readonly<Record<string, Standing>> = {
  ACCC: 'paid',
  RJCT: 'refused',
  PDNG: 'pending',
  CANC: 'reversed',
};

function reported(report: Json): Said {
  const told = (path: string) => textAt(report, `transactionInformationAndStatus.${path}`);
  const bill = (path: string) =>
    textAt(report, `supplementaryData.envelope.originalMessage.${path}`);
  const word = told('transactionStatus');
  return {
    standing: SEARCHED[word ?? ''] ?? 'pending',
    word,
    amount: told('originalTransactionReference.interbankSettlementAmount.amount'),
    currency: told('originalTransactionReference.interbankSettlementAmount.currency'),
    transactionId: told('clearingSystemReference'),
    paidAt: parseChannelDateTime(told('acceptanceDateTime') ?? ''),
    billerId: bill('receivingProxyIdentification'),
    ref1: bill('billReference1'),
    ref2: bill('billReference2'),
  };
}

function billerOf(data: Json): string | undefined {
  if (textAt(data, 'receiver.proxy.type') !== 'BILLERID') return undefined;
  return textAt(data, 'receiver.proxy.value');
}

/** `20260131 09:00:00`, Bangkok time. */
function compactMoment(text = ''): number | undefined {
  const [, year, month, day, time] =
    /^([0-9]{4})([0-9]{2})([0-9]{2}) ([0-9:]{8})$/.exec(text) ?? [];
  return parseBangkokDateTime(`${year}-${month}-${day} ${time}`);
}

function present(said: Said): Said {
  const known = Object.entries(said).filter(([, value]) => value !== undefined);
  return { standing: said.standing, ...Object.fromEntries(known) };
}

/** How an inquiry went, and what it says of payments. */
export function answered(
  asked: Asked,
  now: number,
): { source: Source; statements: Statement[]; duplicateOf: string } {
  const { question } = asked;
  const at = 'why' in asked ? now : asked.at;
  const duplicateOf = `${question.operation} ${question.reference}`;
  const about = {
    family: question.family,
    source: question.operation,
    asked: question.asked,
    at,
  };
  if ('why' in asked) {
    const source: Source = { ...about, result: 'not-asked', says: asked.why };
    return { source, statements: [], duplicateOf };
  }
  const { outcome } = asked;
  const statements = isAnswer(outcome) ? statementsOf(question, outcome, at) : [];
  const source: Source = { ...about, ...resultOf(outcome, statements), ...traceOf(outcome) };
  return { source, statements, duplicateOf };
}

/** A refusal of the question itself says nothing of what was asked about. */
function isAnswer({ class: ended, state }: Outcome): boolean {
  if (ended === 'REJECTED') return state !== undefined;
  return ended === 'SUCCESS' || ended === 'PENDING' || ended === 'PARTIAL';
}

function resultOf(
  outcome: Outcome,
  statements: readonly Statement[],
): Pick<Source, 'result' | 'says'> {
  if (statements.length > 0) return { result: 'found', says: statements.map(told).join('; ') };
  if (outcome.class === 'NOT_FOUND')
    return { result: 'not-found', says: 'the bank does not know it' };
  if (isAnswer(outcome)) return { result: 'not-found', says: 'no record of a payment' };
  return { result: 'no-answer', says: outcome.message };
}

/** `SUCCESS 250.00`, as the bank says it. */
export function told({ word, standing, amount, wanted, currency, code }: Statement): string {
  const parts = [
    visible(word ?? standing),
    amount && visible(amount),
    wanted && wanted !== amount && `of ${visible(wanted)}`,
    amount && currency && visible(currency),
    code && `(code ${visible(code)})`,
  ];
  return parts.filter(Boolean).join(' ');
}

function traceOf(outcome: Outcome): Partial<Source> {
  const code = outcome.code ?? codeIn(outcome);
  return {
    class: outcome.class,
    requestUId: outcome.request.requestUId,
    ...(code !== undefined && { code }),
    ...(outcome.http && { httpStatus: outcome.http.status, ms: outcome.http.ms }),
  };
}

function codeIn({ status }: Outcome): string | undefined {
  return textOf(status?.code);
}
