import type { View } from '../bank/define.js';
import type { Outcome } from '../client/outcome.js';
import type { ExitClass, PayctlError } from '../core/errors.js';
import type { Json, JsonObject } from '../core/json.js';
import type { Data, Message, Say } from '../core/message.js';
import type { Style } from '../format/style.js';
import type { BookFigures } from './monitoring/figures.js';
import { group, type Parameters, type Parsed, type Syntax } from './parameter.js';
import type { Services } from './services.js';

/** One command as data: parsing, help, completion and docs all read it. */
export interface Command extends Syntax {
  aliases?: readonly (readonly string[])[];
  summary: string;
  notes?: readonly string[];
  /** Pasteable, complete, against the embedded bank; a test runs each. */
  examples: readonly string[] | (() => Promise<readonly string[]>);
  /** Its result is the answer to one call, even if which one is known only at run time. */
  oneCall?: true;
  /**
   * What --dry-run does: show what would be sent, or nothing special because the command only reads
   * local data. If absent, --dry-run is refused, never silently ignored.
   */
  dryRun?: 'shown' | 'harmless';
  /**
   * What it may do as a step of a plan (`smoke`); absent: it is none, because it changes guards,
   * credentials or decisions of a person, or waits for somebody. A function where that depends on
   * the words after its own; one that only a run fills is undefined.
   */
  step?: StepEffect | ((words: readonly (string | undefined)[]) => Promise<StepEffect>);
  /** Runs until a signal ends it, which then is its exit. */
  lasts?: true;
  run(services: Services, given: Parsed): Promise<Result>;
}

export type StepEffect = 'harmless' | 'money';

/** A command as it is written: what it takes, and what it does with the values. */
export interface Definition<Values> extends Omit<Command, 'options' | 'arguments' | 'run'> {
  parameters: Parameters<Values>;
  /** Relative days and times count by the bank's clock, because the bank is asked about them. */
  isBankTime?: true;
  run(services: Services, values: Values): Promise<Result>;
}

export function command<Values extends object>({
  parameters,
  isBankTime,
  run,
  ...about
}: Definition<Values>): Command {
  const { read, ...declared } = group(parameters);
  return {
    ...about,
    ...declared,
    run: async (services, given) => {
      const now = isBankTime ? await services.bankNow() : services.host.clock.now();
      return run(services, read(given, now));
    },
  };
}

/** What a command hands to its door: a value, or rows, or a text; and how the run ended. */
export interface Result {
  /** A value: tables show it as `view` says, and without one as the record of the operation does. */
  data?: Data;
  view?: View;
  /** Drawn in place of the value or the rows when the format is a table. */
  table?(screen: Screen): string;
  /** Drawn before the value when the format is a table. */
  picture?: string;
  /** Said where a table has no line. */
  none?: Message;
  /** In place of a value: records that come one by one, and need not fit into memory. */
  rows?: Rows;
  /** Printed as it is, whatever the format, or written while the command works. Who shows no text takes the value. */
  text?: string | WriteText;
  /** Decides the exit class, and fills the envelope. */
  outcome?: Outcome;
  /** Printed in the envelope: what this machine knows beside the bank's data. */
  beside?: JsonObject;
  /** Exit class if there is no outcome; SUCCESS by default. */
  exit?: ExitClass;
  /** A failure to report after the data. */
  problem?: PayctlError;
  /** Rows of a batch by the class in which they ended. */
  tally?: ReadonlyMap<string, number>;
  /** What a run of a book left open. */
  book?: BookFigures;
}

/** Where text is shown to a person. */
export interface Screen {
  say: Say;
  style: Style;
  /** Cells of a line. */
  space: number;
  /** Called with the columns that did not fit. */
  onHidden?: ((columns: readonly string[]) => void) | undefined;
}

/** Printed as one list, unless each is a document of its own. */
export interface Rows {
  items: AsyncIterable<Data>;
  /** All have the fields of the first ones. */
  isUniform?: true;
  separate?: SeparateRows;
}

/** Rows that are shown and queried one by one, each when it comes: in JSON a line each. */
interface SeparateRows {
  /** The line of a row in a table; safe to print. */
  line?(item: Json, screen: Screen): string;
  /** The columns of CSV, which cannot wait for the last row. */
  fields: readonly string[];
  /** Called after the last row; returns what is left to report. */
  end(): Result;
}

/** Writes a text, and returns what is left to report. */
export type WriteText = (paper: Paper) => Promise<Result>;

/** Where a command writes text while it runs. */
export interface Paper {
  /** Resolves when it is written; rejects where it cannot be. */
  write(text: string): Promise<void>;
  /** The same for a text that is read as a whole: on a terminal it may wait for the pager. */
  writeLong(text: string): Promise<void>;
  screen: Screen;
}

export async function loadExampleLines({ examples }: Command): Promise<readonly string[]> {
  return typeof examples === 'function' ? examples() : examples;
}

/** The first words of the command line. Each group is loaded only when it is named. */
export interface Group {
  summary: string;
  /** Where to look instead, for a word that is not a command here. */
  elsewhere?: string;
  /** All commands, or at least the one whose second word is given: a decoder needs no catalogue. */
  load(next?: string): Promise<readonly Command[]>;
}

/** The whole command line, by first words. */
export type Groups = Readonly<Record<string, Group>>;

export async function findCommand(
  groups: Groups,
  words: readonly string[],
): Promise<Command | undefined> {
  const [first = '', next] = words;
  const commands = Object.hasOwn(groups, first) ? await groups[first]?.load(next) : undefined;
  return commands?.find((command) => command.words.join(' ') === words.join(' '));
}
