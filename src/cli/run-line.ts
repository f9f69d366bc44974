import { EXIT, type ExitClass, PayctlError, usageError } from '../core/errors.js';
import { isMangled } from '../core/text.js';
import { VERSION } from '../core/version.js';
import type { Host } from '../host/host.js';
import { catchSignals, endedBy, type SignalName, type Signals } from '../host/signals.js';
import type { Bank } from '../sandbox/bank.js';
import { findPaths, trusting } from '../state/paths.js';
import type { Command, Groups, Result } from './command.js';
import { createContext } from './context.js';
import { type Globals, readGlobals } from './globals.js';
import { printFailure } from './output/print.js';
import type { Parsed } from './parameter.js';
import { parse } from './parse.js';
import { asPayctlError, carriedOut } from './report.js';
import { type Resolved, resolveCommand } from './resolve-command.js';
import { Services } from './services.js';

export interface LineOptions {
  /** Called when a command has printed its result, no call that can move money was involved and no signal came: there is time for housekeeping. */
  onIdle?: (() => Promise<void>) | undefined;
  /** Whether the process ends with this line. */
  endsProcess?: boolean;
  /** Of the process, or of a run that this line is a part of; otherwise the line catches its own. */
  signals?: Signals;
  /** The embedded bank, where it is open already. */
  bank?: (() => Promise<Bank>) | undefined;
  /** Called with what the command hands to the renderer. */
  onResult?: (result: Result) => void;
  /** Whoever is told of the result has no use for its text: rendering it would take as long again. */
  isSilent?: boolean;
}

/** Runs one command line; the only place where what happened becomes an exit code. */
export async function runLine(
  host: Host,
  groups: Groups,
  options: LineOptions = {},
): Promise<number> {
  if (options.signals) return runUnder(host, groups, { ...options, signals: options.signals });
  const signals = catchSignals();
  try {
    return await runUnder(host, groups, { ...options, signals });
  } finally {
    signals.release();
  }
}

async function runUnder(
  host: Host,
  groups: Groups,
  {
    onIdle,
    onResult,
    isSilent = false,
    bank,
    endsProcess = false,
    signals,
  }: LineOptions & { signals: Signals },
): Promise<number> {
  let globals: Globals | undefined;
  const failed = async (error: unknown): Promise<number> => {
    const { received } = signals;
    const failure = received ? interrupted(received, error) : asPayctlError(error);
    await printFailure(host, failure, globals);
    return EXIT[failure.exitClass];
  };
  try {
    refuseMangled(host.argv);
    const found = await resolveCommand(host.argv, groups);
    const { command } = found;
    const parsed = parse(command ?? { words: found.words }, found.rest);
    if (parsed.asked === 'version') return await show(host, `${VERSION}\n`);
    if (parsed.asked === 'help') return await showHelp(host, groups, found);
    globals = readGlobals(parsed, host.env);
    if (!command) return await showHelp(host, groups, found);
    const machine = await machineOf(trusting(host), signals);
    const services = new Services(machine, globals, signals, bank);
    const carryOut = async (...observers: ((result: Result) => void)[]): Promise<number> => {
      if (onResult) observers.push(onResult);
      const watched = observed(command, observers, isSilent);
      const ended = await execute(services, watched, parsed, endsProcess);
      if (!ended.money && signals.received === undefined) await onIdle?.();
      return EXIT[ended.exitClass];
    };
    if (!isWatched(parsed, globals)) return await carryOut();
    const { Monitor } = await import('./monitoring/monitor.js');
    const monitor = new Monitor({ host: services.host, globals, signals, command, parsed });
    return await monitor.watch(() => carryOut(monitor.onResult).catch(failed));
  } catch (error) {
    return failed(error);
  }
}

/** --dry-run writes and tells nothing. */
function isWatched({ options }: Parsed, { dryRun }: Globals): boolean {
  return !dryRun && (options.metrics !== undefined || options.ping !== undefined);
}

/** Where a recording answers, it is the time of the recording, nothing is waited for, and what is kept of it is gone with the run. */
async function machineOf(host: Host, signals: Signals): Promise<Host> {
  if (!host.env.PAYCTL_REPLAY) return host;
  const { openRecording } = await import('./recording.js');
  const { replay, memory } = await openRecording(host, signals);
  const { simulatedClock } = await import('../host/simulated-clock.js');
  const { replayedFiles } = await import('./replayed-files.js');
  const files = memory ? replayedFiles(host.files, memory, findPaths(host).state) : host.files;
  return simulatedClock({ ...host, files }, replay?.startedAt ?? host.clock.now());
}

function observed(
  command: Command,
  observers: readonly ((result: Result) => void)[],
  isSilent: boolean,
): Command {
  if (observers.length === 0) return command;
  return {
    ...command,
    async run(context, given) {
      const { withData } = await import('./output/print-list.js');
      const result = await withData(await command.run(context, given));
      for (const observe of observers) observe(result);
      return isSilent ? { ...result, text: '' } : result;
    },
  };
}

/** Text that is not UTF-8 would be sent, stored and compared as something else. */
function refuseMangled(argv: readonly string[]): void {
  const at = argv.findIndex(isMangled);
  if (at < 0) return;
  const shown = JSON.stringify(argv[at]);
  throw usageError(
    `argument ${at + 1} is not valid UTF-8: ${shown}`,
    'check the encoding of the terminal or the script: locale',
  );
}

async function execute(
  services: Services,
  command: Command,
  parsed: Parsed,
  endsProcess: boolean,
): Promise<{ exitClass: ExitClass; money: boolean }> {
  const { globals } = services;
  checkAsked(command, globals);
  try {
    // An invalid query is refused before anything is sent.
    if (globals.query !== undefined)
      await (await import('./output/select.js')).checkQuery(globals.query);
    const exitClass = await carriedOut(command, parsed, createContext(services));
    return { exitClass, money: services.hasJournal() };
  } finally {
    // A failure to close changes nothing about how the command ended.
    await services.close(endsProcess).catch(() => undefined);
  }
}

/** A global option that a command does not support is refused, never silently ignored. */
function checkAsked({ words, oneCall, dryRun }: Command, globals: Globals): void {
  const name = `payctl ${words.join(' ')}`;
  if (globals.dryRun && dryRun === undefined) {
    throw usageError(
      `${name} has no --dry-run; nothing was done`,
      `${name} --help says what it does`,
    );
  }
  const ofOneCall =
    (globals.envelope && '--envelope') || (globals.requestUId !== undefined && '--request-uid');
  if (ofOneCall && oneCall === undefined) {
    throw usageError(
      `${ofOneCall} is for commands that make one call; ${name} is not one of them`,
      `leave out ${ofOneCall}`,
    );
  }
}

function interrupted(received: SignalName, error: unknown): PayctlError {
  if (error instanceof PayctlError && error.exitClass !== 'INTERNAL') return error;
  return new PayctlError(endedBy(received), 'ended by a signal; nothing was in flight');
}

/** Help of the command, of its group, or of everything, by what was named. */
async function showHelp(host: Host, groups: Groups, { command, words }: Resolved): Promise<number> {
  if (command) {
    const { helpOf } = await import('./help/command-help.js');
    return show(host, await helpOf(command));
  }
  const { groupHelp, rootHelp } = await import('./help/help.js');
  const [group = ''] = words;
  const found = groups[group];
  const page = found ? await groupHelp(group, found.summary, await found.load()) : rootHelp(groups);
  return show(host, page);
}

async function show(host: Host, text: string): Promise<number> {
  await host.stdout.write(text);
  return EXIT.SUCCESS;
}
