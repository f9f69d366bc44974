import type { Message } from '../core/message.js';
import type { Answer, Ask, Learned } from './answers.js';
import type { BadLine } from './bad-line.js';
import type { MatchRecord, RecordClass } from './classes.js';
import { Classifier } from './classifier.js';
import { Columns, type Days } from './columns.js';
import { addAnswers, learn, learnedOf, queriesOf } from './inquire.js';
import { LocalRecords } from './local-records.js';
import type { Mapping, Role } from './mapping.js';
import { Matcher } from './match.js';
import type { Charge, Confirmation, Refund } from './own.js';
import { type Input, readInput, type Source } from './read.js';
import { sortRecords } from './record-order.js';
import { missingBetween } from './statement/controls.js';
import { type Suggestion, suggestionsFor } from './suggest.js';
import { addUnmatchedLocal, type SyntheticRow, synthesizeOrders } from './synthetic.js';
import type { DayTally, Tally } from './tallies.js';
import { Texts } from './texts.js';

export interface Request {
  sources: readonly Source[];
  mappings: Readonly<Record<Role, Mapping>>;
  /** What both sides cover, in days since 1970, where it was said. */
  days: Partial<Days>;
  /** Satang. */
  tolerance: number;
  /** Seconds of the day. */
  cutoff: number;
  all: boolean;
  /** Of the hash of texts. */
  seed: () => number;
  charges: readonly Charge[];
  refunds: readonly Refund[];
  confirmations: readonly Confirmation[];
  /** Where the bank shall be asked: about breaks, or about every own line where there is no file of it. */
  ask?: Ask | undefined;
}

/** All that came of a run, its records in order. */
export interface Reconciled {
  inputs: Input[];
  summary: Map<RecordClass, Tally>;
  /** By settlement day, since 1970: of the bank, else of the own side. */
  days: Map<number, DayTally>;
  records: MatchRecord[];
  bad: BadLine[];
  /** Pages and statements of the bank that are missing between those that were given. */
  missing: readonly Message[];
  own: Columns;
  bank: Columns;
  local: LocalRecords;
  synthetic: ReadonlyMap<number, SyntheticRow>;
  learned: ReadonlyMap<MatchRecord, Learned>;
  suggestions: ReadonlyMap<MatchRecord, Suggestion>;
  /** Satang. */
  tolerance: number;
  /** How many files each side has. */
  files: Readonly<Record<Role, number>>;
}

export async function reconcile(request: Request): Promise<Reconciled> {
  const { sources, mappings, cutoff, tolerance, all, ask } = request;
  const { settlement } = mappings.bank;
  const payments = { ...request, calendar: settlement };
  const texts = new Texts(request.seed);
  const [own, bank] = [new Columns(), new Columns()];
  const bad: BadLine[] = [];
  const inputs: Input[] = [];
  for (const source of sources) {
    const lines = source.role === 'orders' ? own : bank;
    const mapping = mappings[source.role];
    const calendar = source.role === 'orders' ? settlement : undefined;
    inputs.push(await readInput(source, { lines, texts, mapping, cutoff, calendar, bad }));
  }
  const local = new LocalRecords(texts, request);
  const files = countOf(sources);
  const [hasOrders, hasBank] = [files.orders > 0, files.bank > 0];
  const synthetic = hasOrders
    ? new Map<number, SyntheticRow>()
    : synthesizeOrders(payments, own, bank, local);
  const ownDays = covered(request.days, own.covered());
  const bankDays = hasBank ? covered(request.days, bank.covered()) : ('all' as const);
  /** Adds what only this machine knows as own lines. */
  const addLocalRows = () => {
    const days = ownDays ?? (bankDays === 'all' ? undefined : bankDays);
    const added = hasOrders ? addUnmatchedLocal(payments, { own, bank, bad, local, days }) : [];
    for (const [row, line] of added) synthetic.set(row, line);
    return synthetic.keys();
  };
  const answers = new Map<string, Answer>();
  if (!hasBank && ask) {
    addLocalRows();
    const queries = queriesOf(own, local);
    for (const [key, answer] of await ask([...queries.values()])) answers.set(key, answer);
    addAnswers(bank, queries, answers, cutoff, texts);
  }
  const classifier = new Classifier({
    ...{ own, bank, local, synthetic, hasOrders, tolerance, all },
    ownDays: ownDays === undefined ? [] : [ownDays],
    bankDays: bankDays === 'all' ? bankDays : bankDays === undefined ? [] : [bankDays],
  });
  const wasRefunded = (reference: number) => local.wasRefunded(reference);
  for (const currency of new Set([0, ...own.currencies(), ...bank.currencies()])) {
    const broken = currency === 0 ? bad : [];
    const sides = { own, bank, texts, tolerance, currency, bad: broken, settlement, wasRefunded };
    new Matcher(sides, classifier).run();
  }
  // Where the bank has a file, what only this machine knows is no line that it could be matched with.
  if (hasBank && hasOrders) for (const row of addLocalRows()) classifier.own(row);
  const asked = { own, bank, local, answers };
  if (hasBank && ask) await learn(classifier.records, asked, ask);
  const learned = learnedOf(classifier.records, asked);
  const suggestions = suggestionsFor(classifier.records, {
    own,
    bank,
    texts,
    settlement,
    tolerance,
  });
  const records = sortRecords(classifier.records, own, bank, texts);
  const sides = { own, bank, local, synthetic };
  const [summary, days] = [classifier.summary(), classifier.days()];
  const missing = missingBetween(inputs.flatMap(({ statements }) => statements));
  return {
    inputs,
    summary,
    days,
    records,
    bad,
    missing,
    ...sides,
    learned,
    suggestions,
    tolerance,
    files,
  };
}

function countOf(sources: readonly Source[]): Record<Role, number> {
  const of = (role: Role) => sources.filter((source) => source.role === role).length;
  return { orders: of('orders'), bank: of('bank') };
}

function covered({ from, to }: Partial<Days>, lines: Days | undefined): Days | undefined {
  const [first, last] = [from ?? lines?.from, to ?? lines?.to];
  return first === undefined || last === undefined ? undefined : { from: first, to: last };
}
