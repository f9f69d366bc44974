import * as z from 'zod/mini';
import { flagName, isRecord } from '../core/fields.js';
import { oncePer } from '../core/once.js';
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
  /** May be given without its flag: the reference, or what the record names instead. */
  positional: boolean;
}

/**
 * The flags of an operation, in the order of its table. Arrays, secrets and fields without facts have
 * none: they are given by `--data`, `-F`, or the credentials.
 */
export const listFlags = oncePer((operation: Operation): readonly Flag[] => {
  return listLeaves(operation.input, '', true).flatMap(({ path, facts, required, fallback }) => {
    const { about, secret, json: _json, ...shown } = facts;
    if (secret) return [];
    const flag: Flag = {
      field: path,
      flag: flagName(path),
      summary: about,
      required,
      ...shown,
      setting: operation.settings?.[path],
      generated: operation.generated?.[path],
      fallback,
      positional: (operation.positional ?? operation.reference) === path,
    };
    return [flag];
  });
});

/** The fields that travel as JSON text, amounts and dates included. */
export function textPaths(operation: Operation): ReadonlySet<string> {
  const leaves = listLeaves(operation.input, '', true).filter(
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

function listLeaves(schema: unknown, path: string, required: boolean, fallback?: string): Leaf[] {
  if (schema instanceof z.ZodMiniOptional) return listLeaves(schema.def.innerType, path, false);
  if (schema instanceof z.ZodMiniDefault) {
    return listLeaves(schema.def.innerType, path, false, String(schema.def.defaultValue));
  }
  if (schema instanceof z.ZodMiniObject) {
    return Object.entries(schema.def.shape).flatMap(([key, field]) =>
      listLeaves(field, path === '' ? key : `${path}.${key}`, required),
    );
  }
  if (schema instanceof z.ZodMiniPipe && !FIELD_FACTS.has(schema)) {
    return listLeaves(schema.def.in, path, required);
  }
  const facts = schema instanceof z.ZodMiniType ? FIELD_FACTS.get(schema) : undefined;
  return facts === undefined ? [] : [{ path, facts, required, fallback }];
}

/** A field of an input that its schema does not have, and the names that it has there. */
interface UnknownField {
  path: string;
  known: readonly string[];
}

/** @param prefix the path to the fields, with a dot at its end */
export function unknownFields(input: unknown, fields: Fields, prefix = ''): UnknownField[] {
  const shape = schemaFields(input);
  if (shape === undefined) return [];
  return Object.entries(fields).flatMap(([name, value]) => {
    const path = prefix + name;
    if (!Object.hasOwn(shape, name)) {
      return value === undefined ? [] : [{ path, known: Object.keys(shape) }];
    }
    return isRecord(value) ? unknownFields(shape[name], value, `${path}.`) : [];
  });
}

/** The fields of a nested schema; undefined where it has none. */
export function schemaFields(schema: unknown): Readonly<Record<string, unknown>> | undefined {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniDefault) {
    return schemaFields(schema.def.innerType);
  }
  if (schema instanceof z.ZodMiniPipe) return schemaFields(schema.def.in);
  return schema instanceof z.ZodMiniObject ? schema.def.shape : undefined;
}

/**
 * Replaces `today`, `yesterday`, `-2h` and `+5d` in the date fields of an input; no such word is valid
 * there by itself. `now` is in milliseconds since the epoch.
 */
export function relativeDates(operation: Operation): (input: Fields, now: number) => Fields {
  const dates = listFlags(operation).flatMap(({ field, write }) =>
    write ? [{ path: field.split('.'), write }] : [],
  );
  return (input, now) =>
    dates.reduce(
      (fields, { path, write }) =>
        mapTextAt(fields, path, (text) => {
          const moment = readRelative(text, now);
          return moment === undefined ? text : write(moment);
        }),
      input,
    );
}

function mapTextAt(
  fields: Fields,
  [key = '', ...rest]: readonly string[],
  change: (text: string) => string,
): Fields {
  const current = fields[key];
  let value: unknown = current;
  if (rest.length > 0) value = isRecord(current) ? mapTextAt(current, rest, change) : current;
  else if (typeof current === 'string') value = change(current);
  return value === current ? fields : { ...fields, [key]: value };
}
