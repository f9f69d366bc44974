import { showCharges } from '../commands/journal/journal.js';
import { EXIT, type ExitClass } from '../core/errors.js';
import { withoutUndefined } from '../core/fields.js';
import type { Json, JsonObject } from '../core/json.js';
import type { Data, Message, Say, Text } from '../core/message.js';
import { tolerate } from '../core/tolerate.js';
import type { Host } from '../host/host.js';
import type { Signals } from '../host/signals.js';
import type { Ticket } from '../investigate/ticket.js';
import { type Command, findCommand, type Groups } from '../runtime/command.js';
import { commandLineFor } from '../runtime/command-line-for.js';
import type { RunNote } from '../runtime/door.js';
import type { Failure } from '../runtime/failure.js';
import type { Parsed } from '../runtime/parameter.js';
import { parseNamed } from '../runtime/parse-named.js';
import { type Answered, runUnattended } from '../runtime/run-unattended.js';
import type { Services } from '../runtime/services.js';
import { absolutePath } from '../runtime/user-file.js';
import type { Bank } from '../sandbox/bank.js';
import { fieldText, getMessage, toDataRecords } from '../web/data.js';
import { hostFor, LOCAL_PERSON, type PageUser } from './person.js';

/** What went wrong, before it is worded. */
export interface CommandProblem {
  message: Message;
  /** How the command ended. */
  exitClass?: ExitClass;
  hint?: Message;
  /** What is wrong with each field of the input. */
  fields?: readonly { field: string; message: Text }[];
  /** It is certain that nothing was carried out. */
  isUndone?: boolean;
}

/** What a command came to. Its sentences are worded when the page is written. */
export interface CommandResult {
  exit: number;
  data: Data;
  /** What this machine knows in addition to what the bank answered. */
  beside?: JsonObject;
  problem?: CommandProblem;
  /** What the command had to say beside its result. */
  notes: readonly RunNote[];
}

/** What the commands of a console run with. */
export interface CommandSetup {
  /** The machine as one command sees it; rejects where the connection is no longer that of the pages. */
  host(): Promise<Host>;
  signals: Signals;
  /** Values of the global options that name the connection. */
  connection: Readonly<Record<string, unknown>>;
  /** The embedded bank, which all commands share. */
  bank?: () => Promise<Bank>;
  /** All commands; `onTicket` hears of every ticket that is investigated, while its run goes on. */
  groups(onTicket: (ticket: Ticket, services: Services) => Promise<void> | void): Groups;
}

/** A command with its values. */
export interface CommandCall {
  command: readonly string[];
  /** By the names of its options. */
  options?: Readonly<Record<string, Json>>;
  words?: readonly string[];
  /** The last word, typed on a page: never taken for the name of a file. */
  typed?: string;
  /** It is shown, and nothing is sent. */
  isDry?: boolean;
  /** A person has confirmed it on a page. */
  isConfirmed?: boolean;
  /** Why what moves money must not be sent, asked once its intent is on disk. */
  objection?: () => Promise<Message | undefined>;
  /** Its standard input. */
  input?: Uint8Array;
  /** In place of the data of the command, its results a line each. */
  isByLine?: true;
  /** Words the sentences in its results. */
  say?: Say;
  /** What came from a page names no file of this machine. */
  isFileless?: true;
  /** The working directory, where its files lie. */
  cwd?: string;
}

/** A command that investigates, with all that it found. */
interface Investigated {
  ran: CommandResult;
  ticket?: Ticket;
  /** What the journal has of its payment, as `journal show` tells it. */
  charges?: readonly JsonObject[];
}

/** The console does nothing by itself: every page is made of the result of a command. */
export class Commands {
  readonly #setup: CommandSetup;
  readonly #person: PageUser;
  readonly #running: Set<Promise<unknown>>;

