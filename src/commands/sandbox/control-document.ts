import { jsonSchema, objectSchema } from '../../bank/json-schema.js';
import { type Fields, isRecord } from '../../core/fields.js';
import { CONTROL_CALLS, CONTROL_PATH } from '../../sandbox/server/control-calls.js';

const SCHEME = 'sandboxKey';
const TAG = { name: 'sandbox', description: 'The customer and the operator, for tests' };

/** The document of the bank, with the control calls of `sandbox serve --control` and their key. */
export function withControl(document: Fields): object {
  const { paths, components } = document;
  const { securitySchemes } = asFields(components);
  const key = { type: 'apiKey', in: 'header', name: 'X-Sandbox-Key' };
  return {
    ...document,
    tags: [...(Array.isArray(document.tags) ? document.tags : []), TAG],
    paths: { ...asFields(paths), ...controlPaths() },
    components: {
      ...asFields(components),
      securitySchemes: { ...asFields(securitySchemes), [SCHEME]: key },
    },
  };
}

function asFields(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

function controlPaths() {
  return Object.fromEntries(
    Object.entries(CONTROL_CALLS).map(([name, { method, input, summary }]) => [
      CONTROL_PATH + name,
      {
        [method.toLowerCase()]: {
          operationId: `sandbox.${name.replaceAll('/', '.')}`,
          summary,
          description: `${summary}. A call of the embedded bank, not of the bank.`,
          tags: [TAG.name],
          security: [{ [SCHEME]: [] }],
          ...(method === 'GET'
            ? { parameters: queryParameters(input) }
            : { requestBody: { content: { 'application/json': { schema: jsonSchema(input) } } } }),
          responses: {
            200: {
              description: 'Done',
              content: {
                'application/json': { schema: { $ref: '#/components/schemas/Envelope' } },
              },
            },
            '4XX': { $ref: '#/components/responses/Refusal' },
            default: { $ref: '#/components/responses/Refusal' },
          },
        },
      },
    ]),
  );
}

function queryParameters(input: Parameters<typeof objectSchema>[0]) {
  return Object.entries(objectSchema(input).properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema,
  }));
}
