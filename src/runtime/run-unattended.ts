import { usageError } from '../core/errors.js';
import type { Json } from '../core/json.js';
import { type Data, type Say, speaker } from '../core/message.js';
import { excerpt, isMangled } from '../core/text.js';
import { styleFor } from '../format/style.js';
import type { Host, Output } from '../host/host.js';
import type { Signals } from '../host/signals.js';
import { inputMessages } from '../messages/input.js';
import { wording } from '../messages/wording.js';
import type { Bank } from '../sandbox/bank.js';
import type { Door, EndedCommand } from './carry-out.js';
import type { Command, Result, WriteText } from './command.js';
import { type Interaction, type RunNote, UNATTENDED } from './door.js';
import { type Globals, readGlobals } from './globals.js';
import { checkWords, type Parsed } from './parameter.js';
import { resultData } from './result-data.js';
import { failedRun, runCommand } from './run-command.js';
import { wireLog } from './wire-log.js';

/** How a command ended, with its result as data. */
export interface Answered extends EndedCommand {
  /** What the command prints with `-o json`; absent where it prints nothing. */
  data?: Json;
  /** What the command had to say beside its result, a line each. */
  notes: readonly RunNote[];
}

/** Where a command runs by its values, and for whom. */
export interface UnattendedRun {
  host: Host;
  signals: Signals;
  /** Values of the global options by which its commands reach the bank. */
  connection: Readonly<Record<string, unknown>>;
  input?: Uint8Array;
  /** The embedded bank, where it is open already. */
  bank?: (() => Promise<Bank>) | undefined;
  /** As of a door. */
  objection?: Interaction['objection'];
  /** Words what the data says; in English for a terminal unless given. */
  say?: Say;
}

/** Runs a command without terminal: values in, data out. */
export async function runUnattended(
  command: Command,
  given: Parsed | (() => Parsed),
  { host, signals, connection, input = new Uint8Array(), bank, objection, ...run }: UnattendedRun,
): Promise<Answered> {
  const notes: RunNote[] = [];
  const printed = new Collected();
  const written = new Collected();
  const machine = {
    ...host,
    argv: [],
    stdin: inputStream(input),
    stdout: printed,
    stderr: written,
  };
  let data: Json | undefined;
  const createSay = ({ selection }: Globals): Say =>
    run.say ?? speaker({ reader: 'terminal', connection: selection });
  const door = (globals: Globals): Door => ({
    ...UNATTENDED,
    objection,
    observe: globals.verbose > 1 ? wireLog((line) => void written.write(`${line}\n`)) : undefined,
    tell: async (text, kind) => void notes.push({ text, kind }),
    receive: (result) => collectResult(result, createSay(globals)),
    async show(result) {
      data = await shapedData(globals, command, result, createSay(globals));
      const { remark } = result.outcome ?? {};
      if (remark !== undefined) notes.push({ text: remark, kind: 'note' });
    },
    fail: async () => undefined,
  });
  const ended = await runChecked().catch((error: unknown) =>
    failedRun(error, signals, { fail: async () => undefined }),
  );
  // A few commands write as they go.
  data ??= printed.text.trimEnd() || undefined;
  return { ...ended, data, notes: [...written.notes(), ...notes] };

  async function runChecked(): Promise<EndedCommand> {
    const values = typeof given === 'function' ? given() : given;
    const options = { ...connection, output: 'json', input: false, ...values.options };
    refuseMangled([...Object.values(options).flat(), ...values.words]);
    checkWords(command, values.words);
    const all = { ...values, options };
    const globals = readGlobals(all, host.env);
    return runCommand(command, all, { host: machine, globals, signals, bank }, door(globals));
  }
}

/** Text that is not UTF-8 would be sent, stored and compared as something else. */
function refuseMangled(values: readonly unknown[]): void {
  const mangled = values.find((value) => typeof value === 'string' && isMangled(value));
  if (typeof mangled !== 'string') return;
  throw usageError(inputMessages.notUtf8(excerpt(mangled, 60)));
}

/** The result with all that comes piece by piece in it. */
async function collectResult({ rows, text, ...rest }: Result, say: Say): Promise<Result> {
  const isTextAlone = rest.data === undefined && rows === undefined;
  if (typeof text === 'function' && isTextAlone) return wholeText(text, say);
  if (rows === undefined) return typeof text === 'string' ? { ...rest, text } : rest;
  const data: Data[] = [];
  for await (const item of rows.items) data.push(item);
  return { ...rest, ...rows.separate?.end(), data };
}

async function wholeText(writeText: WriteText, say: Say): Promise<Result> {
  let text = '';
  const write = async (more: string) => {
    text += more;
  };
  const screen = { say, style: await styleFor(0), space: Number.POSITIVE_INFINITY };
  const rest = await writeText({ write, writeLong: write, screen });
  return { ...rest, text };
}

/** What a query or columns leave of the data, where a step asks for them. */
async function shapedData(
  globals: Globals,
  { operation }: Command,
  result: Result,
  say: Say,
): Promise<Json | undefined> {
  if (typeof result.text === 'string') return result.text.trimEnd() || undefined;
  const data = resultData(globals, result, say);
  const { query, columns } = globals;
  if (data === undefined || (query === undefined && columns === undefined)) return data;
  const { choose } = await import('../format/render.js');
  const view = globals.envelope ? undefined : (result.view ?? operation?.view);
  return choose(data, { format: 'json', query, columns, view });
}

class Collected implements Output {
  readonly isTTY = false;
  readonly columns = 80;
  readonly #decoder = new TextDecoder();
  text = '';

  async write(text: string | Uint8Array): Promise<void> {
    this.text += typeof text === 'string' ? text : this.#decoder.decode(text, { stream: true });
  }

  notes(): RunNote[] {
    const lines = this.text.split('\n').filter((line) => line !== '');
    return lines.map((line) => ({ text: wording.quoted(line), kind: 'note' }));
  }
}

function inputStream(bytes: Uint8Array): Host['stdin'] {
  return {
    isTTY: false,
    readAll: async () => bytes,
    async *chunks() {
      if (bytes.length > 0) yield bytes;
    },
  };
}
