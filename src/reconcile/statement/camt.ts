import { PayctlError } from '../../core/errors.js';
import { statementWords as words } from '../../messages/statements.js';
import { unreadFiles } from '../../messages/unread-files.js';
import { parseSatang, wholeNumber } from '../amounts.js';
import type { Mapping } from '../mapping.js';
import type { RowReader, RowSink } from '../rows.js';
import {
  DETAIL_PATHS,
  detailAmount,
  ENTRY_PATHS,
  type EntryHead,
  parseEntryHead,
  toEntry,
} from './camt-entry.js';
import {
  bookedBalances,
  compareTotals,
  parseBalance,
  parseStatement,
  STATEMENT_PATHS,
  type StatementBalance,
  sumCharges,
} from './camt-statement.js';
import { Controls, entryPosition, StatementSums, statementName } from './controls.js';
import { BAHT_AMOUNT, entryCells, entryTable } from './entry.js';
import { XmlReader } from './xml.js';
import { buildPlaces, FieldReader, XmlFields } from './xml-fields.js';

const READ = /^camt\.05[34]\.001\.(?:0[2-9]|1[0-3])$/;

/** ISO 20022 bank statements (camt.053) and notifications of debits and credits (camt.054). */
export function camtReader(
  file: string,
  beginning: string,
  mapping: Mapping,
  sink: RowSink,
): RowReader {
  const [format = ''] = /camt\.05[0-9]\.001\.[0-9]{2}/.exec(beginning) ?? [];
  // A type of document is refused where it is read, before anybody asks what it is a type of.
  if (!READ.test(format) && !/<!DOCTYPE/.test(beginning)) {
    throw new PayctlError('USAGE', unreadFiles.foreign(file, words.notRead(format)));
  }
  sink.begin(entryTable(format, mapping));
  const xml = new XmlReader(file, new FieldReader(PLACES, new CamtReader(sink)));
  return { take: (text) => xml.take(text), end: () => xml.end() };
}

const MESSAGES = ['Document/BkToCstmrStmt', 'Document/BkToCstmrDbtCdtNtfctn'];
const STATEMENTS = ['Document/BkToCstmrStmt/Stmt', 'Document/BkToCstmrDbtCdtNtfctn/Ntfctn'];
const below = (parents: readonly string[], path: string) => parents.map((one) => `${one}/${path}`);

const PLACES = buildPlaces([
  {
    kind: 'header',
    at: below(MESSAGES, 'GrpHdr'),
    fields: ['MsgPgntn/PgNb', 'MsgPgntn/LastPgInd'],
  },
  { kind: 'statement', at: STATEMENTS, fields: STATEMENT_PATHS },
  {
    kind: 'balance',
    at: below(STATEMENTS, 'Bal'),
    fields: ['Tp/CdOrPrtry/Cd', 'Amt', 'CdtDbtInd'],
  },
  { kind: 'entry', at: below(STATEMENTS, 'Ntry'), fields: ENTRY_PATHS },
  { kind: 'detail', at: below(STATEMENTS, 'Ntry/NtryDtls/TxDtls'), fields: DETAIL_PATHS },
]);

/** Takes entries and their transactions as their elements end. */
class CamtReader {
  readonly #sink: RowSink;
  /** Of the message: the page, where the statement itself does not say it. */
  #header = new XmlFields();
  #balances: StatementBalance[] = [];
  /** Of the file. */
  #entries = 0;
  /** Of the statement that is open. */
  #position = 0;
  /** Before the position: the same for all its entries. */
  #place: string | undefined;
  #sums = new StatementSums();
  #controls = new Controls();
  #batch = new OpenBatch();

  constructor(sink: RowSink) {
    this.#sink = sink;
  }

