import { PayctlError, usageError } from '../core/errors.js';
import { amountProblem } from '../core/money.js';
import { nearest } from '../core/text.js';
import { millisecondsOf, readDay, readMoment } from '../core/time.js';

/** One of the choices, in any letter case, as the option, argument or variable called `name` gives it. */
export function oneOf<T extends string>(value: string, choices: readonly T[], name: string): T {
  const found = choices.find((choice) => choice.toLowerCase() === value.toLowerCase());
  if (found) return found;
  const isVariable = /^[A-Z]/.test(name);
  const before = isVariable ? `${name}=` : name.startsWith('-') ? `${name} ` : '';
  const guess = nearest(value, choices);
  throw new PayctlError(
    isVariable ? 'CONFIG' : 'USAGE',
    `${name} is ${JSON.stringify(value)}; give ${choices.join(', ')}`,
    { hint: guess && `did you mean ${before}${guess}?` },
  );
}

/** An empty value is the mark of a variable that was not set in a script; it never means a default. */
export function refuseEmpty(flag: string, value: unknown): void {
  if (typeof value !== 'string' || value.trim() !== '') return;
  throw usageError(`${flag} is empty`, `give a value, or leave out ${flag}`);
}

export function duration(value: string, flag: string): number {
  const ms = millisecondsOf(value);
  if (ms !== undefined) return ms;
  throw usageError(`${flag} is ${JSON.stringify(value)}; give a duration such as 30s, 2m or 500ms`);
}

/** A time given by a flag. */
export function moment(value: string, flag: string, now: number): number {
  const at = readMoment(value, now);
  if (at !== undefined) return at;
  throw usageError(
    `${flag} is ${JSON.stringify(value)}; give 2026-01-31, today, yesterday, an ISO time, or -24h`,
  );
}

/** A day in Bangkok given by a flag, as YYYY-MM-DD. */
export function day(value: string, flag: string, now: number): string {
  const date = readDay(value, now);
  if (date !== undefined) return date;
  throw usageError(
    `${flag} is ${JSON.stringify(value)}; give a day as YYYY-MM-DD, today or yesterday`,
  );
}

export function count(value: string, flag: string): number {
  if (!/^[0-9]{1,6}$/.test(value)) {
    throw usageError(
      `${flag} is ${JSON.stringify(value)}; give a whole number of at most six digits`,
    );
  }
  return Number(value);
}

/** An amount in baht, to the satang. */
export function amount(value: string, flag: string): string {
  const problem = amountProblem(value);
  if (problem === undefined) return value;
  throw usageError(`${flag} ${problem}`);
}

/** A port of this machine; 0 takes a free one. */
export function port(value: string, flag: string): number {
  const number = count(value, flag);
  if (number <= 65_535) return number;
  throw usageError(`${flag} is ${number}; give a port, 0 to 65535`);
}
