import type { PostgresServer } from './server.js';

/** In a database of its own the clock of the server is found before the server's own. */
const PATH = 'clock, pg_catalog, public';
const CLOCK = `CREATE SCHEMA clock;
  CREATE TABLE clock.ahead AS SELECT interval '0' AS by;
  CREATE FUNCTION clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    'SELECT pg_catalog.clock_timestamp() + by FROM clock.ahead'`;

/** Gives an empty database a clock that a test can set. */
export async function setClock(server: PostgresServer, database: string): Promise<void> {
  await server.sql(`${CLOCK}; ALTER DATABASE ${database} SET search_path = ${PATH}`, database);
}

/** So much time passes by the clock of a database; below zero it is set back. */
export async function timePasses(
  server: PostgresServer,
  database: string,
  minutes: number,
): Promise<void> {
  await server.sql(`UPDATE clock.ahead SET by = by + interval '${minutes} minutes'`, database);
}
