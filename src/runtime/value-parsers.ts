import { PayctlError, usageError } from '../core/errors.js';
import { amountProblem } from '../core/money.js';
import { nearest } from '../core/text.js';
import { parseDuration, readDay, readMoment } from '../core/time.js';
import { typedAmount, typedDay, typedMoment } from '../core/typed-input.js';
import { inputMessages } from '../messages/input.js';
import { wording } from '../messages/wording.js';

/** One of the choices, in any letter case, as the option, argument or variable called `name` gives it. */
export function parseChoice<T extends string>(
  value: string,
  choices: readonly T[],
  name: string,
): T {
  const choice = choices.find((one) => one.toLowerCase() === value.toLowerCase());
  if (choice !== undefined) return choice;
  const isVariable = /^[A-Z]/.test(name);
  const before = isVariable ? `${name}=` : name.startsWith('-') ? `${name} ` : '';
  const guess = nearest(value, choices);
  throw new PayctlError(
    isVariable ? 'CONFIG' : 'USAGE',
    inputMessages.choose(name, value, choices),
    guess ? { hint: wording.didYouMean(`${before}${guess}`) } : {},
  );
}

/** An empty value is the mark of a variable that was not set in a script; it never means a default. */
export function refuseEmpty(flag: string, value: unknown): void {
  if (typeof value !== 'string' || value.trim() !== '') return;
  throw usageError(inputMessages.empty(flag), inputMessages.giveOrLeave(flag));
}

export function duration(value: string, flag: string): number {
  const ms = parseDuration(value);
  if (ms !== undefined) return ms;
  throw usageError(inputMessages.notDuration(flag, value));
}

/** A time given by a flag. */
export function moment(value: string, flag: string, now: number): number {
  const at = readMoment(value, now);
  if (at !== undefined) return at;
  throw usageError(inputMessages.notMoment(flag, value));
}

/** A day in Bangkok given by a flag, as YYYY-MM-DD. */
export function day(value: string, flag: string, now: number): string {
  const date = readDay(value, now);
  if (date !== undefined) return date;
  throw usageError(inputMessages.notDay(flag, value));
}

export function count(value: string, flag: string): number {
  if (!/^[0-9]{1,6}$/.test(value)) {
    throw usageError(inputMessages.notCount(flag, value));
  }
  return Number(value);
}

/** An amount in baht, to the satang. */
function amount(value: string, flag: string): string {
  const problem = amountProblem(value);
  if (problem === undefined) return value;
  throw usageError(inputMessages.wrong(flag, problem));
}

/** An amount, a day or a time by which something is looked for, as people type it. */
export const soughtAmount = (value: string, flag: string): string =>
  amount(typedAmount(value) ?? value, flag);

export const soughtDay = (value: string, flag: string, now: number): string =>
  typedDay(value, now) ?? day(value, flag, now);

export const soughtMoment = (value: string, flag: string, now: number): number =>
  typedMoment(value, now) ?? moment(value, flag, now);

/** A port of this machine; 0 takes a free one. */
export function port(value: string, flag: string): number {
  const number = count(value, flag);
  if (number <= 65_535) return number;
  throw usageError(inputMessages.notPort(flag, number));
}

const LONGEST_NOTE = 1_000;

/** What somebody writes about a payment. */
export function noteText(value: string, flag: string): string {
  const note = value.trim();
  if (note.length <= LONGEST_NOTE) return note;
  throw usageError(inputMessages.tooLong(flag, LONGEST_NOTE, note.length));
}
