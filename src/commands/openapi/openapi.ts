import {
  ACCEPTED_LANGUAGES,
  type Fields,
  fieldPlace,
  type Operation,
  shapeNotes,
} from '../../bank/define.js';
import {
  ACKNOWLEDGEMENT,
  CONFIRMATIONS,
  Envelope,
  exampleInput,
  Status,
} from '../../bank/envelope.js';
import { FAMILIES, familyName, isFamily } from '../../bank/families.js';
import {
  type JsonSchema,
  jsonSchema,
  type ObjectSchema,
  objectSchema,
} from '../../bank/json-schema.js';
import { fromPlain, toPlain } from '../../core/json.js';
import { capitalized } from '../../core/text.js';

/** Example exchanges in place of those of the records: the fields, and the data of the answer. */
export interface OpenApiExamples {
  headers: Readonly<Record<string, string>>;
  operations: Readonly<Record<string, { input: Fields; answer?: unknown }>>;
  /** Messages of the bank, by what they confirm. */
  events: Readonly<Record<string, object>>;
}

/** Where `sandbox serve` listens unless it is told otherwise. */
export const SERVED = 'http://127.0.0.1:8787';

/** The operations as an OpenAPI 3.1 document of the bank at an address, in plain JSON values. */
export function openapi(
  operations: readonly Operation[],
  examples: OpenApiExamples,
  address = SERVED,
): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    for (const method of [operation.method, ...(operation.otherMethods ?? [])]) {
      const item = paths[operation.path] ?? {};
      item[method.toLowerCase()] = operationObject(operation, method, examples);
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
      contact: { name: 'payctl' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: address, description: 'The embedded bank: payctl sandbox serve' }],
    tags: [...new Set(operations.map(({ id }) => familyName(id)))].map((name) => ({
      name,
      description: capitalized(isFamily(name) ? FAMILIES[name].summary : name),
    })),
    paths,
    webhooks: webhooks(examples.events),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Status: jsonSchema(Status),
        Envelope: jsonSchema(Envelope),
        ...Object.assign({}, ...operations.map(operationSchemas)),
        ...eventSchemas(),
      },
      responses: RESPONSES,
    },
  };
}

const REFUSAL = { $ref: '#/components/responses/Refusal' };

const RESPONSES = {
  Refusal: {
    description: 'The bank refused the call or could not carry it out',
    content: {
      'application/json': {
        schema: { $ref: schemaRef('Envelope') },
        example: { status: { code: 1102, description: 'Invalid parameters' } },
      },
    },
  },
};

/** The name of a schema: `EwalletCreateRequest` of `ewallet.create`. */
function schemaName({ id }: Operation, part: 'Request' | 'Data'): string {
  const words = id.split('.').map(capitalized);
  return words.join('') + part;
}

function operationSchemas(operation: Operation): Record<string, JsonSchema> {
  const input = objectSchema(operation.input);
  const body = listNames(operation, input, 'body');
  return {
    ...(body.length === 0 ? {} : { [schemaName(operation, 'Request')]: bodySchema(input, body) }),
    [schemaName(operation, 'Data')]: jsonSchema(operation.data),
  };
}

function operationObject(operation: Operation, method: string, examples: OpenApiExamples): object {
  const input = objectSchema(operation.input);
  const { input: values = {}, answer: data = operation.answer } =
    examples.operations[operation.id] ?? {};
  const example = wireExample(operation, values);
  const body = method === 'GET' ? [] : listNames(operation, input, 'body');
  return {
    operationId:
      method === operation.method ? operation.id : `${operation.id}.${method.toLowerCase()}`,
    summary: operation.summary,
    description: describe(operation),
    tags: [familyName(operation.id)],
    parameters: [...headers(operation, examples.headers), ...parameters(operation, input, example)],
    ...(body.length === 0 ? {} : { requestBody: requestBody(operation, pick(example, body)) }),
    responses: {
      [operation.status ?? 200]: {
        description: 'Answered',
        content: {
          'application/json': { schema: answerSchema(operation), example: answerExample(data) },
        },
      },
      '4XX': REFUSAL,
      default: REFUSAL,
    },
    security: operation.subject === 'none' ? [] : [{ token: [] }],
    'x-payctl-specified': operation.specified,
    'x-payctl-effect': operation.effect,
    'x-payctl-command': ['payctl', ...operation.command].join(' '),
  };
}

