import type { Fields, Operation } from '../../bank/define.js';
import { type Flag, flagsOf } from '../../bank/flags.js';
import { PayctlError } from '../../core/errors.js';
import { isJsonObject } from '../../core/json.js';
import { nearest, visible } from '../../core/text.js';

/** The field of a CSV column, or the caller's own column, which goes into the result as it is. */
export interface Column {
  path?: readonly string[];
  own?: string;
  kind?: Flag['kind'];
}

/**
 * The fields of a header, spelled as in the specification or as flags. A name that begins with `#`
 * is the caller's own. Throws USAGE for an unknown name: a misspelled column would reach the bank, and its
 * real field would be missing. It passes where the specification shows no shape.
 */
export function columnsOf(operation: Operation, header: readonly string[]): Column[] {
  const flags = flagsOf(operation);
  const columns = header.map((name) => columnOf(operation, flags, name.trim()));
  const seen = new Set<string>();
  for (const { path, own } of columns) {
    const field = own ?? path?.join('.');
    if (field !== undefined && seen.has(field)) throw wrong(`names ${field} twice`);
    if (field !== undefined) seen.add(field);
  }
  return columns;
}

/** Beside the fields of an operation a column of the caller's own needs a mark: it could be misspelt. */
export function isOwn(name: string): boolean {
  return name.startsWith('#');
}

function columnOf(operation: Operation, flags: readonly Flag[], name: string): Column {
  if (isOwn(name)) return { own: name };
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
    guess ? `did you mean ${guess}?` : 'to carry a column of your own, put # before its name',
  );
}

export function wrong(what: string, hint?: string): PayctlError {
  return new PayctlError('USAGE', `the header ${what}; nothing was sent`, { hint });
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
