import { BILL_PAID } from '../../bank/bill/examples.js';
import type { Days } from '../../bank/days.js';
import { loadSearches } from '../../bank/families.js';
import { maskValue } from '../../bank/privacy.js';
import { type CommandLine, payctl } from '../../core/command-line.js';
import { PayctlError } from '../../core/errors.js';
import { withoutUndefined } from '../../core/fields.js';
import { fromPlain, number } from '../../core/json.js';
import type { Data } from '../../core/message.js';
import { visible } from '../../core/text.js';
import { channelDateTime, daysAround, parseMoment } from '../../core/time.js';
import { questionsForSearch } from '../../find/bank.js';
import { type FoundPayments, type PaymentCriteria, searchesFor } from '../../find/find.js';
import type { Payment } from '../../find/payment.js';
import { duplicatesAmong, sumByState } from '../../find/summary.js';
import { bankFor, previewInquiries } from '../../investigate/ask.js';
import { alikeSpellings } from '../../investigate/spellings.js';
import { dates } from '../../messages/dates.js';
import { finding } from '../../messages/finding.js';
import { command, type Result } from '../../runtime/command.js';
import { refuseCurl } from '../../runtime/run-options.js';
import type { Services } from '../../runtime/services.js';
import { ASKED, type SearchCriteria, searchPayments, toWanted } from './search.js';
import { paymentTable } from './table.js';

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
  run: async (services, given) => {
    const bank = await bankFor(services);
    const wanted = toWanted(given, services.host.clock.now() + (bank.ahead ?? 0));
    const searches = await loadSearches();
    refuseCurl(services.options);
    if (services.options.dryRun) {
      const questions = searchesFor(wanted, searches).flatMap((search) =>
        questionsForSearch(search, wanted.days, wanted.ref1, bank.settings),
      );
      return { data: { dryRun: await previewInquiries(bank, questions) } };
    }
    const answer = await searchSpelled(services, wanted, (one) =>
      searchPayments(services, { bank, searches }, one),
    );
    const problem = findProblem(answer, wanted, earlierSearch(given, wanted.days));
    if (given.sums) return { data: fromPlain(sumByState(answer.payments)), ...problem };
    const doubles = duplicatesAmong(answer.payments).map((at) => number(String(at)));
    const beside = { ...wanted.days, possibleDuplicates: doubles };
    return { ...(await toResult(answer, services)), beside, ...problem };
  },
});

/** Where no payment has reference 1 as it was typed, it is tried once more in other spellings. */
async function searchSpelled(
  services: Services,
  wanted: PaymentCriteria,
  search: (wanted: PaymentCriteria) => Promise<FoundPayments>,
): Promise<FoundPayments> {
  const asTyped = await search(wanted);
  const { ref1 } = wanted;
  // Who did not answer does not answer to another spelling; a call that cannot be made so may be made with one.
  const hasFailed = asTyped.gaps.some((gap) => gap.class !== 'CONFIG');
  if (ref1 === undefined || hasFailed || asTyped.payments.length > 0) return asTyped;
  for (const spelling of alikeSpellings(ref1).filter((one) => one !== ref1)) {
    const answer = await search({ ...wanted, ref1: spelling });
    if (answer.payments.length === 0) continue;
    await services.note(finding.taken(visible(spelling), visible(ref1)));
    return answer;
  }
  return asTyped;
}

async function toResult({ payments, total }: FoundPayments, services: Services): Promise<Result> {
  const { output, showPersonal } = services.options;
  const shownPayer = ({ payer }: Payment) => (showPersonal ? payer : maskValue(payer, 'name'));
  if (total === undefined) await services.note(finding.firstOnly(payments.length));
  else if (payments.length < total) await services.note(finding.first(payments.length, total));
  const isShared = (await services.server()) !== undefined;
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
  { amount, payer, ref1, kinds, state, machine }: SearchCriteria,
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
  { payments, gaps }: FoundPayments,
  { days: { from, to }, since }: PaymentCriteria,
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
  return { problem: new PayctlError('NOT_FOUND', none, { hint }) };
}
