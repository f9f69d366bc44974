import { payctl } from '../core/command-line.js';
import { PayctlError, usageError } from '../core/errors.js';
import { inSpan, isTraced } from '../core/trace.js';
import type { Host } from '../host/host.js';
import { type SignalName, type Signals, withinGrace } from '../host/signals.js';
import { running } from '../messages/running.js';
import { wording } from '../messages/wording.js';
import type { Bank } from '../sandbox/bank.js';
import { withTrustedFiles } from '../state/own-files.js';
import { findPaths } from '../state/paths.js';
import {
  asPayctlError,
  CLOSING_MS,
  carryOut,
  cutShortError,
  type Door,
  type EndedCommand,
  endedWaitingError,
} from './carry-out.js';
import type { Command } from './command.js';
import type { Tell } from './door.js';
import { toFailure } from './failure.js';
import { type Globals, toRunOptions } from './globals.js';
import type { Parsed } from './parameter.js';
import { Services } from './services.js';

/** Where a command runs, and for whom. */
export interface Run {
  host: Host;
  globals: Globals;
  /** Of the process, or of the run that this one is a part of. */
  signals: Signals;
  /** The embedded bank, where it is open already. */
  bank?: (() => Promise<Bank>) | undefined;
  /** Whether the process ends with this run. */
  endsProcess?: boolean;
}

/** Runs a command with its values. Whatever goes wrong is part of how it ended. */
export async function runCommand(
  command: Command,
  given: Parsed,
  run: Run,
  door: Door,
): Promise<EndedCommand> {
  const endTracing = await startTracing(run.host, door);
  try {
    return await inSpan(`payctl ${command.words.join(' ')}`, {}, async (span) => {
      const ended = await runTraced(command, given, run, door);
      span.set({ 'payctl.exit': ended.exitClass });
      if (ended.exitClass !== 'SUCCESS') span.fail(ended.exitClass);
      return ended;
    });
  } finally {
    await endTracing?.();
  }
}

/** Where a collector is named and no outer run has begun; resolves to what ends it. */
async function startTracing(
  host: Host,
  { tell }: Pick<Door, 'tell'>,
): Promise<(() => Promise<void>) | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } = host.env;
  const { OTEL_SDK_DISABLED = '', OTEL_TRACES_EXPORTER } = host.env;
  const isWanted = OTEL_EXPORTER_OTLP_ENDPOINT || OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  const isOff = /^true$/i.test(OTEL_SDK_DISABLED) || OTEL_TRACES_EXPORTER === 'none';
  if (!isWanted || isOff || isTraced()) return undefined;
  try {
    return (await import('./tracing.js')).startTracing(host);
  } catch (error) {
    // Who watches a payment must not stop it.
    await tell(
      running.notTraced(error instanceof Error ? error.message : String(error)),
      'warning',
    );
    return undefined;
  }
}

async function runTraced(
  command: Command,
  given: Parsed,
  { host, globals, signals, bank, endsProcess = false }: Run,
  door: Door,
): Promise<EndedCommand> {
  try {
    const machine = await hostForRun(host, command, signals, door.tell);
    const options = toRunOptions(machine, globals);
    const services = new Services(machine, options, signals, door, bank);
    refuseUnsupported(command, globals);
    try {
      // An invalid query is refused before anything is sent.
      if (globals.query !== undefined)
        await (await import('../format/select.js')).checkQuery(globals.query);
      const ended = await carryOut(command, given, services, door);
      return { ...ended, mayHaveCharged: services.mayHaveCharged() };
    } finally {
      // A failure to close changes nothing about how the command ended.
      const closed = services.close(endsProcess).catch(() => undefined);
      await withinGrace(signals, CLOSING_MS, closed);
    }
  } catch (error) {
    return failedRun(error, signals, door);
  }
}

/** How a run ends that `error` ended. */
export async function failedRun(
  error: unknown,
  signals: Signals,
  door: Pick<Door, 'fail'>,
): Promise<EndedCommand> {
  const { received } = signals;
  const problem = received ? interruptedError(received, error) : asPayctlError(error);
  const failure = toFailure(problem);
  await withinGrace(signals, CLOSING_MS, door.fail(failure));
  return { exitClass: problem.exitClass, failure };
}

/**
 * The machine as a run sees it. Where a recording answers, the clock shows the time of the recording,
 * nothing is waited for unless the command lasts, and what is kept of a call is gone with the run.
 */
export async function hostForRun(
  given: Host,
  { lasts }: Pick<Command, 'lasts'>,
  signals: Signals,
  tell: Tell,
): Promise<Host> {
  const host = withTrustedFiles(given);
  if (!host.env.PAYCTL_REPLAY) return host;
  const { openRecording } = await import('./recording.js');
  const { replay, memory } = await openRecording(signals, host, tell);
  const { simulatedClock } = await import('../host/simulated-clock.js');
  const { replayedFiles } = await import('./replayed-files.js');
  const files = memory ? replayedFiles(host.files, memory, findPaths(host)) : host.files;
  const at = replay?.startedAt ?? host.clock.now();
  return simulatedClock({ ...host, files }, at, lasts ? 'real' : 'skipped');
}

/** A global option that a command does not support is refused, never silently ignored. */
function refuseUnsupported({ words, oneCall, dryRun }: Command, globals: Globals): void {
  const name = `payctl ${words.join(' ')}`;
  if (globals.dryRun && dryRun === undefined) {
    throw usageError(
      running.noDryRun(name),
      running.helpSays(payctl.withoutProfile`${words} --help`),
    );
  }
  const ofOneCall =
    (globals.envelope && '--envelope') || (globals.requestUId !== undefined && '--request-uid');
  if (ofOneCall && oneCall === undefined) {
    throw usageError(running.oneCallOnly(ofOneCall, name), wording.leaveOut(ofOneCall));
  }
}

function interruptedError(received: SignalName, error: unknown): PayctlError {
  if (!(error instanceof PayctlError) || error.exitClass === 'INTERNAL') {
    return endedWaitingError({ received });
  }
  return error.exitClass === 'UNAVAILABLE' ? cutShortError(received, error) : error;
}
