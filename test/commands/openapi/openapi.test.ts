import SwaggerParser from '@apidevtools/swagger-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../../src/bank/define.js';
import { loadCatalogue } from '../../../src/bank/families.js';
import { openapi } from '../../../src/commands/openapi/openapi.js';
import { at, fromPlain, type Json, textOf, toPlain } from '../../../src/core/json.js';
import { EXAMPLE_HEADERS, EXAMPLES } from '../../../src/sandbox/seed/examples.js';

let operations: readonly Operation[];
let document: Json;
const examples = { ...EXAMPLES, headers: EXAMPLE_HEADERS };

beforeAll(async () => {
  operations = await loadCatalogue();
  document = fromPlain(openapi(operations, examples));
});

/** A fresh copy: the linters resolve references in place. */
function copy() {
  return JSON.parse(JSON.stringify(openapi(operations, examples)));
}

function entries(value: Json | undefined): [string, Json][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

describe('two independent linters accept the document', () => {
  test('the schema validator', async () => {
    expect(await new Validator().validate(copy())).toEqual({ valid: true });
  });

  test('the parser, which resolves every reference', async () => {
    await expect(SwaggerParser.validate(copy())).resolves.toMatchObject({ openapi: '3.1.0' });
  });
});

test('every operation is there, and path-only ones say so', () => {
  const found = entries(at(document, 'paths')).flatMap(([path, item]) =>
    entries(item).map(([method, call]) => [`${method.toUpperCase()} ${path}`, call] as const),
  );
  const wanted = operations.flatMap(({ method, otherMethods = [], path }) =>
    [method, ...otherMethods].map((verb) => `${verb} ${path}`),
  );
  expect(found.map(([name]) => name).sort()).toEqual(wanted.sort());
  for (const operation of operations) {
    const call = new Map(found).get(`${operation.method} ${operation.path}`);
    expect(at(call, 'x-payctl-specified')).toBe(operation.specified);
    expect(textOf(at(call, 'description'))?.includes('only the path')).toBe(!operation.specified);
  }
});

test('a body says what travels: exact numbers, required fields, rules', () => {
  const schema = at(document, 'components.schemas.QrCreateRequest');
  expect(toPlain(schema)).toMatchInlineSnapshot(`
    {
      "properties": {
        "amount": {
          "description": "amount in baht",
          "exclusiveMinimum": 0,
          "maximum": 9999999999999.99,
          "type": "number",
        },
        "expiryDate": {
          "description": "when the QR expires, Bangkok time, YYYY-MM-DD HH:MM:SS; required with numberOfTimes",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$",
          "type": "string",
        },
        "numberOfTimes": {
          "description": "how often the QR can be paid",
          "maximum": 9999,
          "minimum": 0,
          "type": "integer",
        },
        "ppId": {
          "description": "biller id, 15 digits",
          "minLength": 1,
          "pattern": "^[0-9]{15}$",
          "type": "string",
        },
        "ppType": {
          "default": "BILLERID",
          "description": "kind of PromptPay id",
          "enum": [
            "BILLERID",
          ],
          "type": "string",
        },
        "qrType": {
          "default": "PP",
          "description": "kind of QR: PP (QR 30)",
          "enum": [
            "PP",
          ],
          "type": "string",
        },
        "ref1": {
          "description": "reference 1",
          "maxLength": 20,
          "minLength": 1,
          "pattern": "^[A-Z0-9]*$",
          "type": "string",
        },
        "ref2": {
          "description": "reference 2",
          "maxLength": 20,
          "minLength": 1,
          "pattern": "^[A-Z0-9]*$",
          "type": "string",
        },
        "ref3": {
          "description": "reference 3: prefix of the biller and a value",
          "maxLength": 20,
          "minLength": 1,
          "pattern": "^[A-Z0-9]*$",
          "type": "string",
        },
      },
      "required": [
        "qrType",
        "ppType",
        "ppId",
        "ref1",
      ],
      "type": "object",
    }
  `);
});
