import type { CodedRefusal } from '../../sandbox/faults/faults.js';
import { codes } from './codes.js';

/** What a code without a status of its own comes with: any 4XX or 5XX. */
const ANY_STATUS = 500;
const SUCCESS_STATUS = 200;

/** How the bank can refuse a call with this code: once for each HTTP status. None: no such code. */
export function refusalsOf(code: string): CodedRefusal[] {
  return REFUSALS.filter((refusal) => refusal.code.toLowerCase() === code.toLowerCase());
}

/** All codes with which the bank refuses calls. */
export function refusalCodes(): string[] {
  return [...new Set(REFUSALS.map(({ code }) => code))];
}

/** Codes that stand inside the data of an answer have no HTTP status, and refuse nothing. */
const REFUSALS: readonly CodedRefusal[] = codes.flatMap(({ code, kind, httpStatus, meaning }) => {
  const status = httpStatus ?? (kind === 'business code' ? ANY_STATUS : undefined);
  if (status === undefined || status === SUCCESS_STATUS || code === 'none') return [];
  return /(business|transfer) code/.test(kind) ? [{ status, code, description: meaning }] : [];
});
