import { PayctlError } from '../../core/errors.js';
import type { Message } from '../../core/message.js';
import { statementWords as words } from '../../messages/statements.js';
import { unreadFiles } from '../../messages/unread-files.js';
import { satangOf } from '../amounts.js';
import type { Mapping } from '../mapping.js';
import type { RowReader, RowSink } from '../rows.js';
import { amountOf, type EntryHead, entryOf, headOf } from './camt-entry.js';
import { Controls, nameOf, type Statement, StatementSums } from './controls.js';
import { cellsOf, entryTable, plainAmount } from './entry.js';
import { childrenOf, type Element, elementAt, textAt, XmlReader } from './xml.js';

/** ISO 20022 bank statements (camt.053) and notifications of debits and credits (camt.054). */
const READ = /^camt\.05[34]\.001\.(?:0[2-9]|1[0-3])$/;
const BAHT = { unit: 'baht', sign: 'leading' } as const;

export function camtReader(
  file: string,
  beginning: string,
  mapping: Mapping,
  sink: RowSink,
): RowReader {
  const [format = 'XML'] = /camt\.05[0-9]\.001\.[0-9]{2}/.exec(beginning) ?? [];
  const hasType = /<!DOCTYPE/.test(beginning);
  if (!READ.test(format) && !hasType) {
    throw new PayctlError('USAGE', unreadFiles.foreign(file, words.notRead(format)));
  }
  sink.begin(entryTable(format, mapping));
  const reader = new CamtReader(sink);
  const xml = new XmlReader(file, reader);
  return { take: (text) => xml.take(text), end: () => xml.end() };
}

/** Takes entries and their details as their elements end. */
class CamtReader {
  readonly #sink: RowSink;
  /** Of the entry that is open. */
  #head: EntryHead | undefined;
  #firstDetail: Element | undefined;
  #details = 0;
  #detailSum = 0;
  /** Whether the details of the entry are rows of their own. */
  #isApart = false;
  #entries = 0;
  /** Entries of the statement that is open. */
  #position = 0;
  #sums = new StatementSums();
  #controls = new Controls();
  /** Of a message in pages, where the statement itself does not say it. */
  #messagePage: Element | undefined;

  constructor(sink: RowSink) {
    this.#sink = sink;
  }

  close(element: Element, path: readonly Element[]): boolean {
    const parent = path.at(-1);
    switch (element.name) {
      case 'TxDtls':
        return this.#detail(element, path);
      case 'Ntry':
        if (!isStatement(parent)) return false;
        this.#entry(element);
        return true;
      case 'Stmt':
      case 'Ntfctn':
        if (path.length !== 2) return false;
        this.#statement(element);
        return true;
      case 'GrpHdr':
        this.#messagePage = elementAt(element, 'MsgPgntn');
        return true;
      default:
        return isStatement(parent) && !OF_STATEMENT.has(element.name);
    }
  }

