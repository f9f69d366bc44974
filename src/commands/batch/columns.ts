import { checkInput, fieldAt } from '../../bank/check.js';
import type { Fields, Operation } from '../../bank/define.js';
import { type Flag, flagsOf } from '../../bank/flags.js';
import { generated } from '../../bank/generate.js';
import { PayctlError } from '../../core/errors.js';
import { fromPlain, isJsonObject, textOf } from '../../core/json.js';
import { parseAmount } from '../../core/money.js';
import { nearest } from '../../core/nearest.js';
import { visible } from '../../core/text.js';
import type { Clock, Random } from '../../host/host.js';
import type { Row } from './rows.js';

/** Where the cells of a CSV column go; without a path they go nowhere. */
export interface Column {
  path?: readonly string[];
  kind?: Flag['kind'];
}

/**
 * Fields by the names of a header: as the specification spells them, or as the flag. A name that
 * begins with `#` is left out. Throws USAGE for an unknown one: a misspelt column would be sent to
 * the bank, and its real field would be missing. Where the specification shows no shape it passes.
 */
export function columnsOf(operation: Operation, header: readonly string[]): Column[] {
  const flags = flagsOf(operation);
  const columns = header.map((name) => columnOf(operation, flags, name.trim()));
  const seen = new Set<string>();
  for (const { path } of columns) {
    const field = path?.join('.');
    if (field !== undefined && seen.has(field)) throw wrong(`names ${field} twice`);
    if (field !== undefined) seen.add(field);
  }
  return columns;
}

function columnOf(operation: Operation, flags: readonly Flag[], name: string): Column {
  if (name.startsWith('#')) return {};
  const word = name.replace(/^--/, '');
  const flag = flags.find(({ field, flag: own }) => field === word || own === `--${word}`);
  if (flag) return { path: flag.field.split('.'), kind: flag.kind };
  const keys = word.split('.');
  const usable = keys.every((key) => key !== '' && key !== '__proto__');
  if (!operation.specified && usable) return { path: keys };
  const known = flags.map(({ field }) => field);
  const guess = nearest(word, known);
  throw wrong(
    `names ${JSON.stringify(visible(name.slice(0, 60)))}, which ${operation.command.join(' ')} does not have; it has ${known.join(', ')}`,
    guess ? `did you mean ${guess}?` : 'put # before the name of a column that is to be left out',
  );
}

function wrong(what: string, hint?: string): PayctlError {
  return new PayctlError('USAGE', `the header of the file ${what}; nothing was sent`, { hint });
}

/** Puts a cell into its field, nested where the name has dots. */
export function placed(fields: Fields, { path = [], kind }: Column, cell: string): void {
  let here = fields;
  for (const key of path.slice(0, -1)) {
    const inner = here[key];
    const next: Fields = isJsonObject(inner) ? inner : {};
    here[key] = next;
    here = next;
  }
  here[path.at(-1) ?? ''] = kind === 'boolean' ? truth(cell) : cell;
}

function truth(cell: string): boolean | string {
  return cell === 'true' ? true : cell === 'false' ? false : cell;
}

/** What a row gives, over what holds for all rows. */
function overlaid(base: Fields, given: Fields): Fields {
  const fields = { ...base };
  for (const [key, value] of Object.entries(given)) {
    const below = fields[key];
    fields[key] = isJsonObject(value) && isJsonObject(below) ? overlaid(below, value) : value;
  }
  return fields;
}

/** A row that may be sent. */
export interface Ready {
  line: number;
  /** Checked: what goes on the wire. */
  input: Fields;
  reference?: string;
  /** Satang, where the operation has an amount and the row gives one. */
  amount?: bigint;
  warnings: readonly string[];
}

/** A row that is never sent, and why. */
export interface Wrong {
  line: number;
  reference?: string;
  problem: string;
}

export interface PrepareParts {
  operation: Operation;
  /** What holds for every row that does not say otherwise. */
  base: Fields;
  environment: 'test' | 'live';
  outTradeNoPrefix?: string;
  clock: Clock;
  random: Random;
}

/** Holds rows against the specification. */
export function preparer(parts: PrepareParts): (row: Row) => Ready | Wrong {
  const { operation, base, environment, outTradeNoPrefix, clock, random } = parts;
  const named = operation.reference ?? operation.positional;

  return ({ line, given, problem }) => {
    if (given === undefined) return { line, problem: problem ?? 'cannot be read' };
    const now = clock.now();
    const known = overlaid(base, given);
    const fields = { ...known, ...generated(operation, known, { now, random, outTradeNoPrefix }) };
    const checked = checkInput(operation, fields, { environment, now, outTradeNoPrefix });
    const reference = named && textAt(checked.ok ? checked.value : fields, named);
    const row = reference === undefined ? { line } : { line, reference };
    if (!checked.ok) {
      const problems = checked.problems.map(({ field, message }) => `${field} ${message}`);
      return { ...row, problem: visible(problems.join('; ')) };
    }
    const { value: input, warnings } = checked;
    const amount = operation.amount && parseAmount(textAt(input, operation.amount) ?? '');
    return typeof amount === 'bigint'
      ? { ...row, input, warnings, amount }
      : { ...row, input, warnings };
  };
}

function textAt(fields: Fields, path: string): string | undefined {
  return textOf(fromPlain(fieldAt(fields, path) ?? null));
}
