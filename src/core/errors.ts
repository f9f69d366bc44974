import type { Message } from './message.js';

/** The exit table: a name (the class) and a number for each way in which a run can end. */
export const EXIT = {
  SUCCESS: 0,
  INTERNAL: 1,
  USAGE: 2,
  CONFIG: 3,
  AUTH: 4,
  REJECTED: 5,
  NOT_FOUND: 6,
  RATE_LIMITED: 7,
  PENDING: 8,
  UNAVAILABLE: 9,
  OUTCOME_UNKNOWN: 10,
  PARTIAL: 11,
  CONFLICT: 12,
  TLS: 13,
  BAD_DATA: 14,
  INTERRUPTED: 130,
  TERMINATED: 143,
} as const;

/** How a run ended, by name. */
export type ExitClass = keyof typeof EXIT;

/** In the order of the table. */
export const EXIT_CLASSES: readonly ExitClass[] = /* @__PURE__ */ Object.keys(EXIT).filter(
  isExitClass,
);

/** Whether a value is the name of a class. */
export function isExitClass(name: unknown): name is ExitClass {
  return typeof name === 'string' && Object.hasOwn(EXIT, name);
}

/** The class by its number or name; undefined for anything else. */
export function exitClassForCode(exit: unknown): ExitClass | undefined {
  return EXIT_CLASSES.find((name) => name === exit || EXIT[name] === exit);
}

/** Whether the bank executed the call, as far as this machine can prove. */
export type Executed = 'yes' | 'no' | 'unknown';

/** The same for the classes in which a valid answer of the bank can end. */
export const EXECUTED = {
  SUCCESS: 'yes',
  PARTIAL: 'yes',
  REJECTED: 'no',
  PENDING: 'unknown',
} as const satisfies Partial<Record<ExitClass, Executed>>;

/** One thing that is wrong with an input, and what would be right. */
export interface Problem {
  /** The field as the specification spells it, with dots for nested ones. */
  field: string;
  /** What is wrong, and what is right, in one sentence without the field's name. */
  message: Message;
}

/** What is known of a failure beside its class and message. */
export interface ErrorFacts {
  /** The command or step that helps. */
  hint?: Message;
  code?: string;
  httpStatus?: number;
  requestUId?: string;
  /** Why no answer came, where none did: `refused`, `dns`, `proxy`, … */
  network?: string;
  executed?: Executed;
  safeToRetry?: boolean;
  /** The bank's `status.details`, or the problems of an input. */
  details?: unknown;
  cause?: unknown;
}

/**
 * A failure for people to read. Its message is one line: what happened and why. Any other error that
 * is thrown is a bug (INTERNAL).
 */
export class PayctlError extends Error {
  readonly exitClass: ExitClass;
  /** Its message before it is worded; `message` has it in English. */
  readonly said: Message;
  readonly facts: ErrorFacts;

  constructor(exitClass: ExitClass, said: Message, facts: ErrorFacts = {}) {
    super(String(said), { cause: facts.cause });
    this.name = 'PayctlError';
    this.exitClass = exitClass;
    this.said = said;
    this.facts = facts;
  }
}

/** USAGE: what a person gave is wrong, and nothing was done. */
export function usageError(message: Message, hint?: Message): PayctlError {
  return new PayctlError('USAGE', message, { hint });
}

/** CONFIG: something of this machine or its profile has to be fixed first, and nothing was done. */
export function configError(message: Message, hint?: Message): PayctlError {
  return new PayctlError('CONFIG', message, { hint });
}
