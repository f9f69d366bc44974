import type { Host } from '../../host/host.js';
import type { Server } from './server.js';
import { flag, momentIn, numberOf, raw, sql, textIn, together } from './sql.js';

/** What the server says of itself, of how it keeps claims, and of who uses it. */
export interface ServerStatus {
  version: string;
  schema: number;
  store: string;
  /** Identifier of the cluster; empty where it does not tell. */
  system: string;
  timeline: string;
  /** Claims wait for a standby, or only for the disk of the server. */
  synchronous: boolean;
  /** Claims were on a standby, and are not any more: the next promotion may lose some. */
  wasSynchronous: boolean;
  /** The server flushes what it commits to its disk. */
  flushes: boolean;
  /** It is another one than that which had the claims, and may have forgotten some. */
  failedOver: boolean;
  /** How far its clock is ahead of this machine's, in milliseconds. */
  aheadMs: number;
  latencyMs: number;
  machines: { name: string; program: string; seenAt: string }[];
}

const STATUS = raw(`SELECT current_setting('server_version') AS version,
  (SELECT value FROM payctl.meta WHERE name = 'schema') AS schema,
  (SELECT value FROM payctl.meta WHERE name = 'store') AS store,
  payctl.server() AS server,
  (SELECT value FROM payctl.meta WHERE name = 'server') AS known,
  (SELECT value FROM payctl.meta WHERE name = 'synchronous') AS was,
  coalesce(current_setting('synchronous_standby_names', true), '') <> '' AS synchronous,
  current_setting('fsync') = 'on' AS flushes,
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`);

const MACHINES = raw('SELECT name, program, seen_at FROM payctl.machine ORDER BY name');

/** What questions about the store are put to. */
export type Asked = Pick<Server, 'greeting' | 'query'>;

export async function statusOf(
  server: Asked,
  host: Pick<Host, 'clock' | 'process'>,
): Promise<ServerStatus> {
  await server.greeting();
  const begun = host.process.uptime();
  const [row] = await server.query(STATUS);
  const latencyMs = host.process.uptime() - begun;
  const now = textIn(row, 'server');
  const [system = '', timeline = ''] = now.split('/');
  const machines = await server.query(MACHINES);
  const synchronous = flag(row, 'synchronous');
  return {
    version: textIn(row, 'version'),
    schema: numberOf(row, 'schema'),
    store: textIn(row, 'store'),
    system,
    timeline,
    synchronous,
    wasSynchronous: !synchronous && textIn(row, 'was') === 'true',
    flushes: flag(row, 'flushes'),
    failedOver: now !== textIn(row, 'known') && textIn(row, 'was') !== 'true',
    aheadMs: Math.round(numberOf(row, 'now') - host.clock.now() + latencyMs / 2),
    latencyMs,
    machines: machines.map((machine) => ({
      name: textIn(machine, 'name'),
      program: textIn(machine, 'program'),
      seenAt: momentIn(machine, 'seen_at'),
    })),
  };
}

/** What the user of this machine may do with the entries, which nobody should change. */
interface Rights {
  user: string;
  reads: boolean;
  adds: boolean;
  changes: boolean;
}

export async function rightsOf(server: Asked): Promise<Rights> {
  const [row] = await server.query(
    raw(`SELECT current_user::text AS "user",
  has_table_privilege('payctl.entry', 'SELECT') AS reads,
  has_table_privilege('payctl.entry', 'INSERT') AS adds,
  has_table_privilege('payctl.entry', 'UPDATE') OR has_table_privilege('payctl.entry', 'DELETE') AS changes`),
  );
  return {
    user: textIn(row, 'user'),
    reads: flag(row, 'reads'),
    adds: flag(row, 'adds'),
    changes: flag(row, 'changes'),
  };
}

/** What was accepted, and what is from now on. */
interface Accepted {
  before: string;
  now: string;
}

/** This server counts as the one that knows all claims. */
export async function acceptServer(server: Server): Promise<Accepted> {
  const [known] = await server.query(
    raw(`SELECT value AS before, payctl.server() AS now FROM payctl.meta WHERE name = 'server'`),
  );
  const [before, now] = [textIn(known, 'before'), textIn(known, 'now')];
  if (before !== now) {
    await server.query(
      together(
        raw('SET LOCAL synchronous_commit TO on'),
        sql`UPDATE payctl.meta SET value = CASE name WHEN 'server' THEN ${now}
          ELSE (coalesce(current_setting('synchronous_standby_names', true), '') <> '')::text END
          WHERE name IN ('server', 'synchronous')`,
      ),
    );
  }
  return { before, now };
}
