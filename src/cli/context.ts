import { PayctlError } from '../core/errors.js';
import { visibleLines } from '../core/text.js';
import type { Host } from '../host/host.js';
import { CLEAR_LINE, rewrites } from '../host/progress.js';
import type { Signals } from '../host/signals.js';
import type { Command } from './command.js';
import type { Globals } from './globals.js';
import type { Parsed } from './parse.js';
import type { Wiring } from './services.js';

/** What a command sees of the world: its own words, the host, and the parts that are wired on demand. */
export interface Context {
  readonly host: Host;
  readonly globals: Globals;
  readonly command: Command;
  readonly wiring: Wiring;
  readonly signals: Signals;
  /** Aborts at the first signal: stop waiting and polling, but let a money call come to its end. */
  readonly stopping: AbortSignal;
  /** An argument by its name. */
  argument(name: string): string | undefined;
  arguments(name: string): readonly string[];
  /** The value of an option, by its long flag without dashes. */
  text(flag: string): string | undefined;
  list(flag: string): readonly string[];
  on(flag: string): boolean;
  /** A line for a person on standard error; nothing under --quiet. */
  note(text: string): Promise<void>;
}

export function createContext(
  host: Host,
  globals: Globals,
  command: Command,
  parsed: Parsed,
  wiring: Wiring,
  signals: Signals,
): Context {
  const option = (flag: string) => parsed.options[camelCase(flag)];
  return {
    host,
    globals,
    command,
    wiring,
    signals,
    stopping: signals.first,
    argument: (name) => parsed.arguments[positionOf(command, name)],
    arguments: (name) => parsed.arguments.slice(positionOf(command, name)),
    text(flag) {
      const value = option(flag);
      return typeof value === 'string' ? value : undefined;
    },
    list(flag) {
      const value = option(flag);
      return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
    },
    on: (flag) => option(flag) === true,
    async note(text) {
      // A signal comes in the middle of a line: of a progress line, or behind the terminal's `^C`.
      const begin = signals.received !== undefined && rewrites(host) ? CLEAR_LINE : '';
      if (!globals.quiet) await host.stderr.write(`${begin}${visibleLines(text)}\n`);
    },
  };
}

function positionOf(command: Command, name: string): number {
  const position = (command.arguments ?? []).findIndex((argument) => argument.name === name);
  if (position >= 0) return position;
  throw new PayctlError('INTERNAL', `${command.words.join(' ')} has no argument ${name}`);
}

/** As commander names the value of an option. */
export function camelCase(flag: string): string {
  return flag.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
