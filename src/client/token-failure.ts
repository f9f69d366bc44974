import { type ExitClass, PayctlError } from '../core/errors.js';

/** How long the failure of a token call is thrown again. */
export const FAILURE_REMEMBERED_MS = 10_000;

/** Failures that are known at once, without a connection. */
const IMMEDIATE: readonly string[] = ['refused', 'dns', 'proxy', 'aborted'];

/** Failures of this machine; TLS too, because certificates are its files. */
const LOCAL: readonly ExitClass[] = [
  'INTERNAL',
  'USAGE',
  'CONFIG',
  'TLS',
  'INTERRUPTED',
  'TERMINATED',
];

/**
 * Whether the failure of a token call is remembered: only what the bank or the network caused. What is
 * wrong on this machine is tried again as soon as somebody has fixed it; so is what fails at once, without
 * reaching the bank.
 */
export function isRememberable(error: unknown): error is PayctlError {
  if (!(error instanceof PayctlError) || LOCAL.includes(error.exitClass)) return false;
  const { network } = error.facts;
  return network === undefined || !IMMEDIATE.includes(network);
}

/** Whether a failure of this age is still thrown again; none is after the clock was set back. */
export function isRemembered(ageMs: number): boolean {
  return ageMs >= 0 && ageMs < FAILURE_REMEMBERED_MS;
}
