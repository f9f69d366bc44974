/** How a table shows data. The labels are the field names of the specification, or shorter ones. */
export interface View {
  /** Path of the list inside the data, where the data wraps one; once more inside `data`, maybe. */
  rows?: string;
  /** Fields that lead a record, at any depth; in a list, exactly the columns. By default all, as they came. */
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
