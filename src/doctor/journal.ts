import { list } from '../journal/list.js';
import type { Row } from '../journal/rows.js';
import { isOpen } from '../journal/state.js';
import { verify } from '../journal/verify.js';
import { type Finding, failure, ok, refused, warning } from './finding.js';
import type { Patient } from './patient.js';

const DAY_MS = 86_400_000;

/** Whether the journal is whole, what in it is still open, and how often the bank had enough of us. */
export async function* checkJournal(patient: Patient): AsyncGenerator<Finding> {
  try {
    const journal = await patient.journal();
    const { claims, faults, torn } = verify(journal);
    const [fault] = faults;
    if (fault) {
      const message = `damaged in ${faults.length} places, first ${fault.file}, line ${fault.line}: ${fault.why}`;
      yield failure('journal', 'CONFIG', message, 'payctl journal verify');
    } else {
      const cut = torn.length > 0 ? `; ${torn.length} ended with their process` : '';
      yield ok('journal', `${charges(claims)}, every line whole${cut}`);
    }
    const rows = list(journal);
    yield openFinding(rows);
    yield limitFinding(rows, patient.host.clock.now() - DAY_MS);
  } catch (error) {
    yield refused('journal', error);
  }
}

function charges(count: number): string {
  return count === 1 ? '1 charge' : `${count} charges`;
}

function openFinding(rows: readonly Row[]): Finding {
  const open = rows.filter(({ state }) => state !== 'corrupt' && isOpen(state));
  if (open.length === 0) return ok('outcomes', 'none is open');
  const [unknown, pending, inFlight] = (['unknown', 'pending', 'in-flight'] as const).map(
    (state) => open.filter((row) => row.state === state).length,
  );
  const message = `${unknown} unknown, ${pending} pending, ${inFlight} in flight`;
  return warning('outcomes', message, 'payctl journal recover');
}

/** The bank does not tell its limit; what it turned away tells that it was reached. */
function limitFinding(rows: readonly Row[], since: number): Finding {
  const turnedAway = rows.filter(
    (row) => row.class === 'RATE_LIMITED' && Date.parse(row.startedAt) >= since,
  );
  if (turnedAway.length === 0) return ok('rate limit', 'not met within a day');
  const message = `met by ${charges(turnedAway.length)} within a day, not executed`;
  return warning('rate limit', message, 'spread the calls; they may be made again as they are');
}
