import type { Message } from '../core/message.js';
import type { Host } from '../host/host.js';
import type { Signals } from '../host/signals.js';
import type { Interaction } from './door.js';
import type { RunOptions } from './run-options.js';
import type { Services } from './services.js';

/** What a command works with. It knows no terminal: what people see and answer goes by the door. */
export interface Context extends RunOptions {
  readonly host: Host;
  readonly services: Services;
  readonly signals: Signals;
  /** Aborts at the first signal: stop waiting and polling, but let a money call come to its end. */
  readonly stopping: AbortSignal;
  readonly door: Interaction;
  /** For whoever wants to know more; --quiet hides it. */
  note(text: Message): Promise<void>;
  /** Says what somebody should do something about. */
  warn(text: Message): Promise<void>;
}

export function createContext(services: Services): Context {
  const { host, options, signals, door } = services;
  return {
    ...options,
    ...{ host, services, signals, door },
    stopping: signals.first,
    note: (text) => door.tell(text, 'note'),
    warn: (text) => door.tell(text, 'warning'),
  };
}
