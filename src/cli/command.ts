import type { Operation } from '../bank/define.js';
import type { View } from '../bank/view.js';
import type { Outcome } from '../client/outcome.js';
import type { ExitClass, PayctlError } from '../core/errors.js';
import type { Json, JsonObject } from '../core/json.js';
import type { Context } from './context.js';

export interface Option {
  /** As commander writes it: `--out-trade-no <text>`. */
  flags: string;
  summary: string;
  /** Heading in help. */
  group?: string;
  choices?: readonly string[];
  /** What holds where it is not given, and where that comes from. */
  fallback?: string;
  /** May be given several times. */
  repeat?: true;
  required?: true;
}

export interface Argument {
  name: string;
  summary: string;
  choices?: readonly string[];
  /** Other words than the choices are judged by the command. */
  open?: true;
  optional?: true;
  variadic?: true;
}

/** One command as data: parsing, help, completion and docs all read it. */
export interface Command {
  /** What a person types after `payctl`. */
  words: readonly string[];
  aliases?: readonly (readonly string[])[];
  summary: string;
  notes?: readonly string[];
  arguments?: readonly Argument[];
  options?: readonly Option[];
  /** Pasteable, complete, against the embedded bank; a test runs each. */
  examples: readonly string[] | (() => Promise<readonly string[]>);
  /** The operation it calls, where it is one call. */
  operation?: Operation;
  /** Its result is the answer to one call, also where that is known only when it runs. */
  oneCall?: true;
  /**
   * What --dry-run means to it: it shows what it would send, or it only reads what is here. Refused
   * unless given, so that it is never passed over in silence.
   */
  dryRun?: 'shown' | 'harmless';
  run(context: Context): Promise<Result>;
}

/** What a command hands to the one renderer. */
export interface Result {
  /** Goes to standard output. */
  data?: Json;
  /** Decides the exit class, and fills the envelope. */
  outcome?: Outcome;
  /** What this machine knows beside the bank's data; it goes into the envelope. */
  beside?: JsonObject;
  /** Exit class where there is no outcome; SUCCESS unless given. */
  exit?: ExitClass;
  /** A failure to report after the data. */
  problem?: PayctlError;
  /** Drawn before the data when the format is a table. */
  picture?: string;
  /** Printed in place of the data when the format is a table. */
  table?: string;
  /** Printed as it is, in place of the data, whatever the format. */
  text?: string;
  /** How tables show it; as the operation's record says unless given. */
  view?: View;
  /** Printed as they come, in place of all the rest. */
  rows?: Rows;
}

/** Results that come one by one: each is a line for a person, or of JSON, or of CSV. */
export interface Rows {
  items: AsyncIterable<Json>;
  /** The line for a person; safe to print. */
  line(item: Json): string;
  /** The columns of CSV, which cannot wait for the last row. */
  fields: readonly string[];
  /** What is left to report when the last has come. */
  end(): Result;
}

export async function examplesOf({ examples }: Command): Promise<readonly string[]> {
  return typeof examples === 'function' ? examples() : examples;
}
