import { PayctlError } from '../core/errors.js';
import { visibleLines } from '../core/text.js';
import type { Host } from '../host/host.js';
import { CLEAR_LINE, rewrites } from '../host/progress.js';
import type { Signals } from '../host/signals.js';
import type { Globals } from './globals.js';
import { camelCase } from './option.js';
import type { Parsed } from './parse.js';
import type { Services } from './services.js';

/** What a command works with: its arguments and options, the host, and the services. */
export interface Context {
  readonly host: Host;
  readonly globals: Globals;
  readonly services: Services;
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

export function createContext(services: Services, { options, words, names }: Parsed): Context {
  const { host, globals, signals } = services;
  const option = (flag: string) => options[camelCase(flag)];
  const positionOf = (name: string) => {
    const position = names.indexOf(name);
    if (position >= 0) return position;
    throw new PayctlError('INTERNAL', `the command has no argument ${name}`);
  };
  return {
    host,
    globals,
    services,
    signals,
    stopping: signals.first,
    argument: (name) => words[positionOf(name)],
    arguments: (name) => words.slice(positionOf(name)),
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
      // A signal comes in the middle of a line: in a progress line, or after the terminal's `^C`.
      const begin = signals.received !== undefined && rewrites(host) ? CLEAR_LINE : '';
      if (!globals.quiet) await host.stderr.write(`${begin}${visibleLines(text)}\n`);
    },
  };
}
