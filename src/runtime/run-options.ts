import type { ProfileSelection } from '../config/resolve.js';
import { usageError } from '../core/errors.js';
import { running } from '../messages/running.js';

export const FORMATS = ['table', 'json', 'jsonl', 'csv', 'yaml', 'text', 'raw'] as const;
export type Format = (typeof FORMATS)[number];

/** Which bank a run goes to, and how: the values that every call of the run shares. */
export interface Selection extends ProfileSelection {
  readonly sandbox: boolean;
  readonly settings: Partial<Record<'lang' | 'timeout', string>>;
  /** How many times a call that may be repeated is retried. */
  readonly retries?: number;
}

/** How the result will be shown, for commands whose work depends on it. */
interface OutputOptions {
  readonly format: Format;
  /** The format as it was asked for; undefined where it is the usual one. */
  readonly requested?: Format;
  /** JMESPath, and fields: with either, a person sees a part of the data in place of the table. */
  readonly query?: string;
  readonly columns?: readonly string[];
}

/** What a run was asked for, in the same terms at every door. */
export interface RunOptions {
  readonly selection: Selection;
  readonly output: OutputOptions;
  /** Shows what would be sent, and sends nothing. */
  readonly dryRun: boolean | 'curl';
  /** A person's yes came with the command. */
  readonly isConfirmed: boolean;
  /** Leaves personal data readable. */
  readonly showPersonal: boolean;
  readonly requestUId?: string;
}

export function isShaped({ query, columns }: Pick<OutputOptions, 'query' | 'columns'>): boolean {
  return query !== undefined || columns !== undefined;
}

/** For commands that show several calls. */
export function refuseCurl({ dryRun }: Pick<RunOptions, 'dryRun'>): void {
  if (dryRun !== 'curl') return;
  throw usageError(running.severalCalls, running.plainDryRun);
}
