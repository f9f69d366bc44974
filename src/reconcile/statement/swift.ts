import type { Message } from '../../core/message.js';
import { statementWords as words } from '../../messages/statements.js';
import { parseSatang } from '../amounts.js';
import type { Mapping } from '../mapping.js';
import type { RowReader, RowSink } from '../rows.js';
import { ContinuedLines, lineReader } from '../table-rows.js';
import {
  Controls,
  entryPosition,
  type Statement,
  StatementSums,
  statementName,
} from './controls.js';
import { BAHT_AMOUNT, entryCells, entryTable, shortDate, trimmedAmount } from './entry.js';
import { type SwiftLine, swiftEntry, swiftLine } from './swift-entry.js';

/** SWIFT customer statements (MT940) and interim reports (MT942). */
export function swiftReader(beginning: string, mapping: Mapping, sink: RowSink): RowReader {
  const isInterim = /^\{2:[IO]942|^:34F:/m.test(beginning) && !/^:60[FM]:/m.test(beginning);
  sink.begin(entryTable(isInterim ? 'MT942' : 'MT940', mapping));
  return lineReader(new SwiftMessages(sink), sink);
}

interface Field {
  tag: string;
  /** What follows the tag, line by line. */
  lines: ContinuedLines;
  line: number;
}

interface Total {
  count: number;
  satang: number;
}

/** What a message has said so far. */
class OpenMessage {
  statement: Statement = { account: '', date: '', controls: new Controls() };
  readonly sums = new StatementSums();
  currency = '';
  opening: number | undefined;
  closing: number | undefined;
  debits: Total | undefined;
  credits: Total | undefined;
}

class SwiftMessages {
  readonly #sink: RowSink;
  #field: Field | undefined;
  #message = new OpenMessage();
  /** The entry whose details (:86:) may follow; some banks write several. */
  #entry: { entry: SwiftLine; line: number; details: string[] } | undefined;
  #position = 0;

  constructor(sink: RowSink) {
    this.#sink = sink;
  }

  line(text: string, line: number): void {
    const [, tag, rest = ''] = /^(?:\{.*\})?:([0-9]{2}[A-Z]?|NS):(.*)$/s.exec(text) ?? [];
    if (tag !== undefined) {
      this.#endField();
      this.#field = { tag, lines: new ContinuedLines(rest), line };
    } else if (/^-(?:\}|\s*$)/.test(text)) this.#endField();
    else if (/^\{[0-9]:/.test(text)) this.#endField();
    else this.#field?.lines.add(text);
  }

  end(): void {
    this.#endField();
    this.#endEntry();
    this.#endMessage();
  }

  #endField(): void {
    const field = this.#field;
    this.#field = undefined;
    if (field === undefined) return;
    if (field.tag === '86') this.#entry?.details.push(...field.lines.texts);
    else if (field.tag !== 'NS') this.#endEntry();
    this.#read(field);
  }

  #read({ tag, lines: { texts }, line }: Field): void {
    const [text = ''] = texts;
    const { statement } = this.#message;
    switch (tag) {
      case '20':
        this.#endMessage();
        break;
      case '25':
      case '25P':
        statement.account = text.trim();
        break;
      case '28':
      case '28C':
        this.#number(text);
        break;
      case '60F':
      case '60M':
        this.#balance(text, line, 'opening');
        break;
      case '62F':
      case '62M':
        this.#balance(text, line, 'closing');
        statement.isLastPage = tag === '62F';
        break;
      case '34F':
        this.#message.currency ||= text.slice(0, 3);
        break;
      case '13D':
        statement.date = shortDate(text.slice(0, 6));
        break;
      case '90C':
      case '90D':
        this.#total(text, line, tag === '90C' ? 'credits' : 'debits');
        break;
      case '61':
        this.#entryLine(texts, line);
        break;
      default:
    }
  }

  /** `12/1`: statement and page. */
  #number(text: string): void {
    const [, number, page] = /^([0-9]{1,5})(?:\/([0-9]{1,5}))?/.exec(text.trim()) ?? [];
    const { statement } = this.#message;
    // Banks that do not number their statements write 0.
    if (Number(number) > 0) statement.number = Number(number);
    if (page !== undefined) statement.page = Number(page);
  }

  /** `C260131THB1234,50`; some banks leave the currency of the closing balance out. */
  #balance(text: string, line: number, which: 'opening' | 'closing'): void {
    const [, mark, date = '', currency = '', amount = ''] =
      /^([CD])([0-9]{6})([A-Z]{3})?([0-9]+(?:,[0-9]*)?)\s*$/.exec(text) ?? [];
    const satang = parseSatang(trimmedAmount(amount), BAHT_AMOUNT);
    if (mark === undefined || Number.isNaN(satang)) {
      this.#sink.reject(line, { column: null, problem: words.notBalance });
      return;
    }
    this.#message[which] = mark === 'D' ? -satang : satang;
    this.#message.currency ||= currency;
    this.#message.statement.date = shortDate(date);
  }

  /** `12THB1234,50`. */
  #total(text: string, line: number, which: 'credits' | 'debits'): void {
    const [, count, currency = '', amount = ''] =
      /^([0-9]{1,5})([A-Z]{3})([0-9]+(?:,[0-9]*)?)\s*$/.exec(text) ?? [];
    const satang = parseSatang(trimmedAmount(amount), BAHT_AMOUNT);
    if (count === undefined || Number.isNaN(satang)) {
      this.#sink.reject(line, { column: null, problem: words.notBalance });
      return;
    }
    this.#message.currency ||= currency;
    this.#message[which] = { count: Number(count), satang };
  }

  #entryLine(lines: readonly string[], line: number): void {
    const entry = swiftLine(lines);
    if (entry === undefined) {
      this.#sink.reject(line, { column: null, problem: words.notEntry });
      return;
    }
    this.#entry = { entry, line, details: [] };
    const satang = parseSatang(entry.amount, BAHT_AMOUNT);
    if (!Number.isNaN(satang)) this.#message.sums.add(satang);
  }

  #endEntry(): void {
    if (this.#entry === undefined) return;
    const { entry, line, details } = this.#entry;
    this.#entry = undefined;
    this.#position += 1;
    const { currency, statement } = this.#message;
    const position = entryPosition(statement, this.#position);
    this.#sink.row(entryCells(swiftEntry(entry, { currency, details, position })), line);
  }

  #endMessage(): void {
    const { statement, sums, opening, closing, debits, credits } = this.#message;
    const isEmpty = statement.account === '' && opening === undefined;
    if (isEmpty && sums.creditCount + sums.debitCount === 0) return;
    const name = statementName(statement);
    const of = (what: Message) => words.ofStatement(name, what);
    const { controls } = statement;
    if (opening !== undefined && closing === undefined) {
      controls.faults.push(words.noClosingBalance(name));
    } else if (opening === undefined && closing !== undefined) {
      controls.faults.push(words.noOpeningBalance(name));
    }
    controls.balance(name, opening, closing, sums.booked);
    controls.count(of(words.creditEntries), credits?.count, sums.creditCount);
    controls.amount(of(words.credits), credits?.satang, sums.credits.value);
    controls.count(of(words.debitEntries), debits?.count, sums.debitCount);
    controls.amount(of(words.debits), debits?.satang, sums.debits.value);
    this.#sink.statement(statement);
    this.#message = new OpenMessage();
    this.#position = 0;
  }
}