  close(kind: string, fields: XmlFields, around: readonly XmlFields[]): void {
    const [statement, entry] = around;
    switch (kind) {
      case 'header':
        this.#header = fields;
        break;
      case 'balance':
        this.#balances.push(parseBalance(fields));
        break;
      case 'detail':
        if (statement && entry) this.#detail(fields, entry, statement);
        break;
      case 'entry':
        if (statement) this.#entry(fields, statement);
        break;
      case 'statement':
        this.#statement(fields);
        break;
      default:
    }
  }

  /** What is said of the whole entry stands before its transactions. */
  #detail(detail: XmlFields, entry: XmlFields, statement: XmlFields): void {
    const batch = this.#batch;
    batch.details += 1;
    if (batch.details === 1) {
      batch.first = detail;
      return;
    }
    batch.charges += sumCharges(detail);
    batch.head ??= this.#headOf(entry, statement);
    const { head, first } = batch;
    if (batch.details === 2 && first !== undefined) {
      batch.charges += sumCharges(first);
      batch.isApart = detailAmount(first, head) !== '' && detailAmount(detail, head) !== '';
      if (batch.isApart) this.#row(head, first, 1);
    }
    if (batch.isApart) this.#row(head, detail, batch.details);
  }

  #headOf(entry: XmlFields, statement: XmlFields): EntryHead {
    this.#place ??= entryPosition(parseStatement(statement, this.#header), '');
    return parseEntryHead(entry, this.#place + String(this.#position + 1));
  }

  /** Passes on a transaction of a batch as a row of its own. */
  #row(head: EntryHead, detail: XmlFields, number: number): void {
    const amount = detailAmount(detail, head);
    this.#batch.satang += parseSatang(amount, BAHT_AMOUNT) || 0;
    this.#sink.row(entryCells(toEntry(head, detail, { amount, number })), this.#entries + 1);
  }

  #entry(entry: XmlFields, statement: XmlFields): void {
    const batch = this.#batch;
    this.#batch = new OpenBatch();
    const head = batch.head ?? this.#headOf(entry, statement);
    this.#entries += 1;
    this.#position += 1;
    const satang = parseSatang(head.amount, BAHT_AMOUNT);
    if (batch.details > 0) this.#compareBatch(entry, batch, satang);
    if (!batch.isApart) {
      const only = batch.details === 1 ? batch.first : undefined;
      this.#sink.row(entryCells(toEntry(head, only)), this.#entries);
    }
    if (!Number.isNaN(satang)) this.#sums.add(satang, head.status !== 'open');
  }

  /** The transactions of a batch are as many as it says, and make its amount but for charges that were taken off. */
  #compareBatch(entry: XmlFields, batch: OpenBatch, satang: number): void {
    const stated = entry.get('NtryDtls/Btch/NbOfTxs+');
    if (stated !== undefined) {
      const count = stated.split(' ').reduce((sum, one) => sum + (wholeNumber(one) ?? 0), 0);
      this.#controls.count(words.detailCount(this.#entries), count, batch.details);
    }
    if (!batch.isApart) return;
    const all = [sumCharges(entry), batch.charges];
    const isEven = [0, ...all, ...all.map((one) => -one)].some(
      (one) => batch.satang + one === satang,
    );
    const found = BigInt(isEven ? satang : batch.satang);
    this.#controls.amount(words.details(this.#entries), satang || 0, found);
  }

  #statement(fields: XmlFields): void {
    const controls = this.#controls;
    const statement = { ...parseStatement(fields, this.#header), controls };
    const name = statementName(statement);
    controls.balance(name, ...bookedBalances(this.#balances), this.#sums.booked);
    compareTotals(controls, name, fields, this.#sums);
    this.#sink.statement(statement);
    this.#balances = [];
    this.#controls = new Controls();
    this.#sums = new StatementSums();
    this.#position = 0;
    this.#place = undefined;
  }
}

/** The transactions of the entry that is open. */
class OpenBatch {
  head: EntryHead | undefined;
  first: XmlFields | undefined;
  details = 0;
  satang = 0;
  charges = 0;
  /** Whether they are rows of their own. */
  isApart = false;
}
