import { runCaptured } from '../cli/captured.js';
import type { Groups } from '../cli/command.js';
import { absolute } from '../cli/input.js';
import { type ExitClass, exitClassOf } from '../core/errors.js';
import { defined } from '../core/fields.js';
import { at, isJsonObject, type Json, readJson, textOf } from '../core/json.js';
import type { Host } from '../host/host.js';
import type { Signals } from '../host/signals.js';
import type { Ticket } from '../investigate/report-page.js';
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
  /** Global options that name the connection. */
  connection: readonly string[];
  /** The embedded bank, which all commands share. */
  bank?: () => Promise<Bank>;
  /** All commands; `told` hears of every ticket that is investigated. */
  groups(told: (ticket: Ticket) => void): Groups;
}

export interface Line {
  argv: readonly string[];
  /** What came from a page and stands last: never an option, and never the name of a file. */
  typed?: string;
  /** Its standard input. */
  input?: Uint8Array;
  /** The working directory, where its files lie. */
  cwd?: string;
}

/** The console does nothing by itself: every page is made of what a command printed. */
export class Commands {
  readonly #running: Running;
  readonly #under = new Set<Promise<unknown>>();

  constructor(running: Running) {
    this.#running = running;
  }

  async run(line: Line): Promise<Ran> {
    return (await this.investigate(line)).ran;
  }

  /** As `run`, for a command that investigates: with all that it found. */
  async investigate(line: Line): Promise<{ ran: Ran; ticket?: Ticket }> {
    const running = this.#run(line);
    this.#under.add(running);
    try {
      return await running;
    } finally {
      this.#under.delete(running);
    }
  }

  /** When no command is under way. */
  async idle(): Promise<void> {
    while (this.#under.size > 0) await Promise.allSettled(this.#under);
  }

  async #run({ argv, typed, input, cwd }: Line): Promise<{ ran: Ran; ticket?: Ticket }> {
    const { signals, connection, groups, bank } = this.#running;
    const held = await this.#running.host();
    const host = cwd === undefined ? held : { ...held, cwd };
    let ticket: Ticket | undefined;
    const all = groups((told) => {
      ticket = told;
    });
    const words = typed === undefined ? argv : [...argv, '--', typed];
    const line = [...connection, '-o', 'json', '--no-input', ...words];
    const closed = typed === undefined ? host : withoutFile(host, typed);
    const captured = await runCaptured({ ...closed, argv: line }, all, signals, {
      ...{ input, bank },
      isSilent: true,
    });
    const data = captured.result?.data ?? captured.result?.outcome?.data ?? null;
    const ran = { exit: captured.exit, data, ...saidOf(captured.stderr) };
    return ticket === undefined ? { ran } : { ran, ticket };
  }
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

/** The error object is the last of its kind; what else there is are notes for people. */
function saidOf(stderr: string): Pick<Ran, 'problem' | 'notes'> {
  const lines = stderr.split('\n').filter((line) => line !== '');
  const last = lines.findLastIndex((line) => line.startsWith('{"error":'));
  const notes = lines.filter((_, index) => index !== last);
  if (last < 0) return { notes };
  const read = readJson(lines[last] ?? '');
  const error = isJsonObject(read) && isJsonObject(read.error) ? read.error : {};
  const message = textOf(error.message) ?? 'the command failed';
  const hint = textOf(error.hint);
  const fields = (Array.isArray(error.details) ? error.details : []).flatMap((detail) => {
    const [field, wrong] = [textOf(at(detail, 'field')), textOf(at(detail, 'message'))];
    return field && wrong ? [`${field}: ${wrong}`] : [];
  });
  const exitClass = exitClassOf(textOf(error.class));
  const isUndone = error.executed === 'no';
  return {
    notes,
    problem: { message, ...defined({ hint, exitClass }), fields, isUndone },
  };
}
