import type { Fields, Language, Operation } from '../../bank/define.js';
import { exampleInput } from '../../bank/envelope.js';
import type { JsonSchema, ObjectSchema } from '../../bank/json-schema.js';
import { fromPlain, toPlain } from '../../core/json.js';

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
