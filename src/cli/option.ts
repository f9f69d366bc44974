import type { Operation } from '../bank/define.js';

/** One option of a command as data. */
export interface Option {
  /** As commander writes it: `--out-trade-no <text>`. */
  flags: string;
  summary: string;
  /** Heading in help. */
  group?: string;
  choices?: readonly string[];
  /** The value if it is not given, and where that comes from. */
  fallback?: string;
  /** May be given several times. */
  repeat?: true;
  required?: true;
}

/** A word that stands by itself. */
export interface Argument {
  name: string;
  summary: string;
  /** What completion offers. */
  choices?: readonly string[];
  optional?: true;
  variadic?: true;
}

/** What is parsed of a command; where no command was named, its words alone. */
export interface Syntax {
  /** What a person types after `payctl`. */
  words: readonly string[];
  arguments?: readonly Argument[];
  options?: readonly Option[];
  /** The operation it calls, where it is one call. */
  operation?: Operation;
}

export function takesValue(option: Option | undefined): boolean {
  return option?.flags.includes('<') === true;
}

/** `--out-trade-no` of `-x, --out-trade-no <text>`. */
export function longFlag({ flags }: Option): string {
  return /--[a-z0-9-]+/.exec(flags)?.[0] ?? flags;
}

/** As commander names the value of an option. */
export function camelCase(flag: string): string {
  return flag.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
