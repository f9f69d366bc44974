import { groupBy } from '../../core/fields.js';
import type { Message } from '../../core/message.js';
import { excerpt } from '../../core/text.js';
import { statementWords as words } from '../../messages/statements.js';
import { baht } from '../amounts.js';
import { Sum } from '../columns.js';

/** A statement as it names itself, and its figures beside those of its entries. */
export interface Statement {
  account: string;
  /** Of the statement, and of the page; undefined where the bank does not number them. */
  number?: number | undefined;
  page?: number | undefined;
  isLastPage?: boolean | undefined;
  /** The day by which statements are put in order, ISO; empty where it has none. */
  date: string;
  controls: Controls;
}

/** What the entries of a statement add up to, in satang. */
export class StatementSums {
  readonly credits = new Sum();
  readonly debits = new Sum();
  creditCount = 0;
  debitCount = 0;
  readonly #booked = new Sum();

  /** @param isBooked whether it is part of the closing balance */
  add(satang: number, isBooked = true): void {
    if (isBooked) this.#booked.add(satang);
    if (satang < 0) {
      this.debits.add(-satang);
      this.debitCount += 1;
    } else {
      this.credits.add(satang);
      this.creditCount += 1;
    }
  }

  get net(): bigint {
    return this.credits.value - this.debits.value;
  }

  /** Of the booked entries. */
  get booked(): bigint {
    return this.#booked.value;
  }
}

/** Compares the figures that a statement states with what was read of it. */
export class Controls {
  /** How many figures are stated. */
  stated = 0;
  /** Both figures of each that disagrees. */
  readonly faults: Message[] = [];

  /** Opening balance plus entries is the closing balance; undefined where one of them is not stated. */
  balance(
    name: Message,
    opening: number | undefined,
    closing: number | undefined,
    entries: bigint,
  ) {
    if (opening === undefined || closing === undefined) return;
    this.stated += 1;
    const found = BigInt(opening) + entries;
    if (found === BigInt(closing)) return;
    const figures = { opening: baht(opening), found: baht(found), closing: baht(closing) };
    this.faults.push(words.balance({ name, ...figures }));
  }

  count(what: Message, stated: number | undefined, found: number): void {
    if (stated === undefined) return;
    this.stated += 1;
    if (stated !== found) this.faults.push(words.figure(what, String(stated), String(found)));
  }

  /** In satang. */
  amount(what: Message, stated: number | undefined, found: bigint): void {
    if (stated === undefined) return;
    this.stated += 1;
    if (BigInt(stated) !== found) this.faults.push(words.figure(what, baht(stated), baht(found)));
  }
}

/** Pages and statements that are missing between those that were given. */
export function missingBetween(statements: readonly Statement[]): Message[] {
  return [...findMissingPages(statements), ...findMissingNumbers(statements)];
}

/** Pages that are missing within statements. */
export function findMissingPages(statements: readonly Statement[]): Message[] {
  const pages = groupBy(statements, ({ account, number, date }) =>
    JSON.stringify([account, number ?? date]),
  );
  return [...pages.values()].flatMap(missingPages);
}

/** Of one statement. */
function missingPages(statements: readonly Statement[]): Message[] {
  const numbered = statements.flatMap(({ page, ...rest }) =>
    page === undefined ? [] : [{ ...rest, page }],
  );
  const pages = numbered.sort((a, b) => a.page - b.page);
  const last = pages.at(-1);
  if (last === undefined) return [];
  const name = statementName(last);
  const gaps = findGaps([0, ...pages.map(({ page }) => page)]);
  const isCut = pages.every(({ isLastPage }) => isLastPage === false);
  if (isCut) gaps.push([last.page + 1, last.page + 1]);
  return gaps.map(([from, to]) => words.missingPage({ name, from, to }));
}

/** Statements that are missing between others of their account. */
export function findMissingNumbers(statements: readonly Statement[]): Message[] {
  const accounts = groupBy(statements, ({ account }) => account);
  return [...accounts.values()].flatMap(missingNumbers);
}

/** Numbers begin anew each year, so statements are compared with the one before. */
function missingNumbers(statements: readonly Statement[]): Message[] {
  const numbered = statements.flatMap(({ number, date, account }) =>
    number === undefined ? [] : [{ number, date, account }],
  );
  numbered.sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)) || a.number - b.number);
  return findGaps(numbered.map(({ number }) => number)).map(([from, to]) =>
    words.missingStatement({ account: shown(numbered[0]?.account), from, to }),
  );
}

/** What is left out between a number and the next greater one. */
function findGaps(numbers: readonly number[]): [from: number, to: number][] {
  return numbers.flatMap((number, at): [number, number][] => {
    const next = numbers[at + 1] ?? number;
    return next > number + 1 ? [[number + 1, next - 1]] : [];
  });
}

/** Tells an entry from those of other statements and pages, which number theirs alike. */
export function entryPosition(
  { account, number, page }: Pick<Statement, 'account' | 'number' | 'page'>,
  entry: number | string,
): string {
  return [account, number, page, entry].join(' ');
}

/** `statement 12 of 1234567890`. */
export function statementName({ account, number }: Pick<Statement, 'account' | 'number'>): Message {
  const name = shown(account);
  return number === undefined ? words.ofAccount(name) : words.numbered(name, number);
}

/** An account is whatever stands in the file. */
function shown(account = ''): string {
  return excerpt(account, 40);
}
