import { DAY_MS } from '../../core/time.js';
import { type StatementEntry, shortDate, statementReference, trimmedAmount } from './entry.js';
import { swiftDetails } from './swift-details.js';

/** An entry as :61: has it. */
export type SwiftLine = Pick<StatementEntry, 'amount' | 'date' | 'valueDate' | 'status'> & {
  customerReference: string;
  bankReference: string;
  /** Supplementary details, on a line of their own. */
  supplement: string;
};

/**
 * Value date, entry date of four or two digits, mark, funds code, amount, type of transaction, and the
 * references; many banks write longer ones than the 16 characters of the standard.
 */
const ENTRY =
  /^(?<value>[0-9]{6})(?<entry>[0-9]{4}|[0-9]{2}| {2,4})?(?<mark>R[CD]|E[CD]|[CD])(?<funds>[A-Z])? ?(?<amount>[0-9]{1,15}(?:[,.][0-9]*)?)(?<type>[A-Z][A-Z0-9]{3})?(?<references>.*)$/s;

/** Undefined where it is none. */
export function swiftLine(lines: readonly string[]): SwiftLine | undefined {
  const [first = '', second = '', ...more] = lines;
  // Some banks break the line behind the mark.
  const isBroken = !ENTRY.test(first) && ENTRY.test(first + second);
  const [text, rest] = isBroken ? [first + second, more] : [first, [second, ...more]];
  const {
    value = '',
    entry = '',
    mark = '',
    amount = '',
    references = '',
  } = ENTRY.exec(text)?.groups ?? {};
  if (mark === '') return undefined;
  const [customer, bank] = cutOnce(references, '//');
  const valueDate = shortDate(value);
  // The reversal of a credit takes money away.
  const isDebit = mark === 'D' || mark === 'ED' || mark === 'RC';
  return {
    amount: `${isDebit ? '-' : ''}${trimmedAmount(amount)}`,
    date: entry.trim() === '' ? valueDate : entryDate(valueDate, entry),
    valueDate,
    status: statusForMark(mark),
    customerReference: statementReference(customer),
    bankReference: statementReference(bank),
    supplement: rest.join(' ').trim(),
  };
}

function statusForMark(mark: string): StatementEntry['status'] {
  if (mark.startsWith('E')) return 'open';
  return mark.startsWith('R') ? 'reversed' : '';
}

function cutOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)];
}

/** The day of `MMDD` or `DD` that is nearest to the value date: around New Year it is of another year. */
function entryDate(valueDate: string, entry: string): string {
  const value = Date.parse(valueDate);
  const [year = 0, month = 0] = valueDate.split('-').map(Number);
  const day = Number(entry.slice(-2));
  const candidates = [-1, 0, 1].map((step) =>
    entry.length === 4
      ? { year: year + step, month: Number(entry.slice(0, 2)) }
      : { year, month: month + step },
  );
  const moments = candidates
    .map((one) => ({ ...one, at: new Date(Date.UTC(one.year, one.month - 1, day)) }))
    // A day that its month does not have would be one of the next.
    .filter(({ at }) => at.getUTCDate() === day)
    .sort((a, b) => Math.abs(a.at.getTime() - value) - Math.abs(b.at.getTime() - value));
  const [nearest] = moments;
  const isNear = nearest !== undefined && Math.abs(nearest.at.getTime() - value) < 200 * DAY_MS;
  return isNear ? nearest.at.toISOString().slice(0, 10) : '';
}

/** With what :86: says of it. */
export function swiftEntry(
  line: SwiftLine,
  {
    currency,
    details,
    position,
  }: { currency: string; details: readonly string[]; position: string },
): StatementEntry {
  const { customerReference, bankReference, supplement, ...entry } = line;
  const { reference, instruction, text, counterparty } = swiftDetails(details);
  return {
    ...entry,
    currency,
    EndToEndId: reference || customerReference,
    TxId: customerReference,
    InstrId: instruction,
    AcctSvcrRef: bankReference,
    text: [text, supplement].filter(Boolean).join(' '),
    transactionId: bankReference,
    counterparty,
    position,
  };
}
