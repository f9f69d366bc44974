import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { maskPersonal } from '../bank/privacy.js';
import { runCaptured } from '../cli/captured.js';
import type { Command, Groups } from '../cli/command.js';
import { looksLikeFile } from '../cli/input.js';
import { argvOf, wrongName } from '../cli/named.js';
import { EXIT, type ExitClass, exitClassOf, PayctlError } from '../core/errors.js';
import { fromPlain, isJsonObject, type Json, type JsonObject, parseJson } from '../core/json.js';
import { nearest, shellWord, visible } from '../core/text.js';
import type { Host } from '../host/host.js';
import type { Signals } from '../host/signals.js';
import { namesOf, type Tool } from './tools.js';

/** How tools are called in this run. */
export interface Setting {
  host: Host;
  groups: Groups;
  signals: Signals;
  /** Global options that name the connection. */
  connection: readonly string[];
  mayCreate: boolean;
  showPersonal: boolean;
}

/** What a tool came to. */
export interface Structured {
  data: Json;
  exit: number;
  class: ExitClass;
  error: Json;
  untrusted: true;
}

/** Calls a tool; whatever goes wrong is part of the result. */
export async function callTool(tool: Tool, given: unknown, setting: Setting): Promise<Structured> {
  try {
    const values = valuesOf(tool, given);
    refuseOutside(values, tool.command, setting.host);
    const argv = argvOf(tool.command, tool.fixed, values);
    if (tool.kind === 'money') return forAPerson(argv, setting.connection);
    if (tool.kind === 'create' && !setting.mayCreate) throw notAllowed(tool);
    return await run(argv, setting);
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    return failed(error);
  }
}

/** The arguments by name, checked before anything is done with them. */
function valuesOf(tool: Tool, given: unknown): Map<string, Json> {
  const values = plainJson(given ?? {});
  if (!isJsonObject(values)) throw new PayctlError('USAGE', 'the arguments must be an object');
  const names = namesOf(tool);
  for (const name of Object.keys(values)) {
    const isOpen = tool.inputSchema.additionalProperties === true;
    const wrong = isOpen ? wrongName(tool.command, name) : unknownName(name, names, tool);
    if (wrong) throw new PayctlError('USAGE', wrong);
  }
  refuseHidden(values);
  return new Map(Object.entries(values));
}

function unknownName(name: string, names: readonly string[], tool: Tool): string | undefined {
  if (names.includes(name)) return undefined;
  const guess = nearest(name, names);
  return `${tool.name} has no argument ${visible(name)}${guess ? `; did you mean ${guess}?` : ''}`;
}

/** Numbers keep the digits that JavaScript shows; amounts are better sent as text. */
function plainJson(value: unknown): Json {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(plainJson);
  if (typeof value !== 'object' || value === null) return fromPlain(value ?? null);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainJson(item)]));
}

/** A command line with characters that nobody sees would not be the one that a person reads. */
function refuseHidden(value: Json): void {
  if (typeof value === 'string' && visible(value) !== value) {
    throw new PayctlError('USAGE', `an argument holds hidden characters: ${visible(value)}`);
  }
  if (Array.isArray(value)) value.forEach(refuseHidden);
  else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      refuseHidden(key);
      refuseHidden(item);
    }
  }
}

function forAPerson(argv: readonly string[], connection: readonly string[]): Structured {
  const command = ['payctl', ...connection, ...argv].map(shellWord).join(' ');
  const why =
    'This moves money, so only a person may run it: check amount and payee, then run the command.';
  return { data: { command, why }, exit: 0, class: 'SUCCESS', error: null, untrusted: true };
}

function notAllowed({ name }: Tool): PayctlError {
  return new PayctlError('USAGE', `${name} creates something at the bank, which is not allowed`, {
    hint: 'start the server with: payctl mcp --allow create',
    executed: 'no',
  });
}

async function run(argv: readonly string[], setting: Setting): Promise<Structured> {
  const { host, groups, signals, connection, showPersonal } = setting;
  const line = [...connection, '-o', 'json', '--no-input', ...argv];
  const ran = await runCaptured({ ...host, argv: line }, groups, signals);
  const exit = ran.exit;
  const data = dataIn(ran.stdout);
  return {
    data: showPersonal ? data : maskPersonal(data),
    exit,
    class: exitClassOf(exit) ?? 'INTERNAL',
    error: exit === 0 ? null : errorIn(ran.stderr),
    untrusted: true,
  };
}

function dataIn(stdout: string): Json {
  try {
    return stdout === '' ? {} : parseJson(stdout);
  } catch {
    return stdout;
  }
}

/** The error object is the last line; what stands before it are notes for people. */
function errorIn(stderr: string): Json {
  const line = stderr.trimEnd().split('\n').at(-1) ?? '';
  if (!line.startsWith('{"error":')) return null;
  const read = parseJson(line);
  return isJsonObject(read) ? (read.error ?? null) : null;
}

function failed({ exitClass, message, facts }: PayctlError): Structured {
  const error: JsonObject = {
    class: exitClass,
    exit: fromPlain(EXIT[exitClass]),
    message,
    executed: facts.executed ?? 'no',
    hint: facts.hint ?? null,
  };
  return { data: {}, exit: EXIT[exitClass], class: exitClass, error, untrusted: true };
}

/**
 * Throws USAGE for an argument that names a file outside the working directory, or one that is
 * reached through a link: an agent may be told to read what it must not.
 */
function refuseOutside(
  values: ReadonlyMap<string, Json>,
  command: Command,
  host: Pick<Host, 'cwd' | 'files'>,
): void {
  // Fields of an operation are never read as files, but for a source that stands as an argument.
  const words = new Set((command.arguments ?? []).map(({ name }) => name));
  for (const [name, value] of values) {
    const isField = command.operation !== undefined && !words.has(name);
    for (const text of isField ? [] : textsIn(value)) refuse(text, host);
  }
}

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.flatMap(textsIn) : [];
}

function refuse(text: string, { cwd, files }: Pick<Host, 'cwd' | 'files'>): void {
  const path = resolve(cwd, text);
  const within = relative(cwd, path);
  const isOutside = within === '' || within.startsWith('..') || isAbsolute(within);
  const found = text.length < 4_096 && !text.includes('\0') ? files.statForeign(path) : undefined;
  if (!found && !looksLikeFile(text) && text !== '-') return;
  if (text === '-') throw wrong(text, 'standard input belongs to the protocol');
  if (isOutside) throw wrong(text, 'only files below the working directory are read');
  for (let part = path; part !== cwd && part !== dirname(part); part = dirname(part)) {
    if (files.stat(part)?.isSymbolicLink) throw wrong(text, 'links are not followed');
  }
}

function wrong(text: string, why: string): PayctlError {
  return new PayctlError('USAGE', `${visible(text)}: ${why}`, {
    hint: `give a file below the directory in which payctl mcp was started, e.g. ${join('slips', 'slip.png')}`,
  });
}
