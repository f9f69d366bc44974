import type { Command, Result } from './cli/command.js';
import { createContext } from './cli/context.js';
import { type Globals, readGlobals } from './cli/globals.js';
import { parse } from './cli/parse.js';
import { resolveCommand } from './cli/resolve-command.js';
import { createWiring } from './cli/wiring.js';
import { EXIT, type ExitClass, PayctlError } from './errors.js';
import type { Host } from './host/host.js';
import { catchSignals, endedBy, type SignalName, type Signals } from './host/signals.js';
import { printFailure, printResult } from './print.js';

/** Runs one command line; the only place where what happened becomes an exit code. */
export async function run(host: Host): Promise<number> {
  const signals = catchSignals();
  let globals: Globals | undefined;
  try {
    const found = await resolveCommand(host.argv);
    if (!found.command) return await bare(host, found.group);
    if (asksHelp(found.rest)) return await showHelp(host, found.command);
    const parsed = parse(found.command, found.rest);
    globals = readGlobals(parsed.options, host.env);
    return EXIT[await execute(host, globals, found.command, parsed, signals)];
  } catch (error) {
    const { received } = signals;
    const failure = received ? interrupted(received, error) : known(error);
    await printFailure(host, failure, globals);
    return EXIT[failure.exitClass];
  }
}

async function execute(
  host: Host,
  globals: Globals,
  command: Command,
  parsed: ReturnType<typeof parse>,
  signals: Signals,
): Promise<ExitClass> {
  const wiring = createWiring(host, globals, signals);
  try {
    // A question that cannot be asked of the result is refused before anything is sent.
    if (globals.query !== undefined)
      await (await import('./output/select.js')).checkQuery(globals.query);
    const context = createContext(host, globals, command, parsed, wiring, signals);
    const result = await command.run(context);
    const { rows } = result;
    const last = rows
      ? await (await import('./print-rows.js')).printRows(host, globals, rows)
      : result;
    return await report(host, globals, command, cutShort(last, signals));
  } finally {
    await wiring.close();
  }
}

/** What was done decides the exit, also where it cannot be shown as it was asked for. */
async function report(
  host: Host,
  globals: Globals,
  command: Command,
  result: Result,
): Promise<ExitClass> {
  try {
    await printResult(host, globals, command, result);
  } catch (error) {
    const harmless = !command.operation || command.operation.effect === 'read';
    if (harmless || !(error instanceof PayctlError)) throw error;
    await printFailure(host, error, globals);
  }
  return exitClassOf(result);
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
  return { ...result, problem: new PayctlError(endedBy(received), message, { executed: 'no' }) };
}

function interrupted(received: SignalName, error: unknown): PayctlError {
  if (error instanceof PayctlError && error.exitClass !== 'INTERNAL') return error;
  return new PayctlError(endedBy(received), 'ended by a signal; nothing was in flight');
}

function known(error: unknown): PayctlError {
  if (error instanceof PayctlError) return error;
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new PayctlError('INTERNAL', `a bug of payctl: ${what}`, {
    hint: 'run again with -vv and report it; look at `payctl journal list` before repeating a payment',
    cause: error,
  });
}

/** Help between other options; help alone was answered before this was loaded. */
function asksHelp(rest: readonly string[]): boolean {
  const end = rest.indexOf('--');
  const options = end < 0 ? rest : rest.slice(0, end);
  return options.includes('--help') || options.includes('-h');
}

async function showHelp(host: Host, command: Command): Promise<number> {
  const { helpOf } = await import('./cli/command-help.js');
  await host.stdout.write(helpOf(command));
  return EXIT.SUCCESS;
}

/** Nothing, or a group alone, was asked for: its help. */
async function bare(host: Host, group: string | undefined): Promise<number> {
  const { groupHelp, rootHelp } = await import('./cli/help.js');
  const { GROUPS } = await import('./cli/tree.js');
  const found = group === undefined ? undefined : GROUPS[group];
  const text = group && found ? groupHelp(group, found.summary, await found.load()) : rootHelp();
  await host.stdout.write(text);
  return EXIT.SUCCESS;
}
