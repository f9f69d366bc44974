import { isRecord } from '../core/fields.js';
import { readRelative } from '../core/when.js';
import type { Fields, Operation } from './define.js';
import { flagsOf } from './flags.js';

/**
 * Writes out the dates of an input that are given as `today`, `yesterday`, `-2h` or `+5d`. Only
 * fields that take a date are read so, and in those no such word is valid by itself.
 */
export function relativeDates(operation: Operation): (input: Fields, now: number) => Fields {
  const dates = flagsOf(operation).flatMap(({ field, write }) =>
    write ? [{ path: field.split('.'), write }] : [],
  );
  return (input, now) =>
    dates.reduce(
      (fields, { path, write }) =>
        changedAt(fields, path, (text) => {
          const moment = readRelative(text, now);
          return moment === undefined ? text : write(moment);
        }),
      input,
    );
}

function changedAt(
  fields: Fields,
  [key = '', ...rest]: readonly string[],
  change: (text: string) => string,
): Fields {
  const old = fields[key];
  let value: unknown = old;
  if (rest.length > 0) value = isRecord(old) ? changedAt(old, rest, change) : old;
  else if (typeof old === 'string') value = change(old);
  return value === old ? fields : { ...fields, [key]: value };
}
