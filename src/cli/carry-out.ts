import { type ExitClass, PayctlError } from '../core/errors.js';
import { exhaustedBy } from '../host/exhausted.js';
import { catchCrashes, endedBy, type Signals } from '../host/signals.js';
import type { Command, Result } from './command.js';
import type { Context } from './context.js';
import { printFailure, printResult } from './output/print.js';

/** Runs the command and reports. A failure after a call that can move money does not hide how that ended. */
export async function carriedOut(command: Command, context: Context): Promise<ExitClass> {
  const { host, globals, wiring } = context;
  const { crashed, release } = catchCrashes();
  try {
    return await Promise.race([runAndReport(command, context), crashed]);
  } catch (error) {
    const charged = wiring.charged();
    if (charged === undefined) throw wiring.hasJournal() ? doubtful(error) : error;
    await printFailure(host, charged, globals, known(error).message);
    return charged.class;
  } finally {
    release();
  }
}

/** Where money was near, what nobody foresaw does not say that nothing was sent. */
function doubtful(error: unknown): unknown {
  if (error instanceof PayctlError) return error;
  const { exitClass, message, facts } = known(error);
  return new PayctlError(exitClass, message, { executed: 'unknown', ...facts });
}

async function runAndReport(command: Command, context: Context): Promise<ExitClass> {
  const { host, globals, signals } = context;
  const result = await command.run(context);
  const { rows } = result;
  const last = rows
    ? await (await import('./output/print-rows.js')).printRows(host, globals, rows)
    : result;
  return report(command, context, cutShort(last, signals));
}

/**
 * What a call that can move money did decides its exit, whatever becomes of the output; so does what
 * a creation failed with. Else a result that nobody got is none.
 */
async function report(command: Command, context: Context, result: Result): Promise<ExitClass> {
  const { host, globals, wiring } = context;
  const exitClass = exitClassOf(result);
  try {
    await printResult(host, globals, command, result);
    return exitClass;
  } catch (error) {
    const { exitClass: own, message, facts } = known(error);
    const { outcome } = result;
    const reads = outcome === undefined || command.operation?.effect === 'read';
    if (!reads && (wiring.charged() !== undefined || exitClass !== 'SUCCESS')) {
      await printFailure(host, result.problem ?? outcome, globals, message);
      return exitClass;
    }
    throw new PayctlError(own, message, reads ? facts : { ...facts, executed: outcome.executed });
  }
}

function exitClassOf(result: Result): ExitClass {
  return result.problem?.exitClass ?? result.exit ?? result.outcome?.class ?? 'SUCCESS';
}

/** A run that came to its end says how, whatever signal came; what a signal stopped says so. */
function cutShort(result: Result, signals: Signals): Result {
  const { received } = signals;
  if (!received || exitClassOf(result) !== 'UNAVAILABLE') return result;
  const why = result.problem?.message ?? result.outcome?.message;
  const message = why === undefined ? 'ended by a signal' : `${why} (ended by ${received})`;
  const executed = result.outcome?.executed ?? 'no';
  return { ...result, problem: new PayctlError(endedBy(received), message, { executed }) };
}

/** A failure that nobody foresaw is a bug, or what this machine lacks. */
export function known(error: unknown): PayctlError {
  if (error instanceof PayctlError) return error;
  const exhausted = exhaustedBy(error);
  if (exhausted) return exhausted;
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new PayctlError('INTERNAL', `a bug of payctl: ${what}`, {
    hint: 'run again with -vv and report it; look at `payctl journal list` before repeating a payment',
    cause: error,
  });
}
