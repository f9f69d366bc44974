import type { ClaimQuery, ClaimView, EndedClaim, OpenClaim } from '../claim-index.js';
import type { Server } from './server.js';
import { type Row, type Sql, textIn } from './sql.js';

/** How the claims that ended are read from the tables of a schema. */
export interface ClaimReading {
  pageOf(query: ClaimQuery, after: Place | undefined): Sql;
  /** Claims in one page. */
  sizeOf(query: ClaimQuery): number;
  lastOf(key: string): Sql;
  /** When the claim of a row was started, as `pageOf` compares it. */
  startOf(row: Row): string;
  endedIn(row: Row): EndedClaim;
}

/** The last claim of a page; the next page goes on after it. */
export interface Place {
  start: string;
  key: string;
}

/** The claims that were open when the view was made, and all others a page at a time. */
export class PostgresClaimView implements ClaimView {
  readonly open: readonly OpenClaim[];
  readonly #server: Pick<Server, 'query'>;
  readonly #reading: ClaimReading;

  constructor(server: Pick<Server, 'query'>, reading: ClaimReading, open: readonly OpenClaim[]) {
    this.#server = server;
    this.#reading = reading;
    this.open = open;
  }

  async *ended(query: ClaimQuery = {}): AsyncGenerator<EndedClaim> {
    const { pageOf, sizeOf, startOf, endedIn } = this.#reading;
    const open = new Set(this.open.map(({ key }) => key));
    for (let after: Place | undefined; ; ) {
      const rows = await this.#server.query(pageOf(query, after));
      for (const row of rows) {
        after = { start: startOf(row), key: textIn(row, 'key') };
        const ended = endedIn(row);
        if (!open.has(ended.key)) yield ended;
      }
      if (rows.length < sizeOf(query)) return;
    }
  }

  async last(key: string): Promise<EndedClaim | undefined> {
    const [row] = await this.#server.query(this.#reading.lastOf(key));
    return row && this.#reading.endedIn(row);
  }

  close(): void {}
}
