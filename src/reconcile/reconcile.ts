import type { Message } from '../core/message.js';
import type { AskBank, InquiryAnswer, Learned } from './answers.js';
import type { BadLine } from './bad-line.js';
import type { MatchRecord, RecordClass } from './classes.js';
import { Columns, type DayNumbers } from './columns.js';
import { askForLines, learn, learnedByRecord } from './inquire.js';
import { LocalRecords } from './local-records.js';
import type { Mapping, Role } from './mapping.js';
import { matchLines } from './match.js';
import type { ConfirmedPayment, OwnCharge, Refund } from './own.js';
import { type FileContents, readInput, type SourceFile } from './read.js';
import { sortRecords } from './record-order.js';
import { missingBetween } from './statement/controls.js';
import { type Suggestion, suggestionsFor } from './suggest.js';
import { addUnmatchedLocal, type SyntheticRow, synthesizeOrders } from './synthetic.js';
import type { DayTally, Tally } from './tallies.js';
import { Texts } from './texts.js';

export interface Request {
  sources: readonly SourceFile[];
  mappings: Readonly<Record<Role, Mapping>>;
  /** What both sides cover, in days since 1970, where it was said. */
  days: Partial<DayNumbers>;
  /** Satang. */
  tolerance: number;
  /** Seconds of the day. */
  cutoff: number;
  all: boolean;
  /** Of the hash of texts. */
  seed: () => number;
  charges: readonly OwnCharge[];
  refunds: readonly Refund[];
  confirmations: readonly ConfirmedPayment[];
  /** Where the bank shall be asked: about breaks, or about every own line where there is no file of it. */
  ask?: AskBank | undefined;
}

/** All that came of a run, its records in order. */
export interface Reconciled {
  inputs: FileContents[];
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
  const { tolerance, all, ask, mappings } = request;
  const { settlement } = mappings.bank;
  const { inputs, bad, own, bank, texts } = await readSources(request);
  const files = countFiles(request.sources);
  const [hasOrders, hasBank] = [files.orders > 0, files.bank > 0];
  const local = new LocalRecords(texts, request);
  const payments = { ...request, calendar: settlement };
  const synthetic = hasOrders
    ? new Map<number, SyntheticRow>()
    : synthesizeOrders(payments, own, bank, local);
  const ownDays = covered(request.days, own);
  const bankDays = hasBank ? covered(request.days, bank) : ('all' as const);
  const addLocalRows = () => {
    const [days] = [...ownDays, ...(bankDays === 'all' ? [] : bankDays)];
    const added = addUnmatchedLocal(payments, { own, bank, bad, local, days });
    for (const [row, line] of added) synthetic.set(row, line);
    return added.keys();
  };
  const inquiry = { own, bank, local, answers: new Map<string, InquiryAnswer>() };
  if (!hasBank && ask) {
    if (hasOrders) addLocalRows();
    await askForLines(inquiry, ask, request.cutoff);
  }
  const rules = { own, bank, local, synthetic, hasOrders, tolerance, all, ownDays, bankDays };
  const classifier = matchLines(rules, bad, settlement);
  // Where the bank has a file, what only this machine knows is no line that it could be matched with.
  if (hasBank && hasOrders) for (const row of addLocalRows()) classifier.own(row);
  const { records } = classifier;
  if (hasBank && ask) await learn(records, inquiry, ask);
  const learned = learnedByRecord(records, inquiry);
  const suggestions = suggestionsFor(records, { own, bank, texts, settlement, tolerance });
  return {
    ...{ inputs, bad, own, bank, local, synthetic, learned, suggestions, tolerance, files },
    ...{ summary: classifier.summary(), days: classifier.days() },
    records: sortRecords(records, own, bank, texts),
    missing: missingBetween(inputs.flatMap(({ statements }) => statements)),
  };
}

/** Reads all files into the lines of their sides. */
async function readSources({ sources, mappings, cutoff, seed }: Request) {
  const { settlement } = mappings.bank;
  const texts = new Texts(seed);
  const [own, bank] = [new Columns(), new Columns()];
  const bad: BadLine[] = [];
  const inputs: FileContents[] = [];
  for (const source of sources) {
    const isOwn = source.role === 'orders';
    const side = isOwn ? { lines: own, calendar: settlement } : { lines: bank };
    const mapping = mappings[source.role];
    inputs.push(await readInput(source, { ...side, texts, mapping, cutoff, bad }));
  }
  return { inputs, bad, own, bank, texts };
}

function countFiles(sources: readonly SourceFile[]): Record<Role, number> {
  const of = (role: Role) => sources.filter((source) => source.role === role).length;
  return { orders: of('orders'), bank: of('bank') };
}

/** The days that a side covers, if it has any. */
function covered({ from, to }: Partial<DayNumbers>, lines: Columns): DayNumbers[] {
  const days = lines.covered();
  const [first, last] = [from ?? days?.from, to ?? days?.to];
  return first === undefined || last === undefined ? [] : [{ from: first, to: last }];
}
