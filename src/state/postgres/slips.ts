import { PayctlError } from '../../core/errors.js';
import { storeClaims } from '../../messages/store-claims.js';
import { storeConnection } from '../../messages/store-connection.js';
import type { OwnClaims } from '../own-claims.js';
import type { ClaimPermission } from '../permission.js';
import type { Slips } from '../store.js';
import { StoreRefusal } from '../store-errors.js';
import { unconfirmed } from './database.js';
import { distrust } from './failure.js';
import type { Server } from './server.js';
import { booleanIn, joinStatements, raw, sql, textIn } from './sql.js';
import {
  CLAIMING,
  doubtedCte,
  judgedCte,
  leftByIn,
  RECORD_SERVER_CTE,
  SERVER_CTE,
  STANDBY_STILL_CONFIRMS,
  trustIn,
} from './trust.js';
import { loadWitness } from './witness.js';

/** A row for each slip; its unique key makes the slip good for one sale. */
export class PostgresSlips implements Slips {
  readonly #server: Pick<Server, 'query' | 'greeting'>;
  readonly #machine: string;
  readonly #attempt: () => string;
  readonly #own: Pick<OwnClaims, 'in' | 'add' | 'timelines'>;
  readonly #before: Pick<Slips, 'seen'> | undefined;

  /** @param before the slips that this machine had seen in files, before it shared a store */
  constructor(
    server: Pick<Server, 'query' | 'greeting'>,
    machine: string,
    attempt: () => string,
    own: Pick<OwnClaims, 'in' | 'add' | 'timelines'>,
    before?: Pick<Slips, 'seen'>,
  ) {
    this.#server = server;
    this.#machine = machine;
    this.#attempt = attempt;
    this.#own = own;
    this.#before = before;
  }

  async firstSeen(
    slip: string,
    moment: string,
    attempt = this.#attempt(),
  ): Promise<string | undefined> {
    return this.#first({ slip, moment, attempt, counts: false });
  }

  async accept(
    slip: string,
    moment: string,
    attempt: string,
    permission: ClaimPermission,
  ): Promise<string | undefined> {
    permission.check();
    const before = await this.#first({ slip, moment, attempt, counts: true });
    if (before === undefined) refuseAfter(permission);
    return before;
  }

  /**
   * Its own row is recognized by the attempt if the first answer was lost, and written again, because a
   * commit that writes nothing would not wait for the standby. Whether the server may be trusted is
   * checked in the statement, because it may be sent again to another server.
   */
  async #first(asked: {
    slip: string;
    moment: string;
    attempt: string;
    /** Whether goods are handed over for it. */
    counts: boolean;
  }): Promise<string | undefined> {
    const { slip, moment, attempt, counts } = asked;
    const here = await this.#before?.seen(slip);
    if (here !== undefined) return here;
    const { store } = await this.#server.greeting();
    const witness = await loadWitness(this.#server, this.#machine, this.#own);
    const [row, still] = await this.#server.query(
      joinStatements(
        CLAIMING,
        sql`WITH ${SERVER_CTE}, ${judgedCte(witness)}, ${doubtedCte(witness)}, claimed AS (
  INSERT INTO payctl.slip AS known (slip, seen, attempt, machine)
  SELECT ${slip}, ${moment}, ${attempt}, ${this.#machine} FROM ${raw(counts ? 'trusted' : 'here')}
  ON CONFLICT (slip) DO UPDATE SET attempt = known.attempt WHERE known.attempt = excluded.attempt
  RETURNING slip), ${RECORD_SERVER_CTE}
SELECT server, declared, declaration, trust, left_by, EXISTS (SELECT FROM claimed) AS claimed FROM judged`,
      ),
      { followedBy: STANDBY_STILL_CONFIRMS },
    );
    const trust = trustIn(row);
    if (counts && trust !== 'trusted') throw distrust(trust, leftByIn(row));
    if (booleanIn(row, 'claimed')) {
      if (!counts) return undefined;
      if (booleanIn(row, 'declared') && still?.synchronous !== true)
        throw unconfirmed(storeConnection.standbysEmptied);
      const [server, declaration] = [textIn(row, 'server'), textIn(row, 'declaration')];
      this.#own.add(store, { key: slip, seq: 0, attempt, server, declaration });
      return undefined;
    }
    // Another attempt was first. If its row is gone again, ask once more.
    return (await this.seen(slip)) ?? this.#first(asked);
  }

  async seen(slip: string): Promise<string | undefined> {
    const here = await this.#before?.seen(slip);
    if (here !== undefined) return here;
    const [row] = await this.#server.query(
      sql`SELECT seen, machine FROM payctl.slip WHERE slip = ${slip}`,
    );
    return row && String(storeClaims.seenOn(textIn(row, 'seen'), textIn(row, 'machine')));
  }

  async list(): Promise<Map<string, string>> {
    const rows = await this.#server.query(raw('SELECT slip, seen FROM payctl.slip ORDER BY slip'));
    return new Map(rows.map((row) => [textIn(row, 'slip'), textIn(row, 'seen')]));
  }
}

/** Refuses a slip whose row was written: the same attempt is accepted later, when this machine may accept slips again. */
function refuseAfter(permission: ClaimPermission): void {
  try {
    permission.check();
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    const refusal = new StoreRefusal(error.said, error.facts);
    refusal.sent = true;
    throw refusal;
  }
}
