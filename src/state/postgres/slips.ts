import { tolerateSync } from '../../core/tolerate.js';
import { storeClaims } from '../../messages/store-claims.js';
import { storeConnection } from '../../messages/store-connection.js';
import type { OwnClaims } from '../own-claims.js';
import type { ClaimPermission } from '../permission.js';
import type { Slips } from '../store.js';
import { StoreRefusal } from '../store-errors.js';
import { unconfirmed } from './database.js';
import { distrustError } from './failure.js';
import type { Server } from './server.js';
import { joinStatements, raw, readBoolean, readText, sql } from './sql.js';
import {
  CLAIMING,
  doubtedCte,
  judgedCte,
  RECORD_SERVER_CTE,
  readLeftBy,
  readTrust,
  SERVER_CTE,
  STANDBY_STILL_CONFIRMS,
} from './trust.js';
import { loadWitness } from './witness.js';

interface SlipsContext {
  server: Pick<Server, 'query' | 'greeting'>;
  machine: string;
  /** Makes a name for an attempt that has none. */
  newAttempt: () => string;
  own: Pick<OwnClaims, 'in' | 'add' | 'timelines'>;
  /** The slips that this machine had seen in files, before it shared a store. */
  before?: Pick<Slips, 'seen'>;
}

/** A row for each slip; its unique key makes the slip good for one sale. */
export function postgresSlips({ server, machine, newAttempt, own, before }: SlipsContext): Slips {
  /**
   * Its own row is recognized by the attempt if the first answer was lost, and written again, because a
   * commit that writes nothing would not wait for the standby. Whether the server may be trusted is
   * checked in the statement, because it may be sent again to another server. `counts`: goods are handed
   * over for it.
   */
  async function first(
    slip: string,
    moment: string,
    attempt: string,
    counts: boolean,
  ): Promise<string | undefined> {
    const here = await before?.seen(slip);
    if (here !== undefined) return here;
    const { store } = await server.greeting();
    const witness = await loadWitness(server, machine, own);
    const [row, still] = await server.query(
      joinStatements(
        CLAIMING,
        sql`WITH ${SERVER_CTE}, ${judgedCte(witness)}, ${doubtedCte(witness)}, claimed AS (
  INSERT INTO payctl.slip AS known (slip, seen, attempt, machine)
  SELECT ${slip}, ${moment}, ${attempt}, ${machine} FROM ${raw(counts ? 'trusted' : 'here')}
  ON CONFLICT (slip) DO UPDATE SET attempt = known.attempt WHERE known.attempt = excluded.attempt
  RETURNING slip), ${RECORD_SERVER_CTE}
SELECT server, declared, declaration, trust, left_by, EXISTS (SELECT FROM claimed) AS claimed FROM judged`,
      ),
      { followedBy: STANDBY_STILL_CONFIRMS },
    );
    const trust = readTrust(row);
    if (counts && trust !== 'trusted') throw distrustError(trust, readLeftBy(row));
    if (readBoolean(row, 'claimed')) {
      if (!counts) return undefined;
      if (readBoolean(row, 'declared') && still?.synchronous !== true)
        throw unconfirmed(storeConnection.standbysEmptied);
      const [by, declaration] = [readText(row, 'server'), readText(row, 'declaration')];
      own.add(store, { key: slip, seq: 0, attempt, server: by, declaration });
      return undefined;
    }
    // Another attempt was first. If its row is gone again, ask once more.
    return (await slips.seen(slip)) ?? first(slip, moment, attempt, counts);
  }

  const slips: Slips = {
    firstSeen: (slip, moment, attempt = newAttempt()) => first(slip, moment, attempt, false),
    async accept(slip, moment, attempt, permission) {
      permission.check();
      const earlier = await first(slip, moment, attempt, true);
      if (earlier === undefined) refuseAfter(permission);
      return earlier;
    },
    async seen(slip) {
      const here = await before?.seen(slip);
      if (here !== undefined) return here;
      const [row] = await server.query(
        sql`SELECT seen, machine FROM payctl.slip WHERE slip = ${slip}`,
      );
      return row && String(storeClaims.seenOn(readText(row, 'seen'), readText(row, 'machine')));
    },
    async list() {
      const rows = await server.query(raw('SELECT slip, seen FROM payctl.slip ORDER BY slip'));
      return new Map(rows.map((row) => [readText(row, 'slip'), readText(row, 'seen')]));
    },
  };
  return slips;
}

/** Refuses a slip whose row was written: the same attempt is accepted later, when this machine may accept slips again. */
function refuseAfter(permission: ClaimPermission): void {
  tolerateSync(
    () => permission.check(),
    ({ said, facts }) => {
      const refusal = new StoreRefusal(said, facts);
      refusal.sent = true;
      throw refusal;
    },
  );
}
