import type { Resolved } from '../../config/provenance.js';
import { OwnClaims } from '../../state/own-claims.js';
import { parseStoreAddress } from '../../state/postgres/address.js';
import { distrust } from '../../state/postgres/failure.js';
import type { StoreQueries } from '../../state/postgres/server.js';
import { rightsOf, type ServerStatus, statusOf } from '../../state/postgres/status.js';
import { type CheckContext, type Finding, failure, ok, refused, warning } from './finding.js';

/** Clocks further apart make times of machines hard to compare. */
const APART_MS = 2_000;

/** The shared store, where one is set: the way to it, its schema and key, durability, clock and rights. */
export async function* checkStore(
  context: CheckContext,
  { values, problems }: Resolved,
): AsyncGenerator<Finding> {
  if (values.store === undefined) return;
  if (context.reach === undefined) {
    yield warning('store', 'not looked at (--offline)', 'payctl doctor');
    return;
  }
  // It was named as a setting that is wrong.
  if (problems.length > 0) return;
  const { sslmode, shown } = parseStoreAddress(values.store);
  try {
    const server = await context.server();
    if (server === undefined) return;
    const status = await statusOf(
      server,
      context.host,
      new OwnClaims(context.host.files, context.paths.state),
    );
    yield ok('store', reached(shown, status));
    yield encryption(sslmode);
    yield durability(status);
    yield clockFinding(status);
    yield await rights(server);
  } catch (error) {
    yield refused('store', error);
  }
}

function reached(shown: string, { version, schema, latencyMs }: ServerStatus): string {
  return `${shown} answers in ${Math.round(latencyMs)} ms: PostgreSQL ${version}, schema ${schema}, and its key fits`;
}

function encryption(sslmode: string): Finding {
  if (sslmode === 'verify-full') return ok('store TLS', 'encrypted, and the server is proven');
  const fix = 'payctl config set store postgres://…?sslmode=verify-full';
  return sslmode === 'disable'
    ? warning('store TLS', 'not encrypted: for this machine and tests alone', fix)
    : warning(
        'store TLS',
        `encrypted, but sslmode=${sslmode} does not prove which server it is`,
        fix,
      );
}

function durability({ synchronous, flushes, trust, declared, leftBy }: ServerStatus): Finding {
  const check = 'store durability';
  if (trust !== 'trusted') {
    const { message, exitClass, facts } = distrust(trust, leftBy);
    return failure(check, exitClass, message, facts.hint ?? 'payctl store status');
  }
  if (!flushes) {
    return warning(
      check,
      'fsync is off: a crash can forget claims',
      'set fsync = on at the server',
    );
  }
  if (declared) return ok(check, 'synchronous: a claim counts when a standby has it');
  if (synchronous) {
    return warning(
      check,
      'synchronous, which nobody declared: after a promotion nothing is sent until store accept-failover',
      'payctl store init --synchronous',
    );
  }
  return warning(
    check,
    'asynchronous: the promotion of a standby can forget the last claims',
    'set synchronous_standby_names at the server, where there is a standby; then: payctl store init --synchronous',
  );
}

function clockFinding({ aheadMs }: ServerStatus): Finding {
  const seconds = Math.abs(Math.round(aheadMs / 1_000));
  if (Math.abs(aheadMs) < APART_MS)
    return ok('store clock', 'agrees with the clock of this machine');
  const side = aheadMs > 0 ? 'ahead of' : 'behind';
  return warning('store clock', `${seconds} s ${side} this machine`, 'run NTP on both');
}

async function rights(server: StoreQueries): Promise<Finding> {
  const { user, reads, adds, changes } = await rightsOf(server);
  const fix = 'payctl store init --print shows the roles and grants';
  if (!reads || !adds) {
    return failure('store rights', 'CONFIG', `${user} may not read and add entries`, fix);
  }
  return changes
    ? warning(
        'store rights',
        `${user} may change entries: it is their owner, or has all rights`,
        fix,
      )
    : ok('store rights', `${user} may add entries, and change none`);
}
