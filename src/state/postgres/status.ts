import type { Host } from '../../host/host.js';
import { hostNameInMark } from '../../host/identity.js';
import type { OwnClaims } from '../own-claims.js';
import { type Declared, newestDeclarations, readDeclared } from './declarations.js';
import { MACHINES, MOST_MACHINES } from './machine-keys.js';
import { type PartitionsAhead, partitionsAhead } from './partitions.js';
import type { Server, StoreQueries } from './server.js';
import { raw, readBoolean, readNumber, readText, readTime, sql } from './sql.js';
import { readDoubter, readLeftBy, readTrust, type Trust, trustQuery } from './trust.js';
import { loadWitness } from './witness.js';

/** The state of the server, how durable claims are there, and which machines use it. */
export interface ServerStatus {
  version: string;
  schema: number;
  store: string;
  /** System identifier of the cluster; empty where the server does not tell it. */
  system: string;
  timeline: string;
  /** Whether claims wait for a standby, or only for the disk of the server. */
  synchronous: boolean;
  /** The declaration that all claims are on a standby, if there is one. */
  declared: Declared | undefined;
  /** What was declared last, the newest first. */
  declarations: Declared[];
  /** Whether the server flushes commits to its disk (fsync). */
  flushes: boolean;
  trust: Trust;
  /** A machine that missed a claim of its own there, if one did. */
  doubter: string | undefined;
  /** The machines that took everything out of the store; empty where none did. */
  leftBy: string;
  partitions: PartitionsAhead;
  /** How far its clock is ahead of this machine's, in milliseconds. */
  aheadMs: number;
  latencyMs: number;
  /** The machines that were seen last; `seenAt` is ISO 8601 in UTC. */
  machines: { name: string; program: string; seenAt: string }[];
}

const STATUS = raw(`SELECT current_setting('server_version') AS version,
  (SELECT value FROM payctl.meta WHERE name = 'schema') AS schema,
  (SELECT value FROM payctl.meta WHERE name = 'store') AS store,
  payctl.server() AS server,
  coalesce(current_setting('synchronous_standby_names', true), '') <> '' AS synchronous,
  current_setting('fsync') = 'on' AS flushes,
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`);

export async function readStatus(
  server: Pick<Server, 'query' | 'greeting'>,
  host: Pick<Host, 'clock' | 'process'>,
  own: Pick<OwnClaims, 'in' | 'timelines'>,
): Promise<ServerStatus> {
  const begun = host.process.uptime();
  const [row] = await server.query(STATUS);
  const latencyMs = host.process.uptime() - begun;
  const now = readText(row, 'server');
  const [system = '', timeline = ''] = now.split('/');
  const machines = await server.query(
    sql`SELECT name, program, seen_at FROM (
      SELECT * FROM ${MACHINES} ORDER BY seen_at DESC LIMIT ${MOST_MACHINES}) AS newest
      ORDER BY name, id`,
  );
  const [judgement] = await server.query(
    trustQuery(await loadWitness(server, hostNameInMark(host.process.self), own)),
  );
  return {
    version: readText(row, 'version'),
    schema: readNumber(row, 'schema'),
    store: readText(row, 'store'),
    system,
    timeline,
    synchronous: readBoolean(row, 'synchronous'),
    declared: await readDeclared(server),
    declarations: await newestDeclarations(server),
    flushes: readBoolean(row, 'flushes'),
    trust: readTrust(judgement),
    doubter: readDoubter(readText(judgement, 'known')),
    leftBy: readLeftBy(judgement),
    partitions: await partitionsAhead(server),
    aheadMs: Math.round(readNumber(row, 'now') - host.clock.now() + latencyMs / 2),
    latencyMs,
    machines: machines.map((machine) => ({
      name: readText(machine, 'name'),
      program: readText(machine, 'program'),
      seenAt: readTime(machine, 'seen_at'),
    })),
  };
}

/** What the database user of this machine may do with entries, which nobody should be able to change. */
interface Rights {
  user: string;
  reads: boolean;
  adds: boolean;
  changes: boolean;
}

export async function readRights(server: StoreQueries): Promise<Rights> {
  const [row] = await server.query(
    raw(`SELECT current_user::text AS "user",
  has_table_privilege('payctl.entry', 'SELECT') AS reads,
  has_table_privilege('payctl.entry', 'INSERT') AS adds,
  has_table_privilege('payctl.entry', 'UPDATE') OR has_table_privilege('payctl.entry', 'DELETE') AS changes`),
  );
  return {
    user: readText(row, 'user'),
    reads: readBoolean(row, 'reads'),
    adds: readBoolean(row, 'adds'),
    changes: readBoolean(row, 'changes'),
  };
}
