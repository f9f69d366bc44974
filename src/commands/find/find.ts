import { BILL_PAID } from '../../bank/bill/examples.js';
import type { Days } from '../../bank/days.js';
import { loadSearches } from '../../bank/families.js';
import { maskValue } from '../../bank/privacy.js';
import { type CommandLine, payctl } from '../../core/command-line.js';
import { PayctlError, usageError } from '../../core/errors.js';
import { withoutUndefined } from '../../core/fields.js';
import { fromPlain, number } from '../../core/json.js';
import type { Data } from '../../core/message.js';
import { parseAmount } from '../../core/money.js';
import { channelDateTime, daysAround, parseMoment } from '../../core/time.js';
import { questionsForSearch } from '../../find/bank.js';
import { duplicatesAmong } from '../../find/duplicates.js';
import { type Answer, searchesFor, type Wanted } from '../../find/find.js';
import { ORDERS } from '../../find/order.js';
import { KINDS, type Kind, type Payment, STATES } from '../../find/payment.js';
import { sumByState } from '../../find/sums.js';
import { bankFor, previewInquiries } from '../../investigate/ask.js';
import { recordLists } from '../../messages/calls.js';
import { dates } from '../../messages/dates.js';
import { finding } from '../../messages/finding.js';
import { command, type Result } from '../../runtime/command.js';
import type { Context } from '../../runtime/context.js';
import { choice, flag, option, text, type ValuesOf } from '../../runtime/parameter.js';
import { refuseCurl } from '../../runtime/run-options.js';
import { count, parseChoice, soughtAmount, soughtDay, soughtMoment } from '../../runtime/values.js';
import { type Beginning, LIMIT, searchPayments, toWanted } from './search.js';
import { paymentTable } from './table.js';

const ASKED = {
  amount: option('--amount <baht>', 'exactly this amount', soughtAmount),
  from: option('--from <date>', 'first Bangkok day: YYYY-MM-DD, today, yesterday, -7d', soughtDay, {
    fallback: 'the last three days',
  }),
  to: option('--to <date>', 'last Bangkok day, included', soughtDay, { fallback: 'until now' }),
  since: option('--since <time>', 'paid at or after: an ISO time, or -2h', soughtMoment),
  until: option('--until <time>', 'paid before', soughtMoment),
  payer: text('--payer <name>', 'any part of the name of who paid, in any letter case'),
  ref1: text('--ref1 <text>', 'reference 1 of a bill'),
  kinds: option('--kind <kinds>', `only these, with commas: ${KINDS.join(', ')}`, kindsIn, {
    fallback: 'all',
  }),
  state: choice('--state <state>', 'only payments in this state', STATES),
  machine: text('--machine <name>', 'of those that share a store, who sent it or heard of it'),
  sort: choice('--sort <order>', 'which payments come first', ORDERS, { fallback: 'newest' }),
  beginAt: option(
    '--begin-at <place>',
    'from this moment on in that order; by amount from BAHT,MOMENT on',
    beginning,
  ),
  limit: option('--limit <n>', 'at most this many payments, the first', records, {
    fallback: String(LIMIT),
  }),
  sums: flag('--sums', 'only how many payments of each state there are, and their sum'),
};

export const find = command({
  words: ['find'],
  step: 'harmless',
  summary: 'find payments without a reference: by amount, day, payer, kind, state or machine',
  notes: [
    'Asks the bank where it can be searched (bills, all pages), the journal and the received confirmations, and shows one line for each payment, newest first unless --sort says otherwise. It only reads.',
    'Where sources say different things, the line says so; that one of them does not know a payment is no contradiction. Without a search at the bank, payments by wallet, card, transfer and direct debit are those that this machine knows.',
    'Exit 6 where none was found. A source that could not be asked is named and decides the exit (4, 7, 9, 13); what the others know is printed.',
  ],
  parameters: ASKED,
  isBankTime: true,
  examples: [
    ...BILL_PAID,
    'payctl --sandbox find --amount 100.00 --from today',
    'payctl --sandbox find --ref1 INVOICE001 --kind bill -o json',
    'payctl --sandbox find --state paid --from -7d',
    'payctl --sandbox find --from today --sums',
  ],
  dryRun: 'shown',
  run: async (context, given) => {
    const bank = await bankFor(context);
    const wanted = toWanted(given, context.host.clock.now() + (bank.ahead ?? 0));
    const searches = await loadSearches();
    refuseCurl(context);
    if (context.dryRun) {
      const questions = searchesFor(wanted, searches).flatMap((search) =>
        questionsForSearch(search, wanted.days, wanted.ref1, bank.settings),
      );
      return { data: { dryRun: await previewInquiries(bank, questions) } };
    }
    const answer = await searchPayments(context, wanted);
    const problem = findProblem(answer, wanted, earlierSearch(given, wanted.days));
    if (given.sums) return { data: fromPlain(sumByState(answer.payments)), ...problem };
    const doubles = duplicatesAmong(answer.payments).map((at) => number(String(at)));
    const beside = { ...wanted.days, possibleDuplicates: doubles };
    return { ...(await toResult(answer, context)), beside, ...problem };
  },
});

