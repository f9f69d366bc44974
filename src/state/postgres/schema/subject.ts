/** What one subject of the store keeps, and who may do what with it. */
export interface Subject {
  /** Its tables, views and functions, by the version of the schema that brought them. */
  steps: Readonly<Record<number, string>>;
  /** What the operator, as whom payctl runs, may do with each table. */
  operator: Readonly<Record<string, string>>;
  /** Views that the reader may see: nothing sealed, nothing personal. */
  views?: readonly string[];
  /** Columns that hold sealed values, for who exchanges the key. */
  sealed?: readonly SealedColumn[];
}

/** A column of sealed values, each bound to its bank and its name: expressions over the row. */
export interface SealedColumn {
  table: string;
  column: string;
  /** Columns that name the row. */
  key: readonly string[];
  bank: string;
  name: string;
  /** A column that is made of the value with the key, and made anew where it is null. */
  derived?: string;
}
