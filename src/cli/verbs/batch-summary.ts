import { formatAmount } from '../../api/money.js';
import type { Operation } from '../../api/operation.js';
import type { Ending } from '../../batch/run.js';
import type { Survey } from '../../batch/survey.js';
import type { Tally } from '../../batch/tally.js';
import { PayctlError } from '../../errors.js';
import { endedBy, type SignalName } from '../../host/signals.js';
import type { Result } from '../command.js';

export interface Run {
  operation: Operation;
  ending: Ending;
  tally: Tally;
  /** Rows that earlier runs did. */
  before: number;
  ms: number;
  total: Survey | undefined;
  resumable: boolean;
  signal: SignalName | undefined;
}

/** What a person reads at the end, on standard error. */
export function summaryOf(run: Run): string {
  const { operation, ending, tally, before, ms, total } = run;
  const rows = total ? `${tally.total} of ${total.mine.rows} rows` : `${tally.total} rows`;
  const speed = ms > 0 ? `, ${(((tally.total - before) * 1000) / ms).toFixed(1)} a second` : '';
  const earlier = before > 0 ? ` (${before} of them before)` : '';
  const lines = [`${operation.command.join(' ')}: ${rows}${earlier}: ${String(tally)}${speed}`];
  if (total && total.mine.amounts > 0) {
    lines.push(`confirmed ${tally.amount} of ${formatAmount(total.mine.satang)} baht`);
  }
  const unknown = tally.count('OUTCOME_UNKNOWN');
  if (unknown > 0) lines.push(`${unknown} outcomes are not known: payctl journal recover`);
  if (!ending.complete && goesOn(run)) lines.push('not all rows are done: go on with --resume');
  return lines.join('\n');
}

/** A header that is mended makes another input, and nothing of this one was done. */
function goesOn({ ending, resumable }: Run): boolean {
  return resumable && ending.stop?.exitClass !== 'USAGE';
}

/** The class that stopped it, the signal, or whether all rows succeeded. */
export function resultOf(run: Run): Result {
  const { operation, ending, tally, signal } = run;
  const { stop, complete, unknown } = ending;
  if (stop) {
    const hint = stop.facts.hint ?? (goesOn(run) ? 'mend it, then go on with --resume' : undefined);
    const message = `the batch was stopped: ${stop.message}`;
    // It is the batch that stopped: what its rows of money did stands in the result and the journal.
    const executed = operation.effect === 'money' ? 'unknown' : stop.facts.executed;
    const facts = { ...stop.facts, executed, hint };
    return { text: '', problem: new PayctlError(stop.exitClass, message, facts) };
  }
  if (complete || signal === undefined) {
    return { text: '', exit: tally.failed > 0 ? 'PARTIAL' : 'SUCCESS' };
  }
  return {
    text: '',
    exit: unknown + tally.count('OUTCOME_UNKNOWN') > 0 ? 'OUTCOME_UNKNOWN' : endedBy(signal),
  };
}
