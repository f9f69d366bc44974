import { PayctlError } from '../../core/errors.js';
import { storeClaims } from '../../messages/store-claims.js';
import type { TransferRecord, Transfers } from '../store.js';
import { readTransfer, sealTransfer } from '../transfer-line.js';
import type { StoreQueries } from './server.js';
import { type DatabaseRow, joinStatements, raw, readText, sql } from './sql.js';
import { DURABLE } from './trust.js';

/** A row for each initiated transfer, closed by a checksum: the first one counts. */
export function postgresTransfers(server: StoreQueries): Transfers {
  const locate = (key: string) => `payctl.transfer, key ${key}`;

  function sound(key: string, row: DatabaseRow): TransferRecord {
    const record = readRecord(row, key);
    if (record) return record;
    throw new PayctlError('CONFIG', storeClaims.damagedTransfer(locate(key)), {
      hint: storeClaims.askBank,
      executed: 'no',
    });
  }

  return {
    locate,
    async read(key) {
      const [row] = await server.query(sql`SELECT line FROM payctl.transfer WHERE key = ${key}`);
      return row && sound(key, row);
    },
    // Also writes where the record exists: a commit that writes nothing would not wait for the standby.
    async keep(key, record) {
      const line = sealTransfer(key, record).trimEnd();
      const [row] = await server.query(
        joinStatements(
          DURABLE,
          sql`INSERT INTO payctl.transfer AS known (key, line) VALUES (${key}, ${line})
            ON CONFLICT (key) DO UPDATE SET asked = known.asked + 1`,
          sql`SELECT line FROM payctl.transfer WHERE key = ${key}`,
        ),
      );
      return row ? sound(key, row) : record;
    },
    async list() {
      const rows = await server.query(raw('SELECT key, line FROM payctl.transfer ORDER BY key'));
      return new Map(
        rows.map((row) => [readText(row, 'key'), readRecord(row, readText(row, 'key'))]),
      );
    },
    // Needs the rights of the owner.
    async remove(key) {
      await server.query(sql`DELETE FROM payctl.transfer WHERE key = ${key}`);
    },
  };
}

function readRecord(row: DatabaseRow, key: string): TransferRecord | undefined {
  return readTransfer(Buffer.from(`${readText(row, 'line')}\n`), key);
}
