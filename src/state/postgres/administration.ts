import { VERSION } from '../../core/version.js';
import { storeSchema } from '../../messages/store-connection.js';
import type { Sealer } from '../seal.js';
import { StoreRefusal } from '../store-errors.js';
import { Database } from './database.js';
import { replica } from './failure.js';
import { makePartitions } from './partitions.js';
import { grants, migration, type SchemaStep, STEPS } from './schema/init.js';
import { checkSchema, FIRST_SCHEMA, OLDEST_SCHEMA, ROLES } from './schema/version.js';
import { PROOF, type ServerHost, type SharedAccess } from './server.js';
import { type DatabaseRow, joinStatements, raw, readNumber, readText, sql } from './sql.js';

const OLDEST_SERVER = 140_000;

const GREETING = raw(`SELECT pg_is_in_recovery() AS reader,
  current_setting('server_version_num')::integer AS version, current_setting('server_version') AS named`);

/** Connects without the checks of schema and key, which may not exist yet. */
function openUnproven(host: ServerHost, shared: SharedAccess): Database {
  return new Database(host, {
    access: () => shared.access(),
    greeting: () => GREETING,
    greeted: async ([row]) => checkServer(row),
    ending: shared.ending,
  });
}

function checkServer(row: DatabaseRow | undefined): void {
  if (row?.reader === true) throw replica();
  if (readNumber(row, 'version') < OLDEST_SERVER) {
    throw new StoreRefusal(storeSchema.oldServer(readText(row, 'named')), {
      hint: storeSchema.upgradeServer,
    });
  }
}

interface Initialised {
  /** The version of the schema that was there; 0 where there was none. */
  before: number;
  schema: number;
  /** Id of the key that the store is sealed with. */
  key: string;
}

/** Makes the schema, or migrates it to this version, and gives it its key. May run at any time, any number of times. */
export async function initStore(
  host: ServerHost,
  shared: SharedAccess,
  steps = STEPS,
): Promise<Initialised> {
  const sealer = await shared.sealer();
  const database = openUnproven(host, shared);
  try {
    const before = await readSchemaVersion(database);
    if (before > 0) {
      // This is what upgrades an older schema.
      const served = before < FIRST_SCHEMA ? before : Math.max(before, OLDEST_SCHEMA);
      checkSchema(served, await readOldestProgram(database), VERSION);
    }
    await migrate(database, before, steps);
    await makePartitions(database);
    return {
      before,
      schema: await readSchemaVersion(database),
      key: await giveKey(database, sealer),
    };
  } finally {
    database.close();
  }
}

/** The version of the schema; 0 where there is none. */
async function readSchemaVersion(database: Database): Promise<number> {
  const [there] = await database.query(
    raw(`SELECT to_regclass('payctl.meta') IS NOT NULL AS there`),
  );
  if (there?.there !== true) return 0;
  const [row] = await database.query(
    raw(`SELECT coalesce(max(value::integer), 0) AS schema FROM payctl.meta WHERE name = 'schema'`),
  );
  return readNumber(row, 'schema');
}

async function readOldestProgram(database: Database): Promise<string> {
  const [row] = await database.query(
    raw(`SELECT coalesce(max(value), '') AS program FROM payctl.meta WHERE name = 'program'`),
  );
  return readText(row, 'program');
}

/** A large store takes its time; payments wait as long, or end with UNAVAILABLE. */
const MIGRATION_MS = 3_600_000;

/** Payments do not wait for somebody else's long transaction, as that of a backup. */
const LOCK_TIMEOUT = raw(`SET LOCAL lock_timeout TO '10s'`);

/** What a step makes belongs to whom the schema belongs to, also where one of several owners runs it. */
const AS_OWNER = raw(`DO $$ BEGIN
  EXECUTE (SELECT format('SET LOCAL ROLE %I', pg_get_userbyid(nspowner))
    FROM pg_namespace WHERE nspname = 'payctl');
END $$`);

/** Migrates in one transaction; does nothing if another machine was faster. */
async function migrate(
  database: Database,
  before: number,
  steps: readonly SchemaStep[],
): Promise<void> {
  const newest = steps.at(-1)?.version ?? before;
  if (before >= newest) return;
  const [roles] = await database.query(
    sql`SELECT count(*)::integer AS count FROM pg_roles WHERE rolname IN (${ROLES.operator}, ${ROLES.reader})`,
  );
  const granting = readNumber(roles, 'count') === 2 ? [raw(grants)] : [];
  try {
    const statements = joinStatements(
      LOCK_TIMEOUT,
      ...(before > 0 ? [AS_OWNER] : []),
      raw(migration(before, steps)),
      ...granting,
    );
    await database.query(statements, { limitMs: MIGRATION_MS });
  } catch (error) {
    if ((await readSchemaVersion(database)) < newest) throw error;
  }
}

/** Makes this machine's key that of the store, unless it has one already. */
async function giveKey(database: Database, sealer: Sealer): Promise<string> {
  const [id = ''] = sealer.ids;
  const proof = sealer.seal(PROOF, Buffer.from(id));
  await database.query(sql`INSERT INTO payctl.key (id, proof, current)
    SELECT ${id}, ${proof}, true WHERE NOT EXISTS (SELECT FROM payctl.key) ON CONFLICT DO NOTHING`);
  const [row] = await database.query(raw('SELECT id FROM payctl.key WHERE current'));
  const key = readText(row, 'id');
  if (sealer.ids.includes(key)) return key;
  throw new StoreRefusal(storeSchema.sealedOtherwise(key, id), { hint: storeSchema.setKey });
}
