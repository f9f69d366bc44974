/**
 * Rows that are done, as numbers from 1: all up to one, and a few beyond. The runner never goes
 * far beyond, so it stays small whatever the number of rows.
 */
export class RowSet {
  #upTo = 0;
  readonly #beyond = new Set<number>();

  get upTo(): number {
    return this.#upTo;
  }

  get size(): number {
    return this.#upTo + this.#beyond.size;
  }

  has(row: number): boolean {
    return row <= this.#upTo || this.#beyond.has(row);
  }

  add(row: number): void {
    if (row <= this.#upTo) return;
    this.#beyond.add(row);
    while (this.#beyond.delete(this.#upTo + 1)) this.#upTo += 1;
  }

  /** `1-50,52`. */
  toString(): string {
    const beyond = [...this.#beyond].sort((a, b) => a - b).map(String);
    return [...(this.#upTo > 0 ? [`1-${this.#upTo}`] : []), ...beyond].join(',');
  }

  static parse(text: string): RowSet | undefined {
    const rows = new RowSet();
    for (const part of text === '' ? [] : text.split(',')) {
      const [, first, last] = /^([1-9]\d{0,14})(?:-([1-9]\d{0,14}))?$/.exec(part) ?? [];
      if (first === undefined || (last !== undefined && first !== '1')) return undefined;
      if (last === undefined) rows.add(Number(first));
      else rows.#upTo = Number(last);
    }
    return rows;
  }
}
