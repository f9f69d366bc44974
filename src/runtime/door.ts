import type { Observe } from '../client/observe.js';
import type { Message, Text } from '../core/message.js';
import type { Output } from '../host/host.js';
import type { Progress } from '../host/progress.js';

/** What a command has to say while it runs, beside its result. */
export interface RunNote {
  text: Message;
  kind: 'note' | 'fact' | 'warning';
}

/**
 * Notes are for whoever wants to know more; a fact goes with the result, and is shown to everybody; a
 * warning says what somebody should do something about.
 */
export type Tell = (text: Message, kind: RunNote['kind']) => Promise<void>;

/** What a command may ask of whoever has it run, while it runs. */
export interface Interaction {
  tell: Tell;
  /** Absent where nobody can be asked. */
  readonly person?: Prompter;
  /** A line that is not shown while it is typed; undefined where nobody types. */
  askSecret(question: Text): Promise<string | undefined>;
  /** Shows how far long work is; `total` where it is known. */
  progress(label: string, total?: number): Progress;
  /** Shows what is being waited for. */
  statusLine(): StatusLine;
  /** Whether a picture that is drawn there may have colours. */
  hasColour(screen: Output): boolean;
  /** Asked before a charge is sent, once its intent is on disk: why not, in the rules of the door. */
  objection?: (() => Promise<Message | undefined>) | undefined;
  /** Takes each exchange with the bank; absent where nobody wants to see them. */
  observe?: Observe;
}

/** Who answers questions. Each rejects with INTERRUPTED where they go away. */
export interface Prompter {
  /** No, unless they say yes. */
  confirm(question: Message): Promise<boolean>;
  /** A line that `check` finds nothing wrong with. */
  input(question: Message, options: InputOptions): Promise<string>;
  /** The key of one of the choices. */
  select(question: Message, choices: Readonly<Record<string, Message>>): Promise<string>;
}

interface InputOptions {
  default?: string;
  /** What is wrong with the line; undefined where nothing is. */
  check(line: string): Text | undefined;
}

export interface StatusLine {
  /** `now` replaces the line before it; where no line can be replaced, `change` is a line of its own. */
  show(now: Message, change: Message): Promise<void>;
  clear(): Promise<void>;
}

const SILENT = {
  update: async () => undefined,
  show: async () => undefined,
  clear: async () => undefined,
};

/** Where no person watches: nobody is asked, and nothing is said but the result. */
export const UNATTENDED: Interaction = {
  tell: async () => undefined,
  askSecret: async () => undefined,
  progress: () => SILENT,
  statusLine: () => SILENT,
  hasColour: () => false,
};
