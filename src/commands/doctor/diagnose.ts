import type { Resolved } from '../../config/provenance.js';
import { payctl } from '../../core/command-line.js';
import { bankChecks } from '../../messages/checks.js';
import { checkFiles, checkLostState } from './files.js';
import { type CheckContext, type CheckResult, ok, refused, warning } from './finding.js';
import { checkJournal } from './journal.js';
import { checkMachine } from './machine.js';
import { checkNetwork } from './network.js';
import { checkOldFiles } from './old-files.js';
import { checkCredentials, checkProfile, checkToken } from './profile.js';

/** All checks, from the ground up; a check that needs something broken is left out. */
export async function* diagnose(context: CheckContext): AsyncGenerator<CheckResult> {
  yield* await checkMachine(context);
  yield* checkFiles(context);
  yield await checkOldFiles(context);
  const resolved = await resolveProfile(context);
  if ('check' in resolved) yield resolved;
  const hasStore = 'check' in resolved || (yield* checkConnection(context, resolved));
  if (hasStore) yield* checkJournal(context);
}

async function resolveProfile(context: CheckContext): Promise<Resolved | CheckResult> {
  try {
    return await context.resolve();
  } catch (error) {
    return refused('profile', error);
  }
}

/** Returns whether journal and tokens can be read: in a shared store, only where that answers. */
async function* checkConnection(
  context: CheckContext,
  resolved: Resolved,
): AsyncGenerator<CheckResult, boolean> {
  let usable = true;
  for await (const finding of concat(checkProfile(resolved), checkCredentials(context, resolved))) {
    // A certificate near its end still connects; a missing secret or address does not.
    usable &&= finding.status !== 'failure';
    yield finding;
  }
  yield* checkLostState(context, resolved);
  let hasStore = true;
  if (resolved.values.store !== undefined) {
    const { checkStore } = await import('./store.js');
    for await (const finding of checkStore(context, resolved)) {
      hasStore &&= finding.check !== 'store' || finding.status === 'ok';
      yield finding;
    }
  }
  const { consoleIssuer } = resolved.values;
  if (consoleIssuer !== undefined && resolved.problems.length === 0) {
    const { checkSignIn } = await import('./sign-in.js');
    yield await checkSignIn(context, resolved, consoleIssuer);
  }
  const mayAsk = yield* checkWayToBank(context, resolved, usable);
  const isReady = usable && hasStore;
  if (isReady && (mayAsk || context.network === undefined)) yield await checkToken(context, mayAsk);
  return hasStore;
}

async function* concat(
  ...sources: readonly AsyncGenerator<CheckResult>[]
): AsyncGenerator<CheckResult> {
  for (const source of sources) yield* source;
}

async function* checkWayToBank(
  context: CheckContext,
  resolved: Resolved,
  usable: boolean,
): AsyncGenerator<CheckResult, boolean> {
  if (resolved.profile === 'sandbox') {
    yield ok('network', bankChecks.embeddedBank);
    return true;
  }
  if (context.network === undefined) {
    yield warning('network', bankChecks.skipped, payctl`doctor`);
    return false;
  }
  const hasAddress = resolved.problems.length === 0 && resolved.values.baseUrl !== undefined;
  const answered = hasAddress && (yield* checkNetwork(context, context.network, resolved));
  return answered && usable;
}