function describe(operation: Operation): string {
  const { summary, notes = [] } = operation;
  return [`${summary}.`, ...notes, ...shapeNotes(operation)].join(' ');
}

function requestBody(operation: Operation, example: Fields): object {
  const schema = { $ref: schemaRef(schemaName(operation, 'Request')) };
  return { required: true, content: { 'application/json': { schema, example } } };
}

function answerExample(data: unknown): object {
  return {
    status: { code: 1000, description: 'Success' },
    ...(data === undefined ? {} : { data }),
  };
}

function answerSchema(operation: Operation): JsonSchema {
  const needed = !operation.data.safeParse(undefined).success;
  return {
    type: 'object',
    required: needed ? ['status', 'data'] : ['status'],
    properties: {
      status: { $ref: schemaRef('Status') },
      data: { $ref: schemaRef(schemaName(operation, 'Data')) },
    },
  };
}

/** Schemas of the messages, for `components`. */
function eventSchemas(): Record<string, JsonSchema> {
  const confirmations = CONFIRMATIONS.map(
    ({ name, schema }) => [name, jsonSchema(schema)] as const,
  );
  return { ...Object.fromEntries(confirmations), Acknowledgement: jsonSchema(ACKNOWLEDGEMENT) };
}

/** `webhooks` of the document: what the partner's address receives. */
function webhooks(messages: Readonly<Record<string, object>>): object {
  const examples = CONFIRMATIONS.map(({ kind }) => [kind, { value: messages[kind] }] as const);
  return {
    paymentConfirmation: {
      post: {
        operationId: 'paymentConfirmation',
        summary: 'The bank tells that a customer has paid',
        description:
          'The specification names the event and shows nothing of it: the fields come from public documents and may differ. Nothing in it is signed; ask the bank before anything is shipped.',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { anyOf: CONFIRMATIONS.map(({ name }) => ({ $ref: schemaRef(name) })) },
              examples: Object.fromEntries(examples),
            },
          },
        },
        responses: {
          200: {
            description: 'Taken; anything else is sent again',
            content: {
              'application/json': {
                schema: { $ref: schemaRef('Acknowledgement') },
                example: { resCode: '00', resDesc: 'success', transactionId: 'as it came' },
              },
            },
          },
        },
        security: [],
        'x-payctl-command': 'payctl listen',
      },
    },
  };
}

function schemaRef(schema: string): string {
  return `#/components/schemas/${schema}`;
}

function headers(
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
      schema: { type: 'string', enum: ACCEPTED_LANGUAGES[language] },
    },
  ];
}

function parameters(operation: Operation, input: ObjectSchema, example: Fields): object[] {
  return (['path', 'query', 'header'] as const).flatMap((place) =>
    listNames(operation, input, place).map((name) => ({
      name,
      in: place,
      required: place === 'path' || input.required.includes(name),
      schema: input.properties[name],
      ...(example[name] === undefined ? {} : { example: example[name] }),
    })),
  );
}

function bodySchema(input: ObjectSchema, names: readonly string[]): JsonSchema {
  return {
    type: 'object',
    properties: pick(input.properties, names),
    required: names.filter((name) => input.required.includes(name)),
  };
}

/** Names of the fields that travel in one place. */
function listNames(operation: Operation, { properties }: ObjectSchema, place: string): string[] {
  return Object.keys(properties).filter((name) => fieldPlace(operation, name) === place);
}

/** The example as it is sent. */
function wireExample(operation: Operation, values: Fields): Fields {
  const parsed = operation.input.safeParse(exampleInput(operation, values));
  const plain = parsed.success ? toPlain(fromPlain(parsed.data)) : undefined;
  return typeof plain === 'object' && plain !== null ? { ...plain } : {};
}

function pick(from: Readonly<Record<string, unknown>>, names: readonly string[]): Fields {
  return Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name]]] : [])));
}
