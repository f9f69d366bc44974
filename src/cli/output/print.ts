import { maskPersonal } from '../../bank/privacy.js';
import { readArgv } from '../../command-line/argv.js';
import { PayctlError } from '../../core/errors.js';
import { type Json, stringifyJson } from '../../core/json.js';
import {
  containsMessage,
  type Language,
  type Message,
  type Say,
  sayEnglish,
  type Voice,
  wordedData,
} from '../../core/message.js';
import { colourLevel, styleFor } from '../../format/style.js';
import { lineWidth, unbreakable } from '../../format/width.js';
import type { Host } from '../../host/host.js';
import { speaking } from '../../messages/speaking.js';
import { terminalMessages as words } from '../../messages/terminal.js';
import type { Command, Result, Screen } from '../../runtime/command.js';
import type { RunNote, Tell } from '../../runtime/door.js';
import { type Failure, failedOutcome, failureObject } from '../../runtime/failure.js';
import { GLOBAL_OPTIONS, type Globals, outputFormat } from '../../runtime/globals.js';
import { sayFor } from '../../runtime/language.js';
import { longFlag } from '../../runtime/parameter.js';
import { resultData } from '../../runtime/result-data.js';
import { isShaped } from '../../runtime/run-options.js';
import { failureJson, failureText } from './error.js';
import { logLine } from './log-line.js';

/** Writes a result to standard output, and what a person should know about it to standard error. */
export async function printResult(
  host: Host,
  globals: Globals,
  command: Command,
  result: Result,
  tell: Tell,
): Promise<void> {
  // The profile may name the language, and not every command has read it: it is asked only for words.
  const isWorded = outputFormat(host, globals) === 'table' || containsMessage(result.data ?? null);
  const say = isWorded ? await sayFor(host, globals.selection) : sayEnglish;
  const { text, notes } = await shapedOrWhole({ host, globals, command, say }, result);
  await host.stdout.write(text);
  for (const note of notes) await tell(note.text, note.kind);
}

interface Printer {
  host: Host;
  globals: Globals;
  command: Command;
  say: Say;
}

/** What goes to standard output, and what a person should know about it. */
interface Printed {
  text: string | Uint8Array;
  notes: readonly RunNote[];
}

/**
 * The result in the requested shape. If that fails for something the bank has made or refused, the
 * whole result is shown and the exit stays; a read can be repeated, so there it is a failure.
 */
async function shapedOrWhole(printer: Printer, result: Result): Promise<Printed> {
  try {
    return await render(printer, result);
  } catch (error) {
    const { outcome } = result;
    const isRead = printer.command.operation?.effect === 'read' && outcome?.class === 'SUCCESS';
    if (!(error instanceof PayctlError) || outcome === undefined || isRead) throw error;
    const globals = { ...printer.globals, query: undefined, columns: undefined };
    const { text, notes } = await render({ ...printer, globals }, result);
    return { text, notes: [asWarning(words.wholeResult(error.said)), ...notes] };
  }
}

/**
 * The parts of the program that word a failure may be gone by now, or cannot be opened; then it is told as
 * plain JSON, so that the exit stays that of the run.
 * @param globals absent where the arguments could not be read
 */
export async function printFailure(
  host: Host,
  failure: Failure,
  globals: Globals | undefined,
): Promise<void> {
  const worded = wordFailure(host, failure, globals);
  await host.stderr.write(await worded.catch(() => failureJson(failure, sayEnglish)));
}

async function wordFailure(
  host: Host,
  failure: Failure,
  globals: Globals | undefined,
): Promise<string> {
  const speak = async (voice: Pick<Voice, 'showCommand'> = {}) =>
    globals
      ? sayFor(host, globals.selection, voice)
      : speaking(chooseLanguage(host), { reader: 'terminal', ...voice });
  const say = await speak();
  if ((globals ? globals.log : findValue(host.argv, '--log')) === 'json') {
    const whole = failureObject(failure, say);
    const error = globals?.showPersonal ? whole : maskPersonal(whole);
    return logLine(host.clock, { level: 'error', text: failure.message, error }, say);
  }
  if (wantsJson(host, globals)) return failureJson(failure, say);
  const { shortForm } = await import('../../explain/explain.js');
  const style = await styleFor(colourLevel(host.stderr, host.env, globals?.color));
  const { code, httpStatus, operation } = failure;
  const meaning = code && (await shortForm(code, httpStatus, operation));
  const space = lineWidth(host.stderr);
  const sayOnScreen = await speak({ showCommand: unbreakable });
  return failureText(failure, style, sayOnScreen, meaning, space);
}

