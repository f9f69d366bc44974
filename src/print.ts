import { readArgv } from './cli/argv.js';
import type { Command, Result } from './cli/command.js';
import { type Format, GLOBAL_OPTIONS, type Globals } from './cli/globals.js';
import type { Outcome } from './client/outcome.js';
import { PayctlError } from './errors.js';
import type { Host } from './host/host.js';
import { type Json, stringifyJson } from './json.js';
import { failureJson, failureOf, failureText } from './output/error.js';
import { colourLevel, styleFor } from './output/style.js';

/** Writes a result to standard output, and what went wrong with it to standard error. */
export async function printResult(
  host: Host,
  globals: Globals,
  command: Command,
  result: Result,
): Promise<void> {
  const text = await resultText(host, globals, command, result);
  await host.stdout.write(text);
  const failed = result.problem ?? (failedOutcome(result.outcome) ? result.outcome : undefined);
  if (failed) await printFailure(host, failed, globals);
}

export async function printFailure(
  host: Host,
  failed: PayctlError | Outcome,
  globals: Globals | undefined,
): Promise<void> {
  const failure = failureOf(failed);
  if (wantsJson(host, globals)) {
    await host.stderr.write(failureJson(failure));
    return;
  }
  const { shortForm } = await import('./knowledge/explain.js');
  const style = await styleFor(colourLevel(host.stderr, host.env, globals?.color));
  const operation = failed instanceof PayctlError ? undefined : failed.operation;
  const meaning = failure.code && (await shortForm(failure.code, failure.httpStatus, operation));
  await host.stderr.write(failureText(failure, style, meaning || undefined));
}

function failedOutcome(outcome: Outcome | undefined): outcome is Outcome {
  return outcome !== undefined && outcome.class !== 'SUCCESS';
}

/** JSON errors go with JSON results that were asked for, also where the arguments could not be read. */
function wantsJson(host: Host, globals: Globals | undefined): boolean {
  const asked = globals ? globals.output : (outputIn(host.argv) ?? host.env.PAYCTL_OUTPUT);
  return asked === 'json' || asked === 'jsonl';
}

function outputIn(argv: readonly string[]): string | undefined {
  const given = readArgv(argv, GLOBAL_OPTIONS).findLast(
    (token) => token.kind === 'option' && token.option?.flags.includes('--output'),
  );
  return given?.kind === 'option' ? given.value : undefined;
}

export function formatOf(host: Host, globals: Globals): Format {
  return globals.output ?? (host.stdout.isTTY ? 'table' : 'json');
}

async function resultText(
  host: Host,
  globals: Globals,
  command: Command,
  result: Result,
): Promise<string | Uint8Array> {
  if (result.text !== undefined) return result.text;
  const format = formatOf(host, globals);
  const shaped = globals.query !== undefined || globals.columns !== undefined;
  if (format === 'table' && result.table !== undefined && !shaped) return result.table;
  const { renderRaw, renderResult } = await import('./output/render.js');
  if (format === 'raw') return renderRaw(rawOf(result), host.stdout.isTTY);
  const data = await dataOf(globals, result);
  if (data === undefined) return result.picture ?? '';
  const { viewOf } = await import('./output/views.js');
  const text = await renderResult(data, {
    format,
    view: globals.envelope ? undefined : viewOf(result.view ?? command.operation?.id ?? ''),
    columns: globals.columns,
    query: globals.query,
    showPersonal: globals.showPersonal,
    personal: command.operation?.personal,
    columnsOfTerminal: host.stdout.columns,
    colour: colourLevel(host.stdout, host.env, globals.color),
    isTTY: host.stdout.isTTY,
  });
  const emptyTable = format === 'table' && result.data === undefined && !result.outcome?.data;
  // Who asks for a part of the result wants that part alone.
  const picture = format === 'table' && !shaped ? result.picture : undefined;
  return (picture ?? '') + (emptyTable ? '' : text);
}

async function dataOf(globals: Globals, { data, outcome }: Result): Promise<Json | undefined> {
  if (!outcome) return data;
  if (!globals.envelope) return data ?? outcome.data ?? {};
  const { envelopeOf } = await import('./output/envelope.js');
  return envelopeOf(outcome);
}

function rawOf({ data, outcome }: Result): Uint8Array {
  if (outcome) return outcome.raw ?? new Uint8Array();
  return new TextEncoder().encode(data === undefined ? '' : stringifyJson(data));
}
