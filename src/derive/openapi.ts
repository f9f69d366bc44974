import { Envelope, Status } from '../api/envelope.js';
import { exampleInput } from '../api/example.js';
import type { Fields, Language, Operation } from '../api/operation.js';
import { fromPlain, toPlain } from '../json.js';
import { type JsonSchema, jsonSchema, type ObjectSchema, objectSchema } from './schemas.js';

/** What the document says of every call that the specification gives by its path alone. */
const PATH_ONLY =
  'The specification gives only the path of this call. Its fields come from public documents and may differ; others pass.';

const LANGUAGES: Readonly<Record<Language, readonly string[]>> = {
  'EN/TH': ['EN', 'TH'],
  'en/th': ['en', 'th'],
  th: ['th'],
};

/** OpenAPI 3.1 of the operations, as plain JSON values: what travels on the wire, and what comes back. */
export function openapi(operations: readonly Operation[]): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    for (const method of [operation.method, ...(operation.otherMethods ?? [])]) {
      const item = paths[operation.path] ?? {};
      item[method.toLowerCase()] = call(operation, method);
      paths[operation.path] = item;
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Open Payments and Customer Data API',
      version: '1',
      description:
        'Derived from the catalogue of payctl. x-payctl-specified false marks calls whose shape the specification does not show.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The base address of the bank or of the sandbox' }],
    tags: [...new Set(operations.map(familyOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Status: jsonSchema(Status), Envelope: jsonSchema(Envelope) },
      responses: RESPONSES,
    },
  };
}

const RESPONSES = {
  Refusal: {
    description: 'The bank refused the call or could not carry it out',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
  },
};

function call(operation: Operation, method: string): object {
  const input = objectSchema(operation.input);
  const example = wireExample(operation);
  const body = method === 'GET' ? [] : namesIn(operation, input, 'body');
  return {
    operationId:
      method === operation.method ? operation.id : `${operation.id}.${method.toLowerCase()}`,
    summary: operation.summary,
    description: descriptionOf(operation),
    tags: [familyOf(operation)],
    parameters: [...headers(operation), ...parameters(operation, input, example)],
    ...(body.length === 0 ? {} : { requestBody: requestBody(input, body, example) }),
    responses: {
      200: {
        description: 'Answered',
        content: { 'application/json': { schema: answer(operation) } },
      },
      default: { $ref: '#/components/responses/Refusal' },
    },
    security: operation.subject === 'none' ? [] : [{ token: [] }],
    'x-payctl-specified': operation.specified,
    'x-payctl-effect': operation.effect,
    'x-payctl-command': ['payctl', ...operation.command].join(' '),
  };
}

function descriptionOf({ summary, notes = [], specified }: Operation): string {
  return [`${summary}.`, ...notes, ...(specified ? [] : [PATH_ONLY])].join(' ');
}

function headers({ language }: Operation): object[] {
  const text = { type: 'string', minLength: 1 };
  return [
    { name: 'resourceOwnerId', in: 'header', required: true, schema: text },
    { name: 'requestUId', in: 'header', required: true, schema: text },
    {
      name: 'accept-language',
      in: 'header',
      required: false,
      schema: { type: 'string', enum: LANGUAGES[language] },
    },
  ];
}

function parameters(operation: Operation, input: ObjectSchema, example: Fields): object[] {
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

function requestBody(input: ObjectSchema, names: readonly string[], example: Fields): object {
  const schema = {
    type: 'object',
    properties: pick(input.properties, names),
    required: names.filter((name) => input.required.includes(name)),
  };
  return {
    required: true,
    content: { 'application/json': { schema, example: pick(example, names) } },
  };
}

function answer(operation: Operation): JsonSchema {
  const needed = !operation.data.safeParse(undefined).success;
  return {
    type: 'object',
    required: needed ? ['status', 'data'] : ['status'],
    properties: {
      status: { $ref: '#/components/schemas/Status' },
      data: jsonSchema(operation.data),
    },
  };
}

/** Names of the fields that travel in one place. */
function namesIn(operation: Operation, { properties }: ObjectSchema, place: string): string[] {
  const rest = operation.method === 'GET' ? 'query' : 'body';
  return Object.keys(properties).filter((name) => (operation.travels?.[name] ?? rest) === place);
}

/** The example as it would travel. */
function wireExample(operation: Operation): Fields {
  const parsed = operation.input.safeParse(exampleInput(operation));
  const plain = parsed.success ? toPlain(fromPlain(parsed.data)) : undefined;
  return typeof plain === 'object' && plain !== null ? { ...plain } : {};
}

function familyOf({ id }: Operation): string {
  return id.split('.', 1).join('');
}

function pick(from: Readonly<Record<string, unknown>>, names: readonly string[]): Fields {
  return Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name]]] : [])));
}
