import { type Json, stringifyJson } from '../json.js';

export interface Page {
  records?: readonly Json[];
  /** Of the whole list, where the bank says it. */
  total?: number;
}

/** The records so far, and what the pages said of their number. */
export class PageList {
  readonly #limit: number;
  readonly #records: Json[] = [];
  readonly #seen = new Set<string>();
  #total: number | undefined;
  /** Of the first page: a shorter one is the last, where the bank gives no total. */
  #size = 0;
  #ended = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes a page; a text where it cannot be the next one of this list. */
  add({ records: page = [], total }: Page, number: number): string | undefined {
    // A record that stands on two pages is one record: the list moved while it was read.
    const fresh = page.filter((record) => !this.#seen.has(stringifyJson(record)));
    for (const record of fresh) this.#seen.add(stringifyJson(record));
    this.#records.push(...fresh);
    const before = this.#total;
    this.#total = total ?? before;
    if (number === 1) this.#size = page.length;
    if (before !== undefined && total !== undefined && total < before) {
      return `the list shrank from ${before} to ${total} while it was read, so one may be missing`;
    }
    if (page.length > 0 && fresh.length === 0) return `page ${number} repeats what came before it`;
    const short = this.#total === undefined && page.length < this.#size;
    this.#ended = page.length === 0 || short;
    return this.isDone() ? this.#miscounted() : undefined;
  }

  isDone(): boolean {
    const count = this.#records.length;
    return (
      this.#ended || count >= this.#limit || (this.#total !== undefined && count >= this.#total)
    );
  }

  #miscounted(): string | undefined {
    const count = this.#records.length;
    const wrong = count > (this.#total ?? count) || (this.#ended && count < (this.#total ?? count));
    return wrong ? `the bank counts ${this.#total} records and gave ${count}` : undefined;
  }

  records(): Json[] {
    return this.#records.slice(0, this.#limit);
  }

  /** How much of the list is there. */
  said(): string {
    const of = this.#total === undefined ? '' : ` of ${this.#total}`;
    return `${this.records().length}${of} records were fetched`;
  }

  /** What a person should know of a list that was cut. */
  remark(): string | undefined {
    const [count, total] = [this.records().length, this.#total];
    if (total !== undefined && total > count) {
      return `these are ${count} of ${total} records; --limit ${total} fetches all`;
    }
    const more = total === undefined && !this.#ended;
    if (!more && this.#records.length <= count) return undefined;
    return `these are the first ${count} records, there may be more; give a greater --limit`;
  }
}
