import type { Outcome } from '../client/outcome.js';
import type { SecretStores } from '../config/secrets.js';
import type { Medium, Message, Say } from '../core/message.js';
import { once } from '../core/once.js';
import type { Host } from '../host/host.js';
import type { Signals } from '../host/signals.js';
import { findPaths, type Paths } from '../state/paths.js';
import type { Interaction } from './door.js';
import { runLanguage, sayFor } from './language.js';
import { readProfile } from './profile.js';
import type { RunOptions } from './run-options.js';

/** The machine, the options and the profile of a run, and what is closed at its end. */
export class BasicServices {
  readonly host: Host;
  readonly options: RunOptions;
  readonly signals: Signals;
  /** What people see and answer goes by it: no command knows a terminal. */
  readonly door: Interaction;
  readonly paths: Paths;
  /** Whether a recording answers in the bank's place. */
  readonly isReplay: boolean;
  /** How the calls in flight that can move money would end if this program failed now. */
  readonly #inFlight = new Set<Outcome>();
  readonly #closing: ((endsProcess: boolean) => Promise<void> | void)[] = [];

  constructor(host: Host, options: RunOptions, signals: Signals, door: Interaction) {
    this.host = host;
    this.options = options;
    this.signals = signals;
    this.door = door;
    this.paths = findPaths(host);
    this.isReplay = Boolean(host.env.PAYCTL_REPLAY);
  }

  readonly profile = once(() => readProfile(this.host, this.paths, this.options.selection));

  readonly language = once(() => runLanguage(this.host, this.options.selection));

  /** How messages are worded that a command writes itself: into a file, a page, a picture. */
  say(reader: Medium = 'terminal'): Promise<Say> {
    return sayFor(this.host, this.options.selection, { reader });
  }

  readonly secrets = once(async (): Promise<SecretStores> => {
    const { SecretStores } = await import('../config/secrets.js');
    return new SecretStores(this.host, this.paths);
  });

  /** Aborts at the first signal: stop waiting and polling, but let a money call come to its end. */
  get stopping(): AbortSignal {
    return this.signals.first;
  }

  /** For whoever wants to know more; --quiet hides it. */
  readonly note = (text: Message): Promise<void> => this.door.tell(text, 'note');

  /** Says what somebody should do something about. */
  readonly warn = (text: Message): Promise<void> => this.door.tell(text, 'warning');

  /** How one of the calls in flight would end if this program failed now; undefined where there is none. */
  protected get anyInFlight(): Outcome | undefined {
    const [one] = this.#inFlight;
    return one;
  }

  /**
   * Keeps a call that can move money from being cut off by a signal, once `work` has said how it would end if
   * this program failed now.
   */
  async whileInFlight<T>(work: (onSending: (lost: Outcome) => void) => Promise<T>): Promise<T> {
    let held: Outcome | undefined;
    const hold = (lost: Outcome | undefined) => {
      for (const all of [this.#inFlight, this.signals.inFlight]) {
        if (held) all.delete(held);
        if (lost) all.add(lost);
      }
      held = lost;
    };
    try {
      return await work(hold);
    } finally {
      hold(undefined);
    }
  }

  /** Registers what to close at the end of the run; the last one is closed first. */
  onClose(close: (endsProcess: boolean) => Promise<void> | void): void {
    this.#closing.push(close);
  }

  /** @param endsProcess whether the process ends with the run */
  async close(endsProcess: boolean): Promise<void> {
    for (const close of this.#closing.reverse()) await close(endsProcess);
  }
}
