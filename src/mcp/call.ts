import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { maskPersonal } from '../bank/privacy.js';
import { payctl } from '../core/command-line.js';
import { EXIT, type ExitClass, PayctlError, usageError } from '../core/errors.js';
import { fromPlain, isJsonObject, type Json } from '../core/json.js';
import type { Message, Say } from '../core/message.js';
import { nearest, visible } from '../core/text.js';
import type { Host } from '../host/host.js';
import type { Signals } from '../host/signals.js';
import { mcpMessages as words } from '../messages/mcp.js';
import type { Groups } from '../runtime/command.js';
import { commandLineFor } from '../runtime/command-line-for.js';
import { failureObject, toFailure } from '../runtime/failure.js';
import type { Parsed } from '../runtime/parameter.js';
import { optionNamed, parseNamed } from '../runtime/parse-named.js';
import { type Answered, runUnattended } from '../runtime/run-unattended.js';
import { looksLikeFile } from '../runtime/user-file.js';
import { argumentNames, fileArguments, type Tool } from './tools.js';

/** How tools are called in this run. */
export interface ServerSetup {
  host: Host;
  groups: Groups;
  signals: Signals;
  /** Values of the global options that name the connection. */
  connection: Readonly<Record<string, unknown>>;
  mayCreate: boolean;
  /** What moves money is written down, for a person to release. */
  mayPropose: boolean;
  showPersonal: boolean;
  /** The tools and groups that it has; undefined for all. */
  tools: readonly string[] | undefined;
  /** Words what an agent reads, as the run was asked to. */
  say: Say;
}

/** The structured result of a tool call. */
export interface Structured {
  data: Json;
  /** null where nothing was run. */
  exit: number | null;
  class: ExitClass | 'PROPOSED';
  error: Json;
  untrusted: true;
}

export interface ToolResult extends Structured {
  /** The call itself failed, as opposed to a payment that did. */
  isError: boolean;
  /** What a person reads on standard error beside the result, such as that a slip was accepted before. */
  notes?: string[];
}

/** Calls a tool; whatever goes wrong is part of the result. */
export async function callTool(tool: Tool, sent: unknown, setup: ServerSetup): Promise<ToolResult> {
  try {
    const values = readArguments(tool, sent);
    refuseOutside(values, fileArguments(tool), setup.host);
    const own = parseNamed(tool.command, values, argumentNames(tool));
    refuseMissing(tool, values);
    const parsed = { ...own, options: { ...own.options, ...tool.fixed } };
    if (tool.kind === 'money') return await proposed(tool, parsed, setup);
    if (tool.kind === 'create' && !setup.mayCreate) throw notAllowedError(tool);
    return await run(tool, parsed, setup);
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    return failed(error, setup.say);
  }
}

/** The arguments by name, checked before anything is done with them. */
function readArguments(tool: Tool, sent: unknown): Map<string, Json> {
  const values = plainJson(sent ?? {});
  if (!isJsonObject(values)) throw usageError(words.notObject);
  for (const name of Object.keys(values)) {
    const wrong = wrongName(name, tool);
    if (wrong) throw usageError(wrong);
  }
  refuseHidden(values);
  const { properties } = tool.inputSchema;
  // Many clients send null for what they do not give. A further field of a call may be null.
  const given = Object.entries(values).filter(
    ([name, value]) => value !== null || !properties[name],
  );
  for (const [name, value] of given) {
    if (properties[name]?.type === 'boolean' && !isTrueOrFalse(value)) {
      throw usageError(words.trueOrFalse(name));
    }
  }
  return new Map(given);
}

/**
 * What is wrong with a name; undefined where its value is an argument, or a further field of a call
 * whose fields the specification does not have. An option that the tool does not offer is neither:
 * who gives `yes` must not believe that it was sent as a confirmation.
 */
function wrongName(name: string, tool: Tool): Message | undefined {
  const names = argumentNames(tool);
  if (names.has(name)) return undefined;
  if (optionNamed(tool.command, name)) {
    return words.optionOfPerson(visible(name), tool.name);
  }
  if (tool.inputSchema.additionalProperties === true) return undefined;
  const guess = nearest(name, [...names]);
  const about = { tool: tool.name, name: visible(name) };
  return guess ? words.argumentLike({ ...about, guess }) : words.noArgument(tool.name, about.name);
}

function refuseMissing({ name, inputSchema }: Tool, values: ReadonlyMap<string, Json>): void {
  const missing = inputSchema.required.filter((argument) => !values.has(argument));
  if (missing.length > 0) throw usageError(words.missing(name, missing.join(', ')));
}

/** Some clients send these as text. */
function isTrueOrFalse(value: Json): boolean {
  return typeof value === 'boolean' || value === 'true' || value === 'false';
}

/** Numbers keep the digits that JavaScript shows; amounts are better sent as text. */
function plainJson(value: unknown): Json {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(plainJson);
  if (typeof value !== 'object' || value === null) return fromPlain(value ?? null);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainJson(item)]));
}

