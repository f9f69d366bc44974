import type { Resolved } from '../../config/provenance.js';
import { payctl } from '../../core/command-line.js';
import type { Message } from '../../core/message.js';
import { storeChecks } from '../../messages/checks.js';
import { OwnClaims } from '../../state/own-claims.js';
import { parseStoreAddress } from '../../state/postgres/address.js';
import { distrustError } from '../../state/postgres/failure.js';
import type { StoreQueries } from '../../state/postgres/server.js';
import { readRights, readStatus, type ServerStatus } from '../../state/postgres/status.js';
import { type CheckContext, type CheckResult, failure, ok, refused, warning } from './finding.js';

/** Beyond this the times of different machines are hard to compare. */
const APART_MS = 2_000;

/** The shared store, where one is set: the way to it, its schema and key, durability, clock and rights. */
export async function* checkStore(
  context: CheckContext,
  { values, problems }: Resolved,
): AsyncGenerator<CheckResult> {
  if (values.store === undefined) return;
  if (context.network === undefined) {
    yield warning('store', storeChecks.notLookedAt, payctl`doctor`);
    return;
  }
  // The check of the profile has named the wrong setting.
  if (problems.length > 0) return;
  const { sslmode, shown } = parseStoreAddress(values.store);
  try {
    const server = await context.server();
    if (server === undefined) return;
    const status = await readStatus(
      server,
      context.host,
      new OwnClaims(context.host.files, context.paths.state),
    );
    yield ok('store', connectionText(shown, status));
    yield encryption(sslmode);
    yield durability(status);
    yield clockFinding(status);
    yield* partitions(status);
    yield await rights(server);
  } catch (error) {
    yield refused('store', error);
  }
}

function connectionText(address: string, { version, schema, latencyMs }: ServerStatus): Message {
  return storeChecks.answers({ address, ms: Math.round(latencyMs), version, schema });
}

function encryption(sslmode: string): CheckResult {
  if (sslmode === 'verify-full') return ok('store TLS', storeChecks.encrypted);
  const fix = payctl.ofSettings`config set store postgres://…?sslmode=verify-full`;
  return sslmode === 'disable'
    ? warning('store TLS', storeChecks.unencrypted, fix)
    : warning('store TLS', storeChecks.unproven(sslmode), fix);
}

function durability({ synchronous, flushes, trust, declared, leftBy }: ServerStatus): CheckResult {
  const check = 'store durability';
  if (trust !== 'trusted') {
    const { said, exitClass, facts } = distrustError(trust, leftBy);
    return failure(check, exitClass, said, facts.hint ?? payctl`store status`);
  }
  if (!flushes) {
    return warning(check, storeChecks.noFsync, storeChecks.setFsync);
  }
  if (declared) return ok(check, storeChecks.synchronous);
  if (synchronous) {
    return warning(check, storeChecks.undeclared, payctl`store init --synchronous`);
  }
  return warning(check, storeChecks.asynchronous, storeChecks.setStandbys);
}

function clockFinding({ aheadMs }: ServerStatus): CheckResult {
  const seconds = Math.abs(Math.round(aheadMs / 1_000));
  if (Math.abs(aheadMs) < APART_MS) return ok('store clock', storeChecks.clockAgrees);
  const message = aheadMs > 0 ? storeChecks.clockAhead(seconds) : storeChecks.clockBehind(seconds);
  return warning('store clock', message, storeChecks.runNtp);
}

/** Fewer months than these are too few for somebody to notice in time. */
const FEW_MONTHS = 2;

function* partitions({ partitions: ahead }: ServerStatus): Generator<CheckResult> {
  if (ahead === undefined) return;
  const check = 'store partitions';
  const fix = payctl`store init`;
  if (ahead.hasStray) yield warning(check, storeChecks.strayLines, fix);
  else if (ahead.months < FEW_MONTHS)
    yield warning(check, storeChecks.fewMonths(ahead.months), fix);
  else yield ok(check, storeChecks.monthsAhead(ahead.months));
}

async function rights(server: StoreQueries): Promise<CheckResult> {
  const { user, reads, adds, changes } = await readRights(server);
  const fix = storeChecks.seeGrants;
  if (!reads || !adds) {
    return failure('store rights', 'CONFIG', storeChecks.lacksRights(user), fix);
  }
  return changes
    ? warning('store rights', storeChecks.mayChange(user), fix)
    : ok('store rights', storeChecks.mayAdd(user));
}
