import { type Sealer, type StoreKey, sealingKeyId } from '../seal.js';
import { KEY_LOCK, SEALED_COLUMNS, type SealedColumn } from './schema/sealed-columns.js';
import { PROOF, type Server } from './server.js';
import {
  type DatabaseRow,
  joinStatements,
  list,
  raw,
  readBytes,
  readText,
  type Sql,
  sql,
} from './sql.js';

const PAGE = 500;

interface Rotated {
  from: string;
  to: string;
  /** Values that were sealed again. */
  values: number;
}

/**
 * Seals everything with another key; `keys` has both. It may be stopped and begun
 * again at any time; while it lasts both keys open. Needs the rights of the owner.
 */
export async function rotateKey(server: Server, keys: Sealer, to: StoreKey): Promise<Rotated> {
  await server.greeting();
  const [before] = await server.query(raw('SELECT id FROM payctl.key WHERE current'));
  const from = readText(before, 'id');
  // Not the server's own: a connection that is made before the exchange still hears of the old key.
  const sealer = keys.sealingWith(to);
  await server.query(
    joinStatements(
      // Waits for writers that use the old key now; later ones are refused.
      raw(`SELECT pg_advisory_xact_lock(${KEY_LOCK})`),
      sql`UPDATE payctl.key SET current = false WHERE current AND id <> ${to.id}`,
      sql`INSERT INTO payctl.key (id, proof, current)
        VALUES (${to.id}, ${sealer.seal(PROOF, Buffer.from(to.id))}, true)
        ON CONFLICT (id) DO UPDATE SET current = true`,
    ),
  );
  let values = 0;
  // Repeated, because machines may have written values with the old key meanwhile.
  for (let more = true; more; ) {
    const sealed = await resealAll(server, sealer, to);
    values += sealed;
    more = sealed > 0;
  }
  await server.query(sql`DELETE FROM payctl.key WHERE id <> ${to.id}`);
  return { from, to: to.id, values: values + (await resealAll(server, sealer, to)) };
}

async function resealAll(server: Server, sealer: Sealer, to: StoreKey): Promise<number> {
  let values = 0;
  for (const column of SEALED_COLUMNS) {
    for (let last: DatabaseRow | undefined, isMore = true; isMore; ) {
      const rows = await resealPage(server, sealer, to, column, last);
      last = rows.at(-1);
      isMore = rows.length === PAGE;
      values += rows.length;
    }
  }
  return values;
}

/** Replaces values only if they are still those that were read: of the rows after `last`, so that no page reads again what the one before it has sealed. */
async function resealPage(
  server: Server,
  sealer: Sealer,
  to: StoreKey,
  { table, column, key, bank, name, derived }: SealedColumn,
  last: DatabaseRow | undefined,
): Promise<readonly DatabaseRow[]> {
  const names = key.map((part) => `${part}::text AS "key ${part}"`).join(', ');
  const order = raw(key.join(', '));
  const after = last
    ? sql`AND (${order}) > (${list(key.map((part) => sql`${readText(last, `key ${part}`)}`))})`
    : raw('');
  const rows =
    await server.query(sql`SELECT ${raw(names)}, ${raw(bank)} AS bank, ${raw(name)} AS name,
    ${raw(column)} AS sealed FROM payctl.${raw(table)} WHERE ${raw(column)} IS NOT NULL
    AND substring(${raw(column)} FROM 1 FOR 8) <> ${Buffer.from(to.id, 'hex')} ${after}
    ORDER BY ${order} LIMIT ${PAGE}`);
  if (rows.length === 0) return rows;
  const values = rows.map((row) => resealed(sealer, to, key, row));
  const same = key.map((part) => `"old".${part}::text = "new"."key ${part}"`).join(' AND ');
  const columns = key.map((part) => `"key ${part}"`).join(', ');
  await server.query(sql`UPDATE payctl.${raw(table)} AS "old" SET ${raw(column)} = "new".after
    ${raw(derived === undefined ? '' : `, ${derived} = NULL`)} FROM (VALUES ${list(values)}) AS "new" (${raw(columns)}, before, after)
    WHERE ${raw(same)} AND "old".${raw(column)} = "new".before`);
  return rows;
}

function resealed(sealer: Sealer, to: StoreKey, key: readonly string[], row: DatabaseRow): Sql {
  const associated = { bank: readText(row, 'bank'), name: readText(row, 'name') };
  const before = readBytes(row, 'sealed');
  const opened = sealer.open(associated, before);
  const after = sealingKeyId(before) === to.id ? before : sealer.seal(associated, opened);
  const names = key.map((part) => sql`${readText(row, `key ${part}`)}`);
  return sql`(${list(names)}, ${before}, ${after})`;
}
