import type { Message } from '../core/message.js';
import type { Host } from '../host/host.js';
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
  /** For who wants to know more. */
  note(text: Message): Promise<void>;
  /** Says what somebody should do something about. */
  warn(text: Message): Promise<void>;
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
    note: (text) => services.tell(text, 'note'),
    warn: (text) => services.tell(text, 'warning'),
  };
}
