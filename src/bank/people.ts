import type { Operation } from './define.js';

/** How a table shows data. The labels are the field names of the specification, or shorter ones. */
export interface View {
  /** Path of the list inside the data, where the data wraps one; once more inside `data`, maybe. */
  rows?: string;
  /** Fields that lead a record, at any depth; in a list, exactly the columns. All, as they came, unless given. */
  fields?: readonly string[];
  /** Names of columns whose field's own is too long to stand beside others; --columns takes both. */
  labels?: Readonly<Record<string, string>>;
  /**
   * Of lists: so many columns stay on a narrow terminal, the others may go. Where it is not given,
   * nothing is left out, but shown below each other.
   */
  keep?: number;
}

/** Columns by their labels, of which so many stay on a narrow terminal. */
export function labelled(
  columns: readonly (readonly [field: string, label: string])[],
  keep: number,
): View {
  return { fields: columns.map(([field]) => field), labels: Object.fromEntries(columns), keep };
}

/** Lists of codes that the answers of the bank carry when something is wrong. */
export type ErrorCodes =
  | 'business code'
  | 'transfer code'
  | 'direct-debit payment code'
  | 'direct-debit registration code';

/** What people see of one operation beside its record: loaded by tables, help and documents only. */
export interface Shown {
  /** How its answer is shown. */
  view: View;
  /**
   * What help shows where the call stands on others: a story that can be pasted line by line, on
   * an embedded bank that knows nothing yet. The call alone unless given.
   */
  examples?: readonly string[];
  /** Which lists its error codes are in, the likeliest first; only that of business codes unless given. */
  codes?: readonly ErrorCodes[];
  /** What the embedded bank does, for the documents. */
  sandbox: string;
}

/** One for each operation that a family exports, under its name; a missing one does not compile. */
export type People<Operations> = {
  readonly [Name in keyof Operations as Operations[Name] extends Operation ? Name : never]: Shown;
};

/** The call, and the same with something more: two ways to use it. */
export const twice = (call: string, more: string): readonly string[] => [call, `${call} ${more}`];
