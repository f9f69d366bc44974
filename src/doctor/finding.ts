import { type ExitClass, PayctlError } from '../errors.js';

/** What one check found, and what mends it. */
export interface Finding {
  check: string;
  status: 'ok' | 'warning' | 'failure';
  message: string;
  mend?: string;
  /** How a command would end for it; with failures only. */
  exit?: ExitClass;
}

export function ok(check: string, message: string): Finding {
  return { check, status: 'ok', message };
}

export function warning(check: string, message: string, mend?: string): Finding {
  return { check, status: 'warning', message, ...(mend !== undefined && { mend }) };
}

export function failure(check: string, exit: ExitClass, message: string, mend?: string): Finding {
  return { check, status: 'failure', message, ...(mend !== undefined && { mend }), exit };
}

/** A refusal of the code that a command would have run; what is no PayctlError is a bug and thrown on. */
export function refused(check: string, error: unknown): Finding {
  if (!(error instanceof PayctlError)) throw error;
  return failure(check, error.exitClass, error.message, error.facts.hint);
}
