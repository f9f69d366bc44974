import type { Slips } from '../store.js';
import { textIn } from './row.js';
import type { Server } from './server.js';
import { raw, sql, together } from './sql.js';

/** A row for each slip: its key is what makes it good for one sale. */
export class PostgresSlips implements Slips {
  readonly #server: Pick<Server, 'query'>;
  readonly #machine: string;
  readonly #attempt: () => string;
  readonly #before: Pick<Slips, 'seen'> | undefined;

  /** @param before what this machine had seen before it shared a store */
  constructor(
    server: Pick<Server, 'query'>,
    machine: string,
    attempt: () => string,
    before?: Pick<Slips, 'seen'>,
  ) {
    this.#server = server;
    this.#machine = machine;
    this.#attempt = attempt;
    this.#before = before;
  }

  /**
   * By the attempt it knows its own row again, where the first answer was lost, and writes it once
   * more, so that it waits for the standby as the first time.
   */
  async firstSeen(
    slip: string,
    moment: string,
    attempt = this.#attempt(),
  ): Promise<string | undefined> {
    const here = await this.#before?.seen(slip);
    if (here !== undefined) return here;
    const [row] = await this.#server.query(
      together(
        sql`INSERT INTO payctl.slip AS known (slip, seen, attempt, machine)
          VALUES (${slip}, ${moment}, ${attempt}, ${this.#machine}) ON CONFLICT (slip)
          DO UPDATE SET attempt = known.attempt WHERE known.attempt = EXCLUDED.attempt`,
        sql`SELECT seen, attempt, machine FROM payctl.slip WHERE slip = ${slip}`,
      ),
    );
    if (textIn(row, 'attempt') === attempt) return undefined;
    return `${textIn(row, 'seen')}, on ${textIn(row, 'machine')}`;
  }

  async seen(slip: string): Promise<string | undefined> {
    const here = await this.#before?.seen(slip);
    if (here !== undefined) return here;
    const [row] = await this.#server.query(
      sql`SELECT seen, machine FROM payctl.slip WHERE slip = ${slip}`,
    );
    return row && `${textIn(row, 'seen')}, on ${textIn(row, 'machine')}`;
  }

  async list(): Promise<Map<string, string>> {
    const rows = await this.#server.query(raw('SELECT slip, seen FROM payctl.slip ORDER BY slip'));
    return new Map(rows.map((row) => [textIn(row, 'slip'), textIn(row, 'seen')]));
  }
}
