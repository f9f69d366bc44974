import { visibleLines } from '../core/text.js';
import type { Host } from '../host/host.js';
import { CLEAR_LINE, rewrites } from '../host/progress.js';
import type { Signals } from '../host/signals.js';
import type { Globals } from './globals.js';
import type { Services } from './services.js';

/** What a command works with. */
export interface Context {
  readonly host: Host;
  readonly globals: Globals;
  readonly services: Services;
  readonly signals: Signals;
  /** Aborts at the first signal: stop waiting and polling, but let a money call come to its end. */
  readonly stopping: AbortSignal;
  /** A line for a person on standard error; nothing under --quiet. */
  note(text: string): Promise<void>;
}

export function createContext(services: Services): Context {
  const { host, globals, signals } = services;
  return {
    host,
    globals,
    services,
    signals,
    get stopping() {
      return signals.first;
    },
    async note(text) {
      // A signal comes in the middle of a line: in a progress line, or after the terminal's `^C`.
      const begin = signals.received !== undefined && rewrites(host) ? CLEAR_LINE : '';
      if (!globals.quiet) await host.stderr.write(`${begin}${visibleLines(text)}\n`);
    },
  };
}
