import type { Operation } from '../api/operation.js';
import type { Caller } from '../client/caller.js';
import type { Outcome } from '../client/outcome.js';
import { PayctlError } from '../errors.js';
import type { Credentials } from './claim.js';
import type { Finding } from './inquiry.js';
import { type Attempt, attemptsOf } from './state.js';
import type { History } from './store.js';

/** A way to ask the bank, and whose it is. */
export interface Access {
  caller: Caller;
  connection: Credentials;
}

/** A charge whose end is sought: what the disk says of it, and what was found since. */
export interface Case {
  history: History;
  /** Which attempt of the claim, from 0. */
  index: number;
  attempt: Attempt;
  operation: Operation | undefined;
  /** To the bank that it was sent to. */
  access: Access;
  findings: Finding[];
  /** Its end, once it is known and on disk. */
  end?: Outcome;
}

/** The newest attempt of a claim. */
export function caseOf(
  history: History,
  operation: Operation | undefined,
  { caller, connection }: Access,
): Case {
  const attempts = attemptsOf(history.entries);
  const attempt = attempts.at(-1);
  if (attempt === undefined) throw new PayctlError('INTERNAL', 'a claim without an attempt');
  const access = { caller, connection };
  return { history, index: attempts.length - 1, attempt, operation, access, findings: [] };
}