function kindsIn(given: string, flag: string): Kind[] {
  const words = given.split(',').map((word) => word.trim());
  return [...new Set(words.map((word) => parseChoice(word, KINDS, flag)))];
}

function records(given: string, flag: string): number {
  const number = count(given, flag);
  if (number > 0) return number;
  throw usageError(recordLists.limitZero(flag));
}

/** `MOMENT`, or `BAHT,MOMENT`. */
function beginning(given: string, flag: string, now: number): Beginning {
  const [moment = '', amount, more] = given.split(',').reverse();
  // What has no amount counts as nothing.
  const isAmount = amount === undefined || parseAmount(amount) !== undefined;
  if (more !== undefined || !isAmount) throw usageError(finding.badBeginning);
  return { at: soughtMoment(moment, flag, now), amount };
}

async function toResult({ payments, total }: Answer, context: Context): Promise<Result> {
  const { output, showPersonal } = context;
  const shownPayer = ({ payer }: Payment) => (showPersonal ? payer : maskValue(payer, 'name'));
  if (total === undefined) await context.note(finding.firstOnly(payments.length));
  else if (payments.length < total) await context.note(finding.first(payments.length, total));
  const isShared = (await context.services.server()) !== undefined;
  return {
    data: payments.map((payment) => ({
      ...toRow(payment, shownPayer(payment)),
      // In CSV a list would become as many columns as its longest row.
      ...(output.format === 'csv' && { sources: payment.sources.join(', ') }),
      ...(isShared && { machine: payment.machines.join(', ') }),
    })),
    view: { fields: isShared ? [...FIELDS, 'machine'] : FIELDS },
    table: (screen) => paymentTable(payments, shownPayer, { ...screen, isShared }),
  };
}

/** The same search over earlier days, as a person types it. */
function earlierSearch(
  { amount, payer, ref1, kinds, state, machine }: ValuesOf<typeof ASKED>,
  { from, to }: Days,
): CommandLine {
  const flags = { amount, payer, ref1, kind: kinds?.join(), state, machine };
  const words = Object.entries(withoutUndefined<string>(flags)).flatMap(([name, value]) => [
    `--${name}`,
    value,
  ]);
  const [earlier] = daysAround(from, EARLIER_DAYS, 0);
  return payctl`find ${words} --from ${earlier} --to ${to}`;
}

const EARLIER_DAYS = 30;

const FIELDS = [
  ...['kind', 'reference', 'transactionId', 'amount', 'at', 'payer', 'state', 'sources'],
  'contradiction',
];

function toRow(payment: Payment, payer: string): { readonly [key: string]: Data } {
  const { kind, reference, transactionId, amount: baht, at, state, sources } = payment;
  return {
    ...{ kind, reference, transactionId, amount: baht, at: channelDateTime(at), payer, state },
    sources: [...sources],
    contradiction: payment.contradiction,
  };
}

/** The first source that could not be asked decides; that nothing was found counts only where all were. */
function findProblem(
  { payments, gaps }: Answer,
  { days: { from, to }, since }: Wanted,
  earlier: CommandLine,
): { problem?: PayctlError } {
  const [gap] = gaps;
  if (gap) {
    const all = gaps.map(({ source, isAnswer, why }) =>
      isAnswer ? finding.notBelieved(source, why) : finding.notAsked(source, why),
    );
    return { problem: new PayctlError(gap.class, finding.incomplete(all), { executed: 'no' }) };
  }
  if (payments.length > 0) return {};
  // Without --from the search begins within a day.
  const first = since === parseMoment(from) ? dates.written(from) : dates.moment(since);
  const none = finding.none(first, dates.written(to));
  const hint = finding.widen(earlier);
  return { problem: new PayctlError('NOT_FOUND', none, { executed: 'no', hint }) };
}
