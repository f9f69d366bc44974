import { VERSION } from '../../core/version.js';
import type { StoreKey } from '../seal.js';
import { StoreRefusal } from '../store.js';
import { KEYED_SINCE } from './schema/keys.js';
import type { Server } from './server.js';
import { sql, textIn } from './sql.js';

/** Other machines of the store that were not seen with this key. */
export async function machinesWithout(
  server: Server,
  key: StoreKey,
  machine: string,
): Promise<string[]> {
  const { schema } = await server.greeting();
  if (schema < KEYED_SINCE) {
    throw new StoreRefusal(
      `the shared store has schema ${schema}, which does not know the keys of machines`,
      { hint: 'payctl store init, as the owner; then the same command again' },
    );
  }
  const rows = await server.query(sql`SELECT name FROM payctl.machine
    WHERE name <> ${machine} AND NOT coalesce(keys, '{}') @> ARRAY[${key.id}::text] ORDER BY name`);
  return rows.map((row) => textIn(row, 'name'));
}

/** The keys that a machine has are written down where all can see them, once they change. */
export async function showKeys(server: Server, machine: string): Promise<void> {
  const { schema, keys } = await server.greeting();
  const { ids } = await server.sealer();
  if (schema < KEYED_SINCE || JSON.stringify(keys[machine]) === JSON.stringify(ids)) return;
  await server.query(sql`INSERT INTO payctl.machine (name, program, keys)
    VALUES (${machine}, ${VERSION}, ${[...ids]})
    ON CONFLICT (name) DO UPDATE SET keys = excluded.keys`);
}
