import { payctl } from '../../core/command-line.js';
import { DAY_MS } from '../../core/time.js';
import { list, listOpen } from '../../journal/list.js';
import type { ChargeRow } from '../../journal/rows.js';
import type { ChargeState } from '../../journal/state.js';
import { protectAll, verify } from '../../journal/verify.js';
import { journalChecks } from '../../messages/checks.js';
import { BACKUP_COMMAND } from '../../state/claims.js';
import { type CheckContext, type CheckResult, failure, ok, refused, warning } from './finding.js';

/**
 * How many of the newest charges are checked: the doctor costs the same however many there are, and a page
 * of the console waits for it. A shared store reads that many in one statement.
 */
const NEWEST = 200;
/** Of the charges of a day that the bank turned away. */
const MOST_TURNED_AWAY = 500;

/** How a charge ends that the bank refused, also by its limit on the rate. */
const TURNED_AWAY: readonly ChargeState[] = ['not-executed', 'rejected'];

/** Whether the journal is whole, which outcomes are open, and how often the bank limited the rate. */
export async function* checkJournal(context: CheckContext): AsyncGenerator<CheckResult> {
  try {
    const journal = await context.journal();
    const newest = context.fix ? undefined : NEWEST;
    let { claims, faults, torn } = await verify(journal, { newest });
    const { backupDirectory } = journal.store.claims;
    const isNamed = faults.some(({ file }) => file === backupDirectory);
    if (context.fix && backupDirectory !== undefined && isNamed) {
      const made = await protectAll(journal);
      yield ok('journal', journalChecks.backupLinksMade(backupDirectory, made));
      ({ claims, faults, torn } = await verify(journal));
    }
    const open = await listOpen(journal);
    const [fault] = faults;
    if (fault) {
      const { file, line, why } = fault;
      const message = journalChecks.damaged({ count: faults.length, file, line, why });
      const fix = fault.fix === BACKUP_COMMAND ? BACKUP_COMMAND : payctl`journal verify`;
      yield failure('journal', 'CONFIG', message, fix);
    } else if (newest !== undefined && claims - open.length >= newest) {
      yield ok('journal', journalChecks.newestWhole(claims));
    } else if (torn.length > 0) {
      yield ok('journal', journalChecks.wholeButTorn(claims, torn.length));
    } else {
      yield ok('journal', journalChecks.whole(claims));
    }
    yield openFinding(open);
    const since = context.host.clock.now() - DAY_MS;
    yield limitFinding(await list(journal, { since, states: TURNED_AWAY }, MOST_TURNED_AWAY));
  } catch (error) {
    yield refused('journal', error);
  }
}

function openFinding(rows: readonly ChargeRow[]): CheckResult {
  const open = rows.filter(({ state }) => state !== 'corrupt');
  if (open.length === 0) return ok('outcomes', journalChecks.noneOpen);
  const count = (state: ChargeRow['state']) => open.filter((row) => row.state === state).length;
  const message = journalChecks.open({
    unknown: count('unknown'),
    pending: count('pending'),
    inFlight: count('in-flight'),
  });
  const fix = journalChecks.recover(payctl`journal recover`);
  return warning('outcomes', message, fix);
}

/** The bank does not tell its limit: only what it turned away shows that it was reached. */
function limitFinding(lastDay: readonly ChargeRow[]): CheckResult {
  const turnedAway = lastDay.filter((row) => row.class === 'RATE_LIMITED');
  if (turnedAway.length === 0) return ok('rate limit', journalChecks.limitNotReached);
  return warning(
    'rate limit',
    journalChecks.limitReached(turnedAway.length),
    journalChecks.spreadOut,
  );
}