/** Errors are JSON if JSON results were requested, even if the arguments could not be parsed. */
function wantsJson(host: Host, globals: Globals | undefined): boolean {
  const asked = globals
    ? globals.output
    : (findValue(host.argv, '--output') ?? host.env.PAYCTL_OUTPUT);
  return asked === 'json' || asked === 'jsonl';
}

/** What was asked for in arguments that could not be read as a whole. */
function chooseLanguage({ argv, env }: Pick<Host, 'argv' | 'env'>): Language {
  return (findValue(argv, '--lang') ?? env.PAYCTL_LANG) === 'th' ? 'th' : 'en';
}

function findValue(argv: readonly string[], flag: string): string | undefined {
  const given = readArgv(argv, GLOBAL_OPTIONS).findLast(
    (token) => token.kind === 'option' && token.option && longFlag(token.option) === flag,
  );
  return given?.kind === 'option' ? given.value : undefined;
}

export function renderingFor({ stdout, env }: Host, globals: Globals) {
  const { query, showPersonal, color } = globals;
  const colour = colourLevel(stdout, env, color);
  return { query, showPersonal, colour, columnsOfTerminal: stdout.columns, isTTY: stdout.isTTY };
}

export async function screenFor(
  { stdout, env }: Host,
  { color }: Globals,
  say: Say,
  onHidden?: Screen['onHidden'],
): Promise<Screen> {
  const style = await styleFor(colourLevel(stdout, env, color));
  return { say, style, space: lineWidth(stdout), onHidden };
}

async function render({ host, globals, command, say }: Printer, result: Result): Promise<Printed> {
  const notes: RunNote[] = [];
  const note = (text: Message) => notes.push({ text, kind: 'note' });
  const onHidden: Screen['onHidden'] = (columns) => note(words.hiddenColumns(columns));
  if (typeof result.text === 'string') return { text: result.text, notes };
  const format = outputFormat(host, globals);
  const shaped = isShaped(globals);
  if (format === 'table' && result.table !== undefined && !shaped) {
    const table = result.table(await screenFor(host, globals, say, onHidden));
    if (table === '' && !result.problem) note(result.none ?? words.nothingFound);
    return { text: table, notes };
  }
  const { renderRaw, renderResult } = await import('../../format/render.js');
  if (format === 'raw') {
    if (result.outcome?.replayed && !result.outcome.raw) note(words.bodyNotKept);
    return { text: renderRaw(rawBytes(result, say), host.stdout.isTTY), notes };
  }
  const bare = format === 'table' && !shaped && !globals.envelope;
  const data = (bare ? bareStatus(result) : undefined) ?? resultData(globals, result, say);
  if (data === undefined) return { text: result.picture ?? '', notes };
  const text = await renderResult(data, {
    ...renderingFor(host, globals),
    format,
    say,
    onHidden,
    view: globals.envelope ? undefined : (result.view ?? command.operation?.view),
    // Without data there are no columns to pick.
    columns:
      Object.keys(data ?? {}).length > 0 || Array.isArray(data) ? globals.columns : undefined,
    // The bank may leave out a field, and may know one that the specification does not.
    ...(result.outcome && { onUnknownColumn: (why) => notes.push(asWarning(why)) }),
  });
  if (result.outcome?.remark !== undefined) note(result.outcome.remark);
  const word = result.outcome?.replayed
    ? result.outcome.message
    : (result.none ?? words.nothingFound);
  const isSuccess = !result.problem && !failedOutcome(result.outcome);
  if (format === 'table' && text === '' && isSuccess) note(word);
  // Someone who selects a part of the result wants that part alone.
  const picture = format === 'table' && !shaped ? result.picture : undefined;
  return { text: (picture ?? '') + text, notes };
}

function asWarning(text: Message): RunNote {
  return { text, kind: 'warning' };
}

/** What a person sees of a success that has no data: that it is one. */
function bareStatus({ data, outcome }: Result): Json | undefined {
  if (data !== undefined || outcome?.class !== 'SUCCESS' || outcome.status === undefined) return;
  if (Object.keys(outcome.data ?? {}).length > 0) return;
  const { code, description } = outcome.status;
  return { code, description };
}

function rawBytes({ data, outcome }: Result, say: Say): Uint8Array {
  if (outcome) return outcome.raw ?? new Uint8Array();
  return new TextEncoder().encode(data === undefined ? '' : stringifyJson(wordedData(data, say)));
}
