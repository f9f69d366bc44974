import type { Observe } from '../client/observe.js';
import type { Message } from '../core/message.js';
import type { Output } from '../host/host.js';
import type { Progress } from '../host/progress.js';

/** What a command has to say while it runs, beside its result. */
export interface Note {
  text: Message;
  kind: 'note' | 'fact' | 'warning';
}

/**
 * Notes are for who wants to know more; a fact goes with the result, and is shown to everybody; a
 * warning says what somebody should do something about.
 */
export type Tell = (text: Message, kind: Note['kind']) => Promise<void>;

/** What a command may ask of whoever has it run, while it runs. */
export interface Interaction {
  tell: Tell;
  /** Whether there is a person to ask. */
  readonly canAsk: boolean;
  /** No unless a person says yes; asked only where `canAsk`. */
  confirm(question: Message): Promise<boolean>;
  /** A line that is not shown while it is typed; undefined where nobody types. */
  askSecret(label: string): Promise<string | undefined>;
  /** Shows how far long work is; `total` where it is known. */
  progress(label: string, total?: number): Progress;
  /** Shows what is being waited for. */
  statusLine(): StatusLine;
  /** Whether a picture that is drawn there may have colours. */
  hasColour(screen: Output): boolean;
  /** Takes each exchange with the bank; absent where nobody wants to see them. */
  observe?: Observe | undefined;
}

export interface StatusLine {
  /** `now` replaces the line before it; where no line can be replaced, `change` is a line of its own. */
  show(now: Message, change: Message): Promise<void>;
  clear(): Promise<void>;
}

const IGNORED = {
  update: async () => undefined,
  show: async () => undefined,
  clear: async () => undefined,
};

/** Where no person watches: nobody is asked, and nothing is said but the result. */
export const UNATTENDED: Interaction = {
  tell: async () => undefined,
  canAsk: false,
  confirm: async () => false,
  askSecret: async () => undefined,
  progress: () => IGNORED,
  statusLine: () => IGNORED,
  hasColour: () => false,
};
