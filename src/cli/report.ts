import { type ExitClass, PayctlError } from '../core/errors.js';
import { exhaustedBy } from '../host/disk.js';
import { catchCrashes, endedBy, type Signals } from '../host/signals.js';
import type { Command, Result } from './command.js';
import type { Context } from './context.js';
import { printFailure, printResult } from './output/print.js';
import type { Parsed } from './parameter.js';

/** Runs the command and reports. A failure after a call that can move money does not hide how that ended. */
export async function carriedOut(
  command: Command,
  given: Parsed,
  context: Context,
): Promise<ExitClass> {
  const { host, globals, services } = context;
  const { crashed, release } = catchCrashes();
  try {
    return await Promise.race([runAndReport(command, given, context), crashed]);
  } catch (error) {
    const charged = services.charged();
    if (charged === undefined) throw services.hasJournal() ? doubtful(error) : error;
    await printFailure(host, charged, globals, asPayctlError(error).message);
    return charged.class;
  } finally {
    release();
  }
}

/** Once the journal was open, an unexpected failure does not prove that nothing was sent. */
function doubtful(error: unknown): unknown {
  if (error instanceof PayctlError) return error;
  const { exitClass, message, facts } = asPayctlError(error);
  return new PayctlError(exitClass, message, { executed: 'unknown', ...facts });
}

async function runAndReport(command: Command, given: Parsed, context: Context): Promise<ExitClass> {
  const { host, globals, signals } = context;
  const result = await command.run(context, given);
  const { rows, list } = result;
  const last = rows
    ? await (await import('./output/print-rows.js')).printRows(host, globals, rows)
    : list
      ? await (await import('./output/print-list.js')).printList(host, globals, result)
      : result;
  return report(command, context, cutShort(last, signals));
}

/**
 * A call that can move money decides the exit code even if its output cannot be written, and so does
 * a failed creation. For everything else, a result that could not be written is a failure.
 */
async function report(command: Command, context: Context, result: Result): Promise<ExitClass> {
  const { host, globals, services } = context;
  const exitClass = exitClassOf(result);
  try {
    await printResult(host, globals, command, result);
    return exitClass;
  } catch (error) {
    const { exitClass: own, message, facts } = asPayctlError(error);
    const { outcome } = result;
    const reads = outcome === undefined || command.operation?.effect === 'read';
    if (!reads && (services.charged() !== undefined || exitClass !== 'SUCCESS')) {
      await printFailure(host, result.problem ?? outcome, globals, message);
      return exitClass;
    }
    throw new PayctlError(own, message, reads ? facts : { ...facts, executed: outcome.executed });
  }
}

function exitClassOf(result: Result): ExitClass {
  return result.problem?.exitClass ?? result.exit ?? result.outcome?.class ?? 'SUCCESS';
}

/** A run that finished reports its own result, whatever signal came; one that a signal stopped says so. */
function cutShort(result: Result, signals: Signals): Result {
  const { received } = signals;
  if (!received || exitClassOf(result) !== 'UNAVAILABLE') return result;
  const why = result.problem?.message ?? result.outcome?.message;
  const message = why === undefined ? 'ended by a signal' : `${why} (ended by ${received})`;
  const facts = { executed: result.outcome?.executed ?? 'no', hint: result.problem?.facts.hint };
  return { ...result, problem: new PayctlError(endedBy(received), message, facts) };
}

/** An unexpected failure is a bug, or the machine ran out of something. */
export function asPayctlError(error: unknown): PayctlError {
  if (error instanceof PayctlError) return error;
  const exhausted = exhaustedBy(error);
  if (exhausted) return exhausted;
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new PayctlError('INTERNAL', `a bug in payctl: ${what}`, {
    hint: 'report it with the output of -vv; before repeating a payment, check payctl journal list',
    cause: error,
  });
}
