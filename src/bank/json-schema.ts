import * as z from 'zod/mini';
import { isRecord } from '../core/fields.js';
import { FIELD_FACTS } from './fields.js';

/** A schema as JSON, 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The fields of an object schema. */
export interface ObjectSchema {
  properties: Readonly<Record<string, JsonSchema>>;
  required: readonly string[];
}

/** JSON Schema of what travels on the wire, which is the output of a zod schema. */
export function jsonSchema(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(onTheWire(schema), {
    io: 'output',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: written }) {
      if (written.properties) written.properties = spelledOnce(written.properties);
      const facts = zodSchema instanceof z.ZodMiniType ? FIELD_FACTS.get(zodSchema) : undefined;
      if (facts === undefined) return;
      Object.assign(written, facts.json, { description: describe(facts) });
      if (facts.open === true) Object.assign(written, { examples: facts.choices });
    },
  });
  return plain;
}

/**
 * Where the bank's documents and answers spell a name in two ways, both are read, and the schema has
 * the first: code that is generated from it would have two members of one name.
 */
function spelledOnce<Schema>(properties: Record<string, Schema>): Record<string, Schema> {
  const names = Object.keys(properties).map((name) => name.toLowerCase());
  const once = Object.entries(properties).filter(
    ([name], index) => names.indexOf(name.toLowerCase()) === index,
  );
  return Object.fromEntries(once);
}

/** The JSON Schema of each field of a record as it is sent, and the names of those that it must have. */
export function objectSchema(schema: z.ZodMiniType): ObjectSchema {
  const written = jsonSchema(schema);
  const properties: Record<string, JsonSchema> = {};
  for (const [name, property] of listEntries(written.properties)) {
    properties[name] = Object.fromEntries(listEntries(property));
  }
  const required = Array.isArray(written.required) ? written.required.map(String) : [];
  return { properties, required };
}

/** Without a transformation of the whole record (defaults that depend on other fields). */
function onTheWire(schema: z.ZodMiniType): z.ZodMiniType {
  const inner = schema instanceof z.ZodMiniPipe ? schema.def.in : schema;
  return inner instanceof z.ZodMiniType ? inner : schema;
}

function describe({ about, conditional }: { about: string; conditional?: string }): string {
  return conditional === undefined ? about : `${about}; required ${conditional}`;
}

function listEntries(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}
