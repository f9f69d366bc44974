/** Rows by a number that they carry: the first row of each number, and after each row the next. */
export interface RowChains {
  head: Int32Array;
  next: Int32Array;
}

/**
 * @param keys the number that each row carries
 * @param done marks rows that are left out
 * @param size one more than the largest number
 */
export function chainRows(keys: Int32Array, done: Uint8Array, size: number): RowChains {
  const head = new Int32Array(size).fill(-1);
  const next = new Int32Array(done.length);
  for (let row = done.length - 1; row >= 0; row--) {
    if (done[row] !== 0) continue;
    const key = keys[row] ?? 0;
    next[row] = head[key] ?? -1;
    head[key] = row;
  }
  return { head, next };
}

/** The rows that carry a number, in order. */
export function rowsOf({ head, next }: RowChains, key: number): number[] {
  const rows: number[] = [];
  for (let row = head[key] ?? -1; row >= 0; row = next[row] ?? -1) rows.push(row);
  return rows;
}
