import type { Message } from '../../core/message.js';
import { statementWords as words } from '../../messages/statements.js';
import { wholeNumber } from '../amounts.js';
import { END_OF_FILE } from '../layout.js';
import type { Mapping } from '../mapping.js';
import type { RowReader, RowSink } from '../rows.js';
import { ContinuedLines, lineReader } from '../table-rows.js';
import {
  type BaiAccount,
  baiAccount,
  baiAmount,
  baiTransaction,
  splitFields,
} from './bai2-records.js';
import { Controls, entryPosition, StatementSums, statementName } from './controls.js';
import { entryCells, entryTable, shortDate } from './entry.js';

/** Cash management reports of the Bank Administration Institute, version 2. */
export function bai2Reader(mapping: Mapping, sink: RowSink): RowReader {
  sink.begin(entryTable('BAI2', mapping));
  return lineReader(new BaiRecords(sink), sink);
}

/** A record with the lines (88) that continue it. */
interface OpenRecord {
  code: string;
  lines: ContinuedLines;
  line: number;
}

/** What a level (file, group, account) has added up to so far. */
class Level {
  /** Amounts without signs of direction, as the standard adds them. */
  total = 0n;
  /** Its own first record is counted. */
  records = 1;
  /** Accounts of a group, groups of a file. */
  parts = 0;
}

const NEXT_RECORD = /(?<=\/) +(?=(?:0[123]|16|49|88|9[89]),)/;

class BaiRecords {
  readonly #sink: RowSink;
  #open: OpenRecord | undefined;
  #file = new Level();
  #group = new Level();
  #level = new Level();
  #date = '';
  #currency = '';
  #account: BaiAccount | undefined;
  #sums = new StatementSums();
  #controls = new Controls();
  #position = 0;
  #isEnded = false;

  constructor(sink: RowSink) {
    this.#sink = sink;
  }

  /** A line may have several records, each of which ends with a slash. */
  line(text: string, line: number): void {
    for (const record of text.split(NEXT_RECORD)) this.#record(record.trimEnd(), line);
  }

  #record(text: string, line: number): void {
    if (text === '' || text === END_OF_FILE) return;
    const code = text.slice(0, 2);
    if (code !== '88') this.#endRecord();
    this.#count(code);
    if (code === '88') this.#open?.lines.add(text.slice(3));
    else this.#open = { code, lines: new ContinuedLines(text.slice(3)), line };
  }

  end(): void {
    this.#endRecord();
    if (!this.#isEnded) this.#controls.faults.push(words.noTrailer);
    // The trailers of group and file follow on the last account.
    if (this.#controls.stated + this.#controls.faults.length > 0) this.#endAccount();
  }

  /** Each record counts at all levels that are open. */
  #count(code: string): void {
    if (code === '01') this.#file = new Level();
    else this.#file.records += 1;
    if (code === '02') this.#group = new Level();
    else this.#group.records += 1;
    if (code === '03') this.#level = new Level();
    else this.#level.records += 1;
  }

  #endRecord(): void {
    const record = this.#open;
    this.#open = undefined;
    if (record === undefined) return;
    const fields = splitFields(record.lines.texts);
    const [first = '', second, third] = fields;
    switch (record.code) {
      case '02':
        this.#date = shortDate(fields[3] ?? '');
        this.#currency = fields[5] ?? '';
        break;
      case '03':
        this.#beginAccount(fields);
        break;
      case '16':
        this.#transaction(record);
        break;
      case '49':
        this.#compare(words.accountTotal, first, this.#level.total);
        this.#compareCount(words.accountRecords, second, this.#level.records);
        this.#addUp(this.#group, this.#level);
        this.#endAccount();
        break;
      case '98':
        this.#compare(words.groupTotal, first, this.#group.total);
        this.#compareCount(words.groupAccounts, second, this.#group.parts);
        this.#compareCount(words.groupRecords, third, this.#group.records);
        this.#addUp(this.#file, this.#group);
        break;
      case '99':
        this.#compare(words.fileTotal, first, this.#file.total);
        this.#compareCount(words.fileGroups, second, this.#file.parts);
        this.#compareCount(words.fileRecords, third, this.#file.records);
        this.#isEnded = true;
        break;
      default:
    }
  }

  #beginAccount(fields: readonly string[]): void {
    const account = baiAccount(fields, this.#currency);
    this.#account = account;
    this.#level.total += account.total;
    this.#sums = new StatementSums();
    this.#position = 0;
  }

  #transaction({ lines, line }: OpenRecord): void {
    const transaction = baiTransaction(lines.texts);
    if (transaction === undefined) {
      this.#sink.reject(line, { column: null, problem: words.notTransaction });
      return;
    }
    const { satang, isMoney, ...entry } = transaction;
    this.#level.total += BigInt(Math.abs(satang));
    if (!isMoney) return;
    this.#position += 1;
    this.#sums.add(satang);
    const { currency = '', number: account = '' } = this.#account ?? {};
    const position = entryPosition({ account }, this.#position);
    const common = { currency, date: this.#date, position };
    this.#sink.row(entryCells({ ...common, ...entry }), line);
  }

  #compare(what: Message, stated: string | undefined, found: bigint): void {
    this.#controls.amount(what, baiAmount(stated ?? ''), found);
  }

  #compareCount(what: Message, stated: string | undefined, found: number): void {
    this.#controls.count(what, wholeNumber(stated?.trim()), found);
  }

  #addUp(into: Level, from: Level): void {
    into.total += from.total;
    into.parts += 1;
  }

  #endAccount(): void {
    const { number = '', opening, closing, credits, debits } = this.#account ?? {};
    this.#account = undefined;
    const controls = this.#controls;
    const statement = { account: number, date: this.#date, controls };
    const name = statementName(statement);
    const of = (what: Message) => words.ofStatement(name, what);
    const sums = this.#sums;
    // Of many accounts a bank reports the sums alone.
    if (sums.creditCount + sums.debitCount > 0) {
      controls.balance(name, opening, closing, sums.booked);
      controls.amount(of(words.credits), credits?.satang, sums.credits.value);
      controls.count(of(words.creditEntries), credits?.count, sums.creditCount);
      controls.amount(of(words.debits), debits?.satang, sums.debits.value);
      controls.count(of(words.debitEntries), debits?.count, sums.debitCount);
    }
    this.#controls = new Controls();
    this.#sums = new StatementSums();
    this.#sink.statement(statement);
  }
}
