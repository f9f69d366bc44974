import { previousSum } from '../book-rows.js';
import type { DeskEvent, DeskPosition } from '../desk.js';
import { openUntil } from '../desk-event.js';
import type { DatabaseRow } from '../rows.js';
import type { Sealer } from '../seal.js';
import { type DeskValue, readPosition, StoredDesk } from '../stored-desk.js';
import type { Server } from './server.js';
import { bound, joinStatements, raw, readBytes, readNumber, type Sql, sql } from './sql.js';
import { DURABLE } from './trust.js';

const NAMES = {
  ...{ event: 'payctl.desk_event', head: 'payctl.desk_head', details: 'sealed' },
  texts: (json: string) => `SELECT value FROM json_array_elements_text(${json}) AS value`,
};

/**
 * A row for each event, its details sealed, in the shared store. To erase and to remove needs the rights
 * of the owner.
 */
export class PostgresDesk extends StoredDesk {
  readonly #server: Pick<Server, 'query' | 'sealer'>;

  constructor(server: Pick<Server, 'query' | 'sealer'>) {
    super(NAMES);
    this.#server = server;
  }

  /**
   * The row of the head is written also where this very event is there already, because the answer to an
   * earlier statement was lost: a commit that writes nothing would not wait for the standby.
   */
  async append(event: DeskEvent): Promise<boolean> {
    const sealer = await this.#server.sealer();
    return sealer.retryWithCurrentKey(async () => {
      const [row] = await this.#server.query(joinStatements(DURABLE, appendSql(event, sealer)));
      return readNumber(row, 'written') > 0;
    });
  }

  protected rows(text: string, ...values: DeskValue[]): Promise<readonly DatabaseRow[]> {
    return this.#server.query(bound(text, values));
  }

  protected change(text: string, ...values: DeskValue[]): Promise<number> {
    return this.#countChanged(sql`${bound(text, values)} RETURNING 1`);
  }

  protected removeHeads(condition: string, ...values: DeskValue[]): Promise<number> {
    return this.#countChanged(sql`DELETE FROM payctl.desk_head WHERE ${bound(condition, values)}
      RETURNING kind, subject), events AS (DELETE FROM payctl.desk_event AS event USING changed
      WHERE event.kind = changed.kind AND event.subject = changed.subject`);
  }

  protected async readDetails(row: DatabaseRow): Promise<string | null> {
    if (row.sealed === null) return null;
    const sealer = await this.#server.sealer();
    return sealer.open(boundTo(readPosition(row)), readBytes(row, 'sealed')).toString();
  }

  /** @param statement the first of its parts has a row for each that it counts */
  async #countChanged(statement: Sql): Promise<number> {
    const [row] = await this.#server.query(
      sql`WITH changed AS (${statement}) SELECT count(*)::float8 AS changed FROM changed`,
    );
    return readNumber(row, 'changed');
  }
}

function appendSql(event: DeskEvent, sealer: Sealer): Sql {
  const { kind, subject, seq, at, line, sum, details } = event;
  const sealed = details === null ? null : sealer.seal(boundTo(event), Buffer.from(details));
  const until = openUntil(event);
  const open = until === undefined ? raw('NULL') : raw(`${until}::bigint`);
  return sql`WITH head AS (
    INSERT INTO payctl.desk_head AS known (kind, subject, seq, sum, at, open_until)
    SELECT ${kind}, ${subject}, ${seq}, ${sum}, ${at}::timestamptz, ${open}
      WHERE ${seq} = 1 OR EXISTS (SELECT FROM payctl.desk_head
        WHERE kind = ${kind} AND subject = ${subject})
    ON CONFLICT (kind, subject) DO UPDATE SET seq = excluded.seq, sum = excluded.sum,
      at = excluded.at, open_until = excluded.open_until
      WHERE known.seq = excluded.seq - 1 AND known.sum = ${previousSum(event)}
        OR known.sum = excluded.sum
    RETURNING 1
  ), added AS (
    INSERT INTO payctl.desk_event (kind, subject, seq, at, line, sum, sealed)
    SELECT ${kind}, ${subject}, ${seq}, ${at}::timestamptz, ${line}, ${sum}, ${sealed} FROM head
    ON CONFLICT DO NOTHING)
  SELECT count(*)::integer AS written FROM head`;
}

function boundTo({ kind, subject, seq }: DeskPosition) {
  return { bank: `desk ${kind}`, name: `${subject}/${seq}` };
}
