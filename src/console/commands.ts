import { EXIT, type ExitClass } from '../core/errors.js';
import { defined } from '../core/fields.js';
import { at, type Json, textOf } from '../core/json.js';
import { sayEnglish, wordedData } from '../core/message.js';
import type { Host } from '../host/host.js';
import type { Signals } from '../host/signals.js';
import type { Ticket } from '../investigate/report-page.js';
import { type Command, findCommand, type Groups } from '../runtime/command.js';
import type { Failure } from '../runtime/failure.js';
import { absolute } from '../runtime/input.js';
import { givenBy, lineFor } from '../runtime/named.js';
import type { Parsed } from '../runtime/parameter.js';
import { runValues } from '../runtime/run-values.js';
import type { Bank } from '../sandbox/bank.js';

export interface Problem {
  message: string;
  /** How the command ended. */
  exitClass?: ExitClass;
  hint?: string;
  /** What is wrong with each field of the input. */
  fields?: readonly string[];
  /** It is certain that nothing was carried out. */
  isUndone?: boolean;
}

/** What a command came to, as a page shows it. */
export interface Ran {
  exit: number;
  data: Json;
  /** What went wrong, in the words of the command. */
  problem?: Problem;
  /** What the command had to say beside its result. */
  notes: readonly string[];
}

export interface Running {
  /** The machine as one command sees it; rejects where the connection is no longer that of the pages. */
  host(): Promise<Host>;
  signals: Signals;
  /** Values of the global options that name the connection. */
  connection: Readonly<Record<string, unknown>>;
  /** The embedded bank, which all commands share. */
  bank?: () => Promise<Bank>;
  /** All commands; `told` hears of every ticket that is investigated. */
  groups(told: (ticket: Ticket) => void): Groups;
}

/** A command with its values. */
export interface Call {
  command: readonly string[];
  /** By the names of its options. */
  options?: Readonly<Record<string, Json>>;
  words?: readonly string[];
  /** The last word, where it came from a page: it is never the name of a file. */
  typed?: string;
  /** It is shown, and nothing is sent. */
  isDry?: boolean;
  /** A person has confirmed it on a page. */
  isConfirmed?: boolean;
  /** Its standard input. */
  input?: Uint8Array;
  /** The working directory, where its files lie. */
  cwd?: string;
}

/** The console does nothing by itself: every page is made of the result of a command. */
export class Commands {
  readonly #running: Running;
  readonly #under = new Set<Promise<unknown>>();

  constructor(running: Running) {
    this.#running = running;
  }

  async run(call: Call): Promise<Ran> {
    return (await this.investigate(call)).ran;
  }

  /** As `run`, for a command that investigates: with all that it found. */
  async investigate(call: Call): Promise<{ ran: Ran; ticket?: Ticket }> {
    const running = this.#run(call);
    this.#under.add(running);
    try {
      return await running;
    } finally {
      this.#under.delete(running);
    }
  }

  /** The command line by which a person would do the same. */
  async lineOf(call: Call): Promise<string[]> {
    const command = await commandOf(
      call,
      this.#running.groups(() => {}),
    );
    return lineFor(command, givenTo(command, call));
  }

  /** When no command is under way. */
  async idle(): Promise<void> {
    while (this.#under.size > 0) await Promise.allSettled(this.#under);
  }

  async #run(call: Call): Promise<{ ran: Ran; ticket?: Ticket }> {
    const { typed, input, cwd } = call;
    const { signals, connection, groups, bank } = this.#running;
    const held = await this.#running.host();
    const host = cwd === undefined ? held : { ...held, cwd };
    let ticket: Ticket | undefined;
    const all = groups((told) => {
      ticket = told;
    });
    const command = await commandOf(call, all);
    const { exitClass, data, failure, notes } = await runValues(command, givenTo(command, call), {
      host: typed === undefined ? host : withoutFile(host, typed),
      ...{ signals, connection, input, bank },
    });
    const ran = {
      ...{
        exit: EXIT[exitClass],
        data: data ?? null,
        notes: notes.map(({ text }) => String(text)),
      },
      ...(failure && { problem: problemOf(failure) }),
    };
    return ticket === undefined ? { ran } : { ran, ticket };
  }
}

async function commandOf({ command: words }: Call, groups: Groups): Promise<Command> {
  const command = await findCommand(groups, words);
  if (command === undefined) throw new TypeError(`no command ${words.join(' ')}`);
  return command;
}

function givenTo(command: Command, call: Call): Parsed {
  const { options, names } = givenBy(command, Object.entries(call.options ?? {}));
  const words = [...(call.words ?? []), ...(call.typed === undefined ? [] : [call.typed])];
  const given = { ...options, ...(call.isDry && { dryRun: true }) };
  return { options: { ...given, ...(call.isConfirmed && { yes: true }) }, words, names };
}

/** Commands read a file of the name that they are given; a page names none. */
function withoutFile(host: Host, typed: string): Host {
  const { files } = host;
  const isNamed = (path: string) =>
    path === absolute(host, typed) || path === absolute(host, typed.trim());
  return {
    ...host,
    files: {
      ...files,
      readForeign: (path, limit) => (isNamed(path) ? undefined : files.readForeign(path, limit)),
      statForeign: (path) => (isNamed(path) ? undefined : files.statForeign(path)),
    },
  };
}

function problemOf(failure: Failure): Problem {
  const { class: exitClass, executed } = failure;
  const message = String(failure.message);
  const hint = failure.hint && String(failure.hint);
  const details =
    failure.details === undefined ? undefined : wordedData(failure.details, sayEnglish);
  const fields = (Array.isArray(details) ? details : []).flatMap((detail) => {
    const [field, wrong] = [textOf(at(detail, 'field')), textOf(at(detail, 'message'))];
    return field && wrong ? [`${field}: ${wrong}`] : [];
  });
  return { message, ...defined({ hint }), exitClass, fields, isUndone: executed === 'no' };
}
