import * as z from 'zod/mini';
import { flagName, isRecord, optional } from '../core/fields.js';
import { readRelative } from '../core/time.js';
import type { Fields, Operation } from './define.js';
import { FIELD_FACTS, type FieldFacts } from './fields.js';
import type { GeneratedKind } from './generate.js';

/** One input field as a person gives it on the command line. */
export interface Flag extends Omit<FieldFacts, 'about' | 'secret' | 'json'> {
  /** As the specification spells it, with dots for nested ones. */
  field: string;
  /** `--out-trade-no`. */
  flag: string;
  summary: string;
  /** By the field table; a setting or a generated value may still supply it. */
  required: boolean;
  /** The profile setting that is the default. */
  setting?: string;
  generated?: GeneratedKind;
  /** What is sent when nothing is given. */
  fallback?: string;
  /** May be given without its flag: the reference, or what stands in its place. */
  positional: boolean;
  travels: 'body' | 'path' | 'query' | 'header';
}

/**
 * The flags of an operation, in the order of its table. Arrays, secrets and shapes that are not
 * known have none: they come by `--data`, `-F`, or from the credentials.
 */
export function flagsOf(operation: Operation): readonly Flag[] {
  const known = KNOWN.get(operation);
  if (known !== undefined) return known;
  const flags = listed(operation);
  KNOWN.set(operation, flags);
  return flags;
}

/** Records never change, and one call asks for its flags from half a dozen places. */
const KNOWN = new WeakMap<Operation, readonly Flag[]>();

function listed(operation: Operation): readonly Flag[] {
  return walk(operation.input, '', true).flatMap(({ path, facts, required, fallback }) => {
    const { about, secret, json: _json, ...shown } = facts;
    if (secret) return [];
    const flag: Flag = {
      field: path,
      flag: flagName(path),
      summary: about,
      required,
      ...shown,
      ...optional('setting', operation.settings?.[path]),
      ...optional('generated', operation.generated?.[path]),
      ...optional('fallback', fallback),
      positional: (operation.positional ?? operation.reference) === path,
      travels: operation.travels?.[path] ?? (operation.method === 'GET' ? 'query' : 'body'),
    };
    return [flag];
  });
}

/** The fields that travel as text, whatever they say: amounts and dates too, but not JSON numbers. */
export function textFields(operation: Operation): ReadonlySet<string> {
  const leaves = walk(operation.input, '', true).filter(
    ({ facts: { kind, json } }) => kind !== 'boolean' && json?.type === undefined,
  );
  return new Set(leaves.map(({ path }) => path));
}

interface Leaf {
  path: string;
  facts: FieldFacts;
  required: boolean;
  fallback?: string;
}

function walk(schema: unknown, path: string, required: boolean, fallback?: string): Leaf[] {
  if (schema instanceof z.ZodMiniOptional) return walk(schema.def.innerType, path, false);
  if (schema instanceof z.ZodMiniDefault) {
    return walk(schema.def.innerType, path, false, String(schema.def.defaultValue));
  }
  if (schema instanceof z.ZodMiniObject) {
    return Object.entries(schema.def.shape).flatMap(([key, field]) =>
      walk(field, path === '' ? key : `${path}.${key}`, required),
    );
  }
  if (schema instanceof z.ZodMiniPipe && !FIELD_FACTS.has(schema)) {
    return walk(schema.def.in, path, required);
  }
  const facts = schema instanceof z.ZodMiniType ? FIELD_FACTS.get(schema) : undefined;
  return facts === undefined ? [] : [{ path, facts, required, ...optional('fallback', fallback) }];
}

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
