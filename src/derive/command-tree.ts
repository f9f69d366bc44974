/** The command line as plain data: what `help --json` prints, and what completions are made of. */
export interface CommandTree {
  name: string;
  version: string;
  summary: string;
  /** Taken by every command. */
  globalOptions: readonly TreeOption[];
  groups: readonly { name: string; summary: string }[];
  commands: readonly TreeCommand[];
  topics: readonly string[];
  /** Exit codes by class. */
  exits: Readonly<Record<string, number>>;
}

export interface TreeCommand {
  words: readonly string[];
  aliases: readonly (readonly string[])[];
  summary: string;
  notes: readonly string[];
  arguments: readonly TreeArgument[];
  options: readonly TreeOption[];
  examples: readonly string[];
  /** Where the command is one call. */
  operation?: { id: string; method: string; path: string; effect: string; specified: boolean };
}

export interface TreeArgument {
  name: string;
  summary: string;
  required: boolean;
  variadic: boolean;
  values?: Values;
}

export interface TreeOption {
  /** All spellings, as `-o` and `--output`. */
  names: readonly string[];
  /** What stands for the value; absent for a switch. */
  placeholder?: string;
  summary: string;
  group?: string;
  /** What holds where it is not given, and where that comes from. */
  otherwise?: string;
  required: boolean;
  repeatable: boolean;
  values?: Values;
}

/** What may stand there: one of these words, or what this machine knows at that moment. */
export type Values = readonly string[] | 'profiles' | 'references' | 'files';