  #detail(detail: Element, path: readonly Element[]): boolean {
    const entry = path.find(({ name }) => name === 'Ntry');
    if (entry === undefined) return false;
    this.#details += 1;
    if (this.#details === 1) this.#firstDetail = detail;
    else {
      this.#head ??= this.#begin(entry);
      const head = this.#head;
      const first = this.#details === 2 ? this.#firstDetail : undefined;
      if (first !== undefined) {
        this.#isApart = [first, detail].every((one) => amountOf(one, head) !== '');
        if (this.#isApart) this.#row(head, first, 1);
      }
      if (this.#isApart) this.#row(head, detail, this.#details);
    }
    return true;
  }

  #begin(entry: Element): EntryHead {
    this.#entries += 1;
    this.#position += 1;
    return headOf(entry, this.#position);
  }

  /** Passes on a detail of a batch as a row of its own. */
  #row(head: EntryHead, detail: Element, number: number): void {
    const amount = amountOf(detail, head);
    this.#detailSum += satangOf(amount, BAHT) || 0;
    this.#sink.row(cellsOf(entryOf(head, detail, { amount, number })), this.#entries);
  }

  #entry(element: Element): void {
    const head = this.#head ?? this.#begin(element);
    const satang = satangOf(head.amount, BAHT);
    const only = this.#details === 1 ? this.#firstDetail : undefined;
    if (!this.#isApart) this.#sink.row(cellsOf(entryOf(head, only)), this.#entries);
    else this.#compareDetails(element, satang);
    if (!Number.isNaN(satang)) this.#sums.add(satang, head.status !== 'open');
    this.#head = undefined;
    this.#firstDetail = undefined;
    [this.#details, this.#detailSum, this.#isApart] = [0, 0, false];
  }

  /** The details of a batch make its amount, but for charges that were taken off. */
  #compareDetails(entry: Element, satang: number): void {
    const stated = elementAt(entry, 'NtryDtls', 'Btch', 'NbOfTxs');
    const charges = chargesOf(entry);
    const isEven = [0, charges, -charges].some((one) => this.#detailSum + one === satang);
    const found = isEven ? satang : this.#detailSum;
    this.#controls.amount(words.details(this.#entries), satang, BigInt(found));
    this.#controls.count(words.detailCount(this.#entries), numberIn(stated?.text), this.#details);
  }

  #statement(element: Element): void {
    const statement = { ...statementOf(element, this.#messagePage), controls: this.#controls };
    const { debits, credits, debitCount, creditCount, net, booked } = this.#sums;
    const name = nameOf(statement);
    const of = (what: Message) => words.ofStatement(name, what);
    const totals = elementAt(element, 'TxsSummry');
    const [all, came, went] = ['TtlNtries', 'TtlCdtNtries', 'TtlDbtNtries'].map(
      (part) => totals && elementAt(totals, part),
    );
    const { controls } = statement;
    controls.balance(name, ...balancesOf(element), booked);
    controls.count(of(words.entries), countOf(all), creditCount + debitCount);
    controls.amount(of(words.total), sumOf(all), credits.value + debits.value);
    controls.amount(of(words.total), netOf(all), net);
    controls.count(of(words.creditEntries), countOf(came), creditCount);
    controls.amount(of(words.credits), sumOf(came), credits.value);
    controls.count(of(words.debitEntries), countOf(went), debitCount);
    controls.amount(of(words.debits), sumOf(went), debits.value);
    this.#sink.statement(statement);
    this.#controls = new Controls();
    this.#sums = new StatementSums();
    this.#position = 0;
  }
}

/** What is looked at when a statement ends; the rest of it is forgotten. */
const OF_STATEMENT: ReadonlySet<string> = new Set([
  ...['Id', 'Acct', 'Bal', 'TxsSummry', 'CreDtTm', 'FrToDt'],
  ...['ElctrncSeqNb', 'LglSeqNb', 'StmtPgntn', 'NtfctnPgntn'],
]);

function isStatement(element: Element | undefined): boolean {
  return element?.name === 'Stmt' || element?.name === 'Ntfctn';
}

function statementOf(
  element: Element,
  messagePage: Element | undefined,
): Omit<Statement, 'controls'> {
  const pages = elementAt(element, 'StmtPgntn') ?? elementAt(element, 'NtfctnPgntn') ?? messagePage;
  const last = pages && textAt(pages, 'LastPgInd');
  const number = numberIn(textAt(element, 'ElctrncSeqNb')) ?? numberIn(textAt(element, 'LglSeqNb'));
  return {
    account: textAt(element, 'Acct', 'Id', 'IBAN') || textAt(element, 'Acct', 'Id', 'Othr', 'Id'),
    number,
    page: pages && numberIn(textAt(pages, 'PgNb')),
    isLastPage: last === undefined || last === '' ? undefined : last === 'true' || last === '1',
    date: textAt(element, 'FrToDt', 'ToDtTm') || textAt(element, 'CreDtTm'),
  };
}

/** The balances before the first and after the last booked entry, in satang. */
function balancesOf(
  statement: Element,
): [opening: number | undefined, closing: number | undefined] {
  const balances = childrenOf(statement, 'Bal').map((balance) => {
    const amount = satangOf(plainAmount(textAt(balance, 'Amt')), BAHT);
    return {
      type: textAt(balance, 'Tp', 'CdOrPrtry', 'Cd'),
      satang: textAt(balance, 'CdtDbtInd') === 'DBIT' ? -amount : amount,
    };
  });
  const of = (...types: string[]) =>
    types.flatMap((type) => balances.filter((balance) => balance.type === type));
  // The pages between the first and the last have two interim balances.
  const interim = of('ITBD');
  const [opening = interim[0]] = of('OPBD', 'PRCD');
  const [closing = interim.at(-1)] = of('CLBD');
  return opening === closing ? [undefined, undefined] : [opening?.satang, closing?.satang];
}

function chargesOf(entry: Element): number {
  const charges = elementAt(entry, 'Chrgs');
  if (charges === undefined) return 0;
  const records = [...childrenOf(charges, 'Rcrd'), charges];
  const total = textAt(charges, 'TtlChrgsAndTaxAmt');
  const amounts = total === '' ? records.map((record) => textAt(record, 'Amt')) : [total];
  return amounts.reduce((sum, text) => sum + (satangOf(plainAmount(text), BAHT) || 0), 0);
}

function countOf(total: Element | undefined): number | undefined {
  return total && numberIn(textAt(total, 'NbOfNtries'));
}

function sumOf(total: Element | undefined): number | undefined {
  return total && satangIn(textAt(total, 'Sum'));
}

/** Early versions have the net amount beside the sum, later ones in a block of its own. */
function netOf(total: Element | undefined): number | undefined {
  if (total === undefined) return undefined;
  const block = elementAt(total, 'TtlNetNtry') ?? total;
  const amount = satangIn(textAt(block, block === total ? 'TtlNetNtryAmt' : 'Amt'));
  return textAt(block, 'CdtDbtInd') === 'DBIT' && amount !== undefined ? -amount : amount;
}

function satangIn(text: string): number | undefined {
  const satang = satangOf(plainAmount(text), BAHT);
  return Number.isNaN(satang) ? undefined : satang;
}

function numberIn(text = ''): number | undefined {
  return /^\s*[0-9]{1,15}\s*$/.test(text) ? Number(text) : undefined;
}
