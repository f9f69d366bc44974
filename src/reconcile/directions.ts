import { plainHeader } from './mapping.js';

const CREDIT = /^(?:c|cr|crdt|credit|เครดิต)$/i;
const DEBIT = /^(?:d|dr|dbit|debit|เดบิต)$/i;
const NAME =
  /^(?:(?:d|dr|debit|เดบิต)\/?(?:c|cr|credit|เครดิต)|(?:c|cr|cdt|credit|เครดิต)\/?(?:d|dr|dbt|debit|เดบิต))(?:ind|indicator|mark|flag)?$/;

export function isDebit(cell: string): boolean {
  return DEBIT.test(cell.trim());
}

/**
 * Whether a column says of each amount if it came or went: by its words, and where those are letters that
 * may mean anything (all of them D), by its name.
 */
export function tellsDirection(name: string, cells: readonly string[]): boolean {
  const marks = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (!marks.every((mark) => CREDIT.test(mark) || DEBIT.test(mark))) return false;
  return NAME.test(plainHeader(name)) || marks.some((mark) => !/^d$/i.test(mark));
}
