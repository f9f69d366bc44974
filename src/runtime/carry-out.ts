import { type ExitClass, PayctlError } from '../core/errors.js';
import { exhaustedBy } from '../host/disk.js';
import {
  catchCrashes,
  endedBy,
  type SignalName,
  type Signals,
  withinGrace,
} from '../host/signals.js';
import { running } from '../messages/running.js';
import type { Command, Result } from './command.js';
import type { Interaction } from './door.js';
import { type Failure, failedOutcome, followedBy, toFailure } from './failure.js';
import type { Parsed } from './parameter.js';
import type { Services } from './services.js';

/** Whoever has a command run: a terminal, a page, an agent, a step of a plan. */
export interface Door extends Interaction {
  /** Takes what comes item by item while its source is open; returns what is left to show. */
  receive(result: Result): Promise<Result>;
  /** Throws if it cannot show the result. */
  show(result: Result): Promise<void>;
  /** Reports what went wrong. */
  fail(failure: Failure): Promise<void>;
}

/** How a command ended. */
export interface EndedCommand {
  exitClass: ExitClass;
  /** Absent if it failed before it had one. */
  result?: Result;
  failure?: Failure;
  /** Whether a call that can move money may have been made; absent if the run failed. */
  mayHaveCharged?: boolean;
}

/** How long a command has after a signal to end by itself. */
const GRACE_MS = 600;
/** How long a run that a signal has ended has to report its failure, and then to close what it opened. */
export const CLOSING_MS = 100;

/** Runs the command and has its result shown. A failure after a call that can move money does not hide how that ended. */
export async function carryOut(
  command: Command,
  given: Parsed,
  services: Services,
  door: Door,
): Promise<EndedCommand> {
  const { signals } = services;
  const { crashed, release } = catchCrashes();
  try {
    const work = Promise.race([runAndShow(command, given, services, door), crashed]);
    const ended = await withinGrace(signals, GRACE_MS, work);
    if (ended === undefined) throw endedWaitingError(signals);
    return ended;
  } catch (error) {
    const charged = services.charged();
    if (charged === undefined) throw services.mayHaveCharged() ? asPossiblyExecuted(error) : error;
    const failure = followedBy(charged, asPayctlError(error).said);
    await withinGrace(signals, CLOSING_MS, door.fail(failure));
    return { exitClass: charged.class, failure };
  } finally {
    release();
  }
}

/** For a command that a signal has ended, whatever it was waiting for. */
export function endedWaitingError({
  received = 'SIGTERM',
}: Pick<Signals, 'received'>): PayctlError {
  return new PayctlError(endedBy(received), running.nothingInFlight);
}

/** Once the journal was open, an unexpected failure does not prove that nothing was sent. */
function asPossiblyExecuted(error: unknown): unknown {
  if (error instanceof PayctlError) return error;
  const { exitClass, said, facts } = asPayctlError(error);
  return new PayctlError(exitClass, said, { executed: 'unknown', ...facts });
}

/**
 * A call that can move money decides the exit code even if its output cannot be written, and so does
 * a failed creation. For everything else, a result that could not be shown is a failure.
 */
async function runAndShow(
  command: Command,
  given: Parsed,
  services: Services,
  door: Door,
): Promise<EndedCommand> {
  const { signals } = services;
  const left = await door.receive(await command.run(services, given));
  const result = command.lasts ? withSignal(left, signals) : cutShort(left, signals);
  const exitClass = decideExitClass(result);
  const { outcome } = result;
  const failedAs = result.problem ?? (failedOutcome(outcome) ? outcome : undefined);
  try {
    await door.show(result);
  } catch (error) {
    const { exitClass: own, said, facts } = asPayctlError(error);
    const reads = outcome === undefined || command.operation?.effect === 'read';
    if (!reads && (services.charged() !== undefined || exitClass !== 'SUCCESS')) {
      const failure = followedBy(failedAs ?? outcome, said);
      await door.fail(failure);
      return { exitClass, result, failure };
    }
    throw new PayctlError(own, said, reads ? facts : { ...facts, executed: outcome.executed });
  }
  if (failedAs === undefined) return { exitClass, result };
  const failure = toFailure(failedAs);
  await door.fail(failure);
  return { exitClass, result, failure };
}

function decideExitClass(result: Result): ExitClass {
  return result.problem?.exitClass ?? result.exit ?? result.outcome?.class ?? 'SUCCESS';
}

function withSignal(result: Result, { received }: Signals): Result {
  return received ? { exit: endedBy(received), ...result } : result;
}

/** A run that finished reports its own result, whatever signal came; one that a signal stopped says so. */
function cutShort(result: Result, signals: Signals): Result {
  const { received } = signals;
  if (!received || decideExitClass(result) !== 'UNAVAILABLE') return result;
  const why = result.problem?.said ?? result.outcome?.message;
  const message = why === undefined ? running.endedBySignal : running.cutShort(why, received);
  const facts = { executed: result.outcome?.executed ?? 'no', hint: result.problem?.facts.hint };
  return { ...result, problem: new PayctlError(endedBy(received), message, facts) };
}

/** A failure that could be tried again, of a run that a signal has ended: the signal is why it ends. */
export function cutShortError(received: SignalName, { said, facts }: PayctlError): PayctlError {
  return new PayctlError(endedBy(received), running.cutShort(said, received), facts);
}

/** An unexpected failure is a bug, or the machine ran out of something. */
export function asPayctlError(error: unknown): PayctlError {
  if (error instanceof PayctlError) return error;
  const exhausted = exhaustedBy(error);
  if (exhausted) return exhausted;
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new PayctlError('INTERNAL', running.bug(what), {
    hint: running.report,
    cause: error,
  });
}
