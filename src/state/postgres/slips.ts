import type { Slips } from '../store.js';
import type { StoreMemory } from '../store-memory.js';
import { DURABLE, HERE, NOTED, trusted } from './claim-sql.js';
import { mayHaveForgotten } from './failure.js';
import type { Server } from './server.js';
import { flag, raw, type Sql, sql, textIn, together } from './sql.js';

/** A row for each slip: its key is what makes it good for one sale. */
export class PostgresSlips implements Slips {
  readonly #server: Pick<Server, 'query'>;
  readonly #machine: string;
  readonly #attempt: () => string;
  readonly #memory: Pick<StoreMemory, 'alone' | 'noteAlone'>;
  readonly #before: Pick<Slips, 'seen'> | undefined;

  /** @param before what this machine had seen before it shared a store */
  constructor(
    server: Pick<Server, 'query'>,
    machine: string,
    attempt: () => string,
    memory: Pick<StoreMemory, 'alone' | 'noteAlone'>,
    before?: Pick<Slips, 'seen'>,
  ) {
    this.#server = server;
    this.#machine = machine;
    this.#attempt = attempt;
    this.#memory = memory;
    this.#before = before;
  }

  async firstSeen(
    slip: string,
    moment: string,
    attempt = this.#attempt(),
  ): Promise<string | undefined> {
    return this.#first(slip, moment, attempt, raw('here'));
  }

  accept(slip: string, moment: string, attempt: string): Promise<string | undefined> {
    return this.#first(slip, moment, attempt, raw('trusted'));
  }

  /**
   * By the attempt it knows its own row again, where the first answer was lost, and writes it once
   * more, so that it waits for the standby as the first time. Whether the server may be trusted is part
   * of the statement: it may be sent again, to another server than at first.
   */
  async #first(
    slip: string,
    moment: string,
    attempt: string,
    source: Sql,
  ): Promise<string | undefined> {
    const here = await this.#before?.seen(slip);
    if (here !== undefined) return here;
    const { alone } = this.#memory;
    const [row] = await this.#server.query(
      together(
        DURABLE,
        sql`WITH ${HERE}, ${trusted(alone)}, claimed AS (
  INSERT INTO payctl.slip AS known (slip, seen, attempt, machine)
  SELECT ${slip}, ${moment}, ${attempt}, ${this.#machine} FROM ${source} ON CONFLICT (slip)
  DO UPDATE SET attempt = known.attempt WHERE known.attempt = excluded.attempt RETURNING slip), ${NOTED}
SELECT here.server, here.synchronous, EXISTS (SELECT FROM claimed) AS claimed,
  EXISTS (SELECT FROM ${source}) AS may FROM here`,
      ),
    );
    if (!flag(row, 'may')) throw mayHaveForgotten();
    if (flag(row, 'claimed')) {
      this.#memory.noteAlone(textIn(row, 'server'), textIn(row, 'synchronous') !== 'true');
      return undefined;
    }
    // Another was first; a row that is gone again is asked for anew.
    return (await this.seen(slip)) ?? this.#first(slip, moment, attempt, source);
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