  constructor(setup: CommandSetup, person = LOCAL_PERSON, running = new Set<Promise<unknown>>()) {
    [this.#setup, this.#person, this.#running] = [setup, person, running];
  }

  /** In the name of a person, who stands in what is written down of them. */
  actingAs(person: PageUser): Commands {
    return new Commands(this.#setup, person, this.#running);
  }

  async run(call: CommandCall): Promise<CommandResult> {
    return (await this.investigate(call)).ran;
  }

  async investigate(call: CommandCall): Promise<Investigated> {
    const running = this.#run(call);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** The command line by which a person would do the same. */
  async commandLine(call: CommandCall): Promise<string[]> {
    const command = await loadCommand(
      call,
      this.#setup.groups(() => {}),
    );
    return commandLineFor(command, givenTo(command, call));
  }

  /** When no command is under way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  async #run(call: CommandCall): Promise<Investigated> {
    const { typed, input, cwd } = call;
    const { signals, connection, groups, bank } = this.#setup;
    const pinned = hostFor(await this.#setup.host(), this.#person);
    const placed = cwd === undefined ? pinned : { ...pinned, cwd };
    const host = call.isFileless ? withoutFiles(placed, () => true) : placed;
    const found: Omit<Investigated, 'ran'> = {};
    const all = groups(async (ticket, services) => {
      found.ticket = ticket;
      const [sent] = ticket.evidence.sent;
      const shown = sent && (await tolerate(() => showCharges(services, sent.reference)));
      if (shown) found.charges = shown.data;
    });
    const command = await loadCommand(call, all);
    const answered = await runUnattended(command, givenTo(command, call), {
      host: typed === undefined ? host : withoutFile(host, typed),
      ...{ signals, connection, input, bank },
      ...(call.say && { say: call.say }),
      objection: call.objection,
    });
    return { ran: toCommandResult(answered), ...found };
  }
}

async function loadCommand({ command: words }: CommandCall, groups: Groups): Promise<Command> {
  const command = await findCommand(groups, words);
  if (command === undefined) throw new TypeError(`no command ${words.join(' ')}`);
  return command;
}

function givenTo(command: Command, call: CommandCall): Parsed {
  const { options, names } = parseNamed(command, Object.entries(call.options ?? {}));
  const words = [...(call.words ?? []), ...(call.typed === undefined ? [] : [call.typed])];
  const format = call.isByLine && { output: 'jsonl' };
  const given = { ...options, ...format, ...(call.isDry && { dryRun: true }) };
  return { options: { ...given, ...(call.isConfirmed && { yes: true }) }, words, names };
}

/** Commands read a file of the name that they are given; what is typed on a page names none. */
function withoutFile(host: Host, typed: string): Host {
  const names = [typed, typed.trim()].map((name) => absolutePath(host, name));
  return withoutFiles(host, (path) => names.includes(path));
}

function withoutFiles(host: Host, isNamed: (path: string) => boolean): Host {
  const { files } = host;
  return {
    ...host,
    files: {
      ...files,
      readForeign: (path, limit) => (isNamed(path) ? undefined : files.readForeign(path, limit)),
      statForeign: (path) => (isNamed(path) ? undefined : files.statForeign(path)),
    },
  };
}

function toCommandResult({ exitClass, result, data, failure, notes }: Answered): CommandResult {
  return {
    exit: EXIT[exitClass],
    data: result?.data ?? data ?? null,
    notes,
    ...withoutUndefined({ beside: result?.beside, problem: failure && toProblem(failure) }),
  };
}

function toProblem({
  class: exitClass,
  message,
  hint,
  executed,
  details,
}: Failure): CommandProblem {
  const fields = toDataRecords(details).flatMap((detail) => {
    const [field, wrong] = [fieldText(detail, 'field'), getMessage(detail, 'message')];
    return field && wrong ? [{ field, message: wrong }] : [];
  });
  return { message, ...withoutUndefined({ hint }), exitClass, fields, isUndone: executed === 'no' };
}
