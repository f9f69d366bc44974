import { payctl } from '../../../core/command-line.js';
import { storeSchema } from '../../../messages/store-connection.js';
import { StoreRefusal } from '../../store-errors.js';

/** The version of the schema that this program makes. It works with one more and one less as well. */
export const SCHEMA_VERSION = 5;

export const OLDEST_SCHEMA = SCHEMA_VERSION - 1;

/** The first version that was released: no step leads to it from one before. */
export const FIRST_SCHEMA = 4;

/** The version that says of a confirmation, of which amount its payment is. */
export const AMOUNTS_SINCE = 5;

/** The oldest program that may use the schema which this program makes. */
export const OLDEST_PROGRAM = '0.1.0';

/** Throws CONFIG where a schema and a program do not fit. */
export function checkSchema(schema: number, oldest: string, program: string): void {
  if (!Number.isInteger(schema) || schema < 1) {
    throw new StoreRefusal(storeSchema.noSchema, { hint: payctl`store init` });
  }
  if (schema < FIRST_SCHEMA) {
    throw new StoreRefusal(storeSchema.unreleased(schema), { hint: storeSchema.newDatabase });
  }
  if (schema < OLDEST_SCHEMA) {
    throw new StoreRefusal(storeSchema.tooOld({ schema, needed: OLDEST_SCHEMA }), {
      hint: payctl`store init`,
    });
  }
  if (schema > SCHEMA_VERSION + 1 || isOlder(program, oldest)) {
    throw new StoreRefusal(storeSchema.tooNew({ schema, program, needed: oldest }), {
      hint: storeSchema.installNewer,
    });
  }
}

/** By the numbers of the version alone. */
function isOlder(one: string, other: string): boolean {
  const [a, b] = [parseNumbers(one), parseNumbers(other)];
  const index = b.findIndex((number, place) => number !== (a[place] ?? 0));
  return index >= 0 && (a[index] ?? 0) < (b[index] ?? 0);
}

function parseNumbers(version: string): number[] {
  return version
    .split('-', 1)
    .join('')
    .split('.')
    .map((part) => Number(part) || 0);
}

/** What each may do stands in `grants.sql`. */
export const ROLES = {
  owner: 'payctl_owner',
  operator: 'payctl_operator',
  reader: 'payctl_reader',
} as const;
