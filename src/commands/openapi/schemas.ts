import * as z from 'zod/mini';
import type { Fields, Language, Operation } from '../../bank/define.js';
import { exampleInput } from '../../bank/envelope.js';
import { FIELD_FACTS } from '../../bank/fields.js';
import { isRecord } from '../../core/fields.js';
import { fromPlain, toPlain } from '../../core/json.js';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** An object schema, opened: what a record says of each of its fields. */
export interface ObjectSchema {
  properties: Readonly<Record<string, JsonSchema>>;
  required: readonly string[];
}

/** JSON Schema 2020-12 of what travels on the wire, which is what a schema puts out. */
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
 * Where documents and answers spell a name in two ways, both are understood, and the document has
 * the first: code that is made from it would have two members of one name.
 */
function spelledOnce<Schema>(properties: Record<string, Schema>): Record<string, Schema> {
  const names = Object.keys(properties).map((name) => name.toLowerCase());
  const once = Object.entries(properties).filter(
    ([name], index) => names.indexOf(name.toLowerCase()) === index,
  );
  return Object.fromEntries(once);
}

/** The fields of an object schema. */
export function objectSchema(schema: z.ZodMiniType): ObjectSchema {
  const written = jsonSchema(schema);
  const properties: Record<string, JsonSchema> = {};
  for (const [name, property] of entriesOf(written.properties)) {
    properties[name] = Object.fromEntries(entriesOf(property));
  }
  const required = Array.isArray(written.required) ? written.required.map(String) : [];
  return { properties, required };
}

/** A transformation of the whole record (defaults that depend on other fields) is not part of the schema. */
function onTheWire(schema: z.ZodMiniType): z.ZodMiniType {
  const inner = schema instanceof z.ZodMiniPipe ? schema.def.in : schema;
  return inner instanceof z.ZodMiniType ? inner : schema;
}

function describe({ about, conditional }: { about: string; conditional?: string }): string {
  return conditional === undefined ? about : `${about}; required ${conditional}`;
}

function entriesOf(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}

const LANGUAGES: Readonly<Record<Language, readonly string[]>> = {
  'EN/TH': ['EN', 'TH'],
  'en/th': ['en', 'th'],
  th: ['th'],
};

export function headers(
  { strictRequestUId, language, contentType }: Operation,
  { resourceOwnerId, requestUId }: Readonly<Record<string, string>>,
): object[] {
  const text = { type: 'string', minLength: 1 };
  const uid = strictRequestUId ? { type: 'string', pattern: '^[A-Za-z0-9]{32}$' } : text;
  const json = { type: 'string', const: 'application/json' };
  return [
    {
      name: 'resourceOwnerId',
      in: 'header',
      required: true,
      schema: text,
      example: resourceOwnerId,
    },
    { name: 'requestUId', in: 'header', required: true, schema: uid, example: requestUId },
    ...(contentType ? [{ name: 'content-type', in: 'header', required: true, schema: json }] : []),
    {
      name: 'accept-language',
      in: 'header',
      required: false,
      schema: { type: 'string', enum: LANGUAGES[language] },
    },
  ];
}

export function parameters(operation: Operation, input: ObjectSchema, example: Fields): object[] {
  return (['path', 'query', 'header'] as const).flatMap((place) =>
    namesIn(operation, input, place).map((name) => ({
      name,
      in: place,
      required: place === 'path' || input.required.includes(name),
      schema: input.properties[name],
      ...(example[name] === undefined ? {} : { example: example[name] }),
    })),
  );
}

export function bodySchema(input: ObjectSchema, names: readonly string[]): JsonSchema {
  return {
    type: 'object',
    properties: pick(input.properties, names),
    required: names.filter((name) => input.required.includes(name)),
  };
}

/** Names of the fields that travel in one place. */
export function namesIn(
  operation: Operation,
  { properties }: ObjectSchema,
  place: string,
): string[] {
  const rest = operation.method === 'GET' ? 'query' : 'body';
  return Object.keys(properties).filter((name) => (operation.travels?.[name] ?? rest) === place);
}

/** The example as it would travel. */
export function wireExample(operation: Operation, values: Fields): Fields {
  const parsed = operation.input.safeParse(exampleInput(operation, values));
  const plain = parsed.success ? toPlain(fromPlain(parsed.data)) : undefined;
  return typeof plain === 'object' && plain !== null ? { ...plain } : {};
}

export function pick(from: Readonly<Record<string, unknown>>, names: readonly string[]): Fields {
  return Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name]]] : [])));
}
