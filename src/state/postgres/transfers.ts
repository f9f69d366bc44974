import { PayctlError } from '../../core/errors.js';
import { textOf } from '../../core/json.js';
import { storeClaims } from '../../messages/store-claims.js';
import { readChain, seal } from '../chain.js';
import { transferIn } from '../files/store.js';
import type { TransferRecord, Transfers } from '../store.js';
import type { Server } from './server.js';
import { type Row, raw, sql, textIn, together } from './sql.js';
import { DURABLE } from './trust.js';

/** A row for each initiated transfer, closed by a checksum: the first one counts. */
export class PostgresTransfers implements Transfers {
  readonly #server: Pick<Server, 'query'>;

  constructor(server: Pick<Server, 'query'>) {
    this.#server = server;
  }

  async read(key: string): Promise<TransferRecord | undefined> {
    const [row] = await this.#server.query(
      sql`SELECT line FROM payctl.transfer WHERE key = ${key}`,
    );
    return row && this.#sound(key, row);
  }

  /** A commit that writes nothing would not wait for the standby. */
  async keep(key: string, record: TransferRecord): Promise<TransferRecord> {
    const { reference, contents, tokenizerId, at } = record;
    const line = seal({ reference, contents, tokenizerId, at, key }).text.trimEnd();
    const [row] = await this.#server.query(
      together(
        DURABLE,
        sql`INSERT INTO payctl.transfer AS known (key, line) VALUES (${key}, ${line})
          ON CONFLICT (key) DO UPDATE SET asked = known.asked + 1`,
        sql`SELECT line FROM payctl.transfer WHERE key = ${key}`,
      ),
    );
    return row ? this.#sound(key, row) : record;
  }

  async list(): Promise<Map<string, TransferRecord | undefined>> {
    const rows = await this.#server.query(
      raw('SELECT key, line FROM payctl.transfer ORDER BY key'),
    );
    return new Map(rows.map((row) => [textIn(row, 'key'), transferOf(textIn(row, 'key'), row)]));
  }

  /** Needs the rights of the owner. */
  async remove(key: string): Promise<void> {
    await this.#server.query(sql`DELETE FROM payctl.transfer WHERE key = ${key}`);
  }

  placeOf(key: string): string {
    return `payctl.transfer, key ${key}`;
  }

  #sound(key: string, row: Row): TransferRecord {
    const record = transferOf(key, row);
    if (record) return record;
    throw new PayctlError('CONFIG', storeClaims.damagedTransfer(this.placeOf(key)), {
      hint: storeClaims.askBank,
      executed: 'no',
    });
  }
}

function transferOf(key: string, row: Row): TransferRecord | undefined {
  const { links, broken } = readChain(Buffer.from(`${textIn(row, 'line')}\n`));
  const content = links[0]?.content;
  if (broken || content === undefined || textOf(content.key) !== key) return undefined;
  return transferIn(content);
}
