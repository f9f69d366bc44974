import { parse } from '../command-line/parse.js';
import { type ResolvedCommand, resolveCommand } from '../command-line/resolve-command.js';
import { EXIT, usageError } from '../core/errors.js';
import { isMangled } from '../core/text.js';
import { VERSION } from '../core/version.js';
import type { Host } from '../host/host.js';
import { catchSignals, endedBy, type Signals, withinGrace } from '../host/signals.js';
import { commandLine } from '../messages/terminal.js';
import type { Command, Groups, Result } from '../runtime/command.js';
import type { Failure } from '../runtime/failure.js';
import { type Globals, readGlobals, toRunOptions } from '../runtime/globals.js';
import type { Parsed } from '../runtime/parameter.js';
import { failedRun, hostForRun, type Run, runCommand } from '../runtime/run-command.js';
import { withLogLines } from './output/log-line.js';
import { printFailure } from './output/print.js';
import { interactionAt, terminal } from './terminal.js';

export interface LineOptions {
  /** Called when a command has printed its result, no call that can move money was involved and no signal came: there is time for housekeeping. */
  onIdle?: (() => Promise<void>) | undefined;
  /** Whether the process ends with this line. */
  endsProcess?: boolean;
  /** Of the process; otherwise the line catches its own. */
  signals?: Signals;
}

/** A signal ends a run within a second; the rest of the second is for the exit itself. */
const LIMIT_MS = 900;

/** Runs one command line; the only place where what happened becomes an exit code. */
export async function runLine(
  host: Host,
  groups: Groups,
  options: LineOptions = {},
): Promise<number> {
  const { signals, endsProcess = false } = options;
  if (signals === undefined) {
    const own = catchSignals();
    return runLine(host, groups, { ...options, signals: own }).finally(() => own.release());
  }
  let exit: number | undefined;
  const onEnded = (code: number) => {
    exit = code;
  };
  const work = resolveAndRun(host, groups, { ...options, signals, onEnded });
  if (!endsProcess) return work;
  // After a signal, what is left to do (pings, traces, figures) does not hold up the exit.
  const ended = await withinGrace(signals, LIMIT_MS, work);
  return ended ?? exit ?? EXIT[endedBy(signals.received ?? 'SIGTERM')];
}

type Line = LineOptions & { signals: Signals; onEnded(exit: number): void };

async function resolveAndRun(host: Host, groups: Groups, options: Line): Promise<number> {
  let globals: Globals | undefined;
  try {
    refuseMangled(host.argv);
    const resolved = await resolveCommand(host.argv, groups);
    const { command, words, rest } = resolved;
    const parsed = parse(command ?? { words }, rest);
    if (parsed.asked === 'version') return await show(host, `${VERSION}\n`);
    if (parsed.asked !== 'help') globals = readGlobals(parsed, host.env);
    if (!command || !globals) return await showHelp(host, groups, resolved);
    return await runParsed(command, parsed, { host, globals, ...options });
  } catch (error) {
    const fail = (failure: Failure) => printFailure(host, failure, globals);
    return EXIT[(await failedRun(error, options.signals, { fail })).exitClass];
  }
}

/** Runs a command with what its line gives, and reports on it to others where --metrics or --ping is given. */
async function runParsed(
  command: Command,
  parsed: Parsed,
  { onIdle, onEnded, ...run }: Run & Pick<Line, 'onIdle' | 'onEnded'>,
): Promise<number> {
  const { host, globals, signals } = run;
  const work = async (onResult?: (result: Result) => void): Promise<number> => {
    const door = terminal(host, globals, command, signals, onResult);
    const machine = globals.log === 'json' ? withLogLines(host) : host;
    const ended = await runCommand(command, parsed, { ...run, host: machine }, door);
    const { exitClass, mayHaveCharged } = ended;
    onEnded(EXIT[exitClass]);
    if (mayHaveCharged === false && signals.received === undefined) await onIdle?.();
    return EXIT[exitClass];
  };
  if (!isWatched(parsed, globals)) return work();
  const { Monitor } = await import('../runtime/monitoring/monitor.js');
  if (!Monitor.watches(command)) return work();
  const door = interactionAt(host, globals, signals);
  const machine = await hostForRun(host, command, signals, door.tell);
  const options = toRunOptions(machine, globals);
  const monitor = new Monitor({ host: machine, options, signals, command, parsed, door });
  return monitor.watch(() => work(monitor.onResult));
}

/** --dry-run writes and tells nothing. */
function isWatched({ options }: Parsed, { dryRun }: Globals): boolean {
  const { metrics, every, ping } = options;
  return !dryRun && (metrics ?? every ?? ping) !== undefined;
}

/** Text that is not UTF-8 would be sent, stored and compared as something else. */
function refuseMangled(argv: readonly string[]): void {
  const at = argv.findIndex(isMangled);
  if (at < 0) return;
  const shown = JSON.stringify(argv[at]);
  throw usageError(commandLine.mangled(at + 1, shown), commandLine.checkEncoding);
}

/** Help of the command, of its group, or of everything, by what was named. */
async function showHelp(
  host: Host,
  groups: Groups,
  { command, words }: ResolvedCommand,
): Promise<number> {
  if (command) {
    const { renderHelp } = await import('../help/command-help.js');
    return show(host, await renderHelp(command));
  }
  const { groupHelp, rootHelp } = await import('../help/help.js');
  const [group = ''] = words;
  const named = groups[group];
  const page = named ? await groupHelp(group, named.summary, await named.load()) : rootHelp(groups);
  return show(host, page);
}

async function show(host: Host, text: string): Promise<number> {
  await host.stdout.write(text);
  return EXIT.SUCCESS;
}