/** Refuses invisible characters: a person could not see what the proposed command line does. */
function refuseHidden(value: Json): void {
  if (typeof value === 'string' && visible(value) !== value) {
    throw usageError(words.hidden(visible(value)));
  }
  if (Array.isArray(value)) value.forEach(refuseHidden);
  else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      refuseHidden(key);
      refuseHidden(item);
    }
  }
}

/** Nothing of what moves money is sent from here: it is proposed, or a person gets the command. */
async function proposed(tool: Tool, given: Parsed, setup: ServerSetup): Promise<ToolResult> {
  const canPropose = optionNamed(tool.command, 'propose') !== undefined;
  if (!setup.mayPropose || !canPropose) return commandToRun(tool, given, setup);
  const written = await run(
    tool,
    { ...given, options: { ...given.options, propose: true } },
    setup,
  );
  return written.exit === EXIT.SUCCESS ? { ...written, exit: null, class: 'PROPOSED' } : written;
}

/** The command line for a person to run. Its values are not checked here, because nothing is sent. */
function commandToRun(tool: Tool, given: Parsed, { connection, say }: ServerSetup): ToolResult {
  const before = commandLineFor({ words: [] }, { options: connection, words: [] });
  const command = payctl.withoutProfile`${[...before, ...commandLineFor(tool.command, given)]}`;
  const data = { command: say(command), why: say(words.proposed) };
  return { data, exit: null, class: 'PROPOSED', error: null, untrusted: true, isError: false };
}

function notAllowedError({ name }: Tool): PayctlError {
  return usageError(words.notAllowed(name), words.allow);
}

/** Runs a command for an agent: its data masked, its failure as data. */
export async function run(
  tool: Pick<Tool, 'command' | 'kind'>,
  given: Parsed,
  setup: ServerSetup,
): Promise<ToolResult> {
  const { host, signals, connection, showPersonal, say } = setup;
  const ended = await runUnattended(tool.command, given, { host, signals, connection, say });
  const { exitClass, failure, data = {}, notes } = ended;
  const shown = (json: Json) => (showPersonal ? json : maskPersonal(json));
  return {
    data: shown(data),
    exit: EXIT[exitClass],
    class: exitClass,
    // Its details are the bank's.
    error: failure ? shown(failureObject(failure, say)) : null,
    ...(notes.length > 0 && { notes: notes.map(({ text }) => say(text)) }),
    untrusted: true,
    isError: !isAnswered(tool, ended),
  };
}

/** These say how a payment stands, or that nobody knows it. */
const ANSWERS: ReadonlySet<ExitClass> = new Set(['SUCCESS', 'NOT_FOUND', 'PENDING', 'PARTIAL']);

/** And these, where they came with a result: a payment refused or unknown, a contradiction, what a check found. */
const FINDINGS: ReadonlySet<ExitClass> = new Set<ExitClass>([
  'REJECTED',
  'BAD_DATA',
  'CONFIG',
  'OUTCOME_UNKNOWN',
]);

/** Whether what was asked was answered, whatever the exit says of the payment. */
function isAnswered({ kind }: Pick<Tool, 'kind'>, { exitClass, result, data }: Answered): boolean {
  if (ANSWERS.has(exitClass)) return true;
  if (kind === 'create' || kind === 'money' || !FINDINGS.has(exitClass) || result === undefined)
    return false;
  // An answer of the bank that is none says nothing; without data it refused to answer.
  if (result.outcome?.class === 'BAD_DATA' || data === undefined) return false;
  return !isJsonObject(data) || Object.keys(data).length > 0;
}

function failed(error: PayctlError, say: Say): ToolResult {
  const failure = toFailure(error);
  return {
    ...{
      data: {},
      exit: failure.exit,
      class: failure.class,
      error: failureObject(failure, say),
    },
    ...{ untrusted: true, isError: true },
  };
}

/**
 * Throws USAGE for an argument that names a file outside the working directory, or one that is
 * reached through a link: an agent may be told to read what it must not.
 */
function refuseOutside(
  values: ReadonlyMap<string, Json>,
  fileNames: ReadonlySet<string>,
  host: Pick<Host, 'cwd' | 'files'>,
): void {
  for (const [name, value] of values) {
    for (const text of fileNames.has(name) ? listTexts(value) : []) refuse(text, host);
  }
}

function listTexts(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.flatMap(listTexts) : [];
}

function refuse(text: string, { cwd, files }: Pick<Host, 'cwd' | 'files'>): void {
  if (text === '') return;
  const path = resolve(cwd, text);
  const within = relative(cwd, path);
  const isAbove = within === '..' || within.startsWith(`..${sep}`);
  const isOutside = within === '' || isAbove || isAbsolute(within);
  const stat = text.length < 4_096 && !text.includes('\0') ? files.statForeign(path) : undefined;
  if (!stat && !looksLikeFile(text) && text !== '-') return;
  if (text === '-') throw fileRefusedError(words.ownInput(visible(text)));
  if (isOutside) throw fileRefusedError(words.outside(visible(text)));
  for (let part = path; part !== cwd && part !== dirname(part); part = dirname(part)) {
    if (files.stat(part)?.isSymbolicLink) throw fileRefusedError(words.link(visible(text)));
  }
}

function fileRefusedError(why: Message): PayctlError {
  return usageError(why, words.giveFile(join('slips', 'slip.png')));
}
