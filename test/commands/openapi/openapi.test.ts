import SwaggerParser from '@apidevtools/swagger-parser';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, expect, test } from 'vitest';
import { type Operation, shapeSource } from '../../../src/bank/define.js';
import { loadCatalogue } from '../../../src/bank/families.js';
import { EXAMPLE_HEADERS, EXAMPLES } from '../../../src/commands/openapi/command.js';
import { openapi } from '../../../src/commands/openapi/openapi.js';
import { withControl } from '../../../src/commands/sandbox/control-document.js';
import { at, fromPlain, type Json, jsonText, toPlain } from '../../../src/core/json.js';

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

test('a parser resolves every reference', async () => {
  await expect(SwaggerParser.validate(copy())).resolves.toMatchObject({ openapi: '3.1.0' });
});

/** What a linter's recommended rules object to. */
async function objections(document: object): Promise<string[]> {
  const source = JSON.stringify(document);
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

test('it passes the recommended rules of a linter, with and without the control calls', async () => {
  const whole = withControl(copy());
  expect(await objections(whole)).toEqual([]);
  const { license: _, ...info } = copy().info;
  expect(await objections({ ...whole, info })).toEqual([expect.stringMatching(/^info-license:/)]);
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
    const said = jsonText(at(call, 'description')) ?? '';
    const source = shapeSource(operation);
    expect(said.includes('gives only the path')).toBe(source === 'path only');
    expect(said.includes('does not have this call')).toBe(source === 'public clients');
  }
});

test('a body says what travels: exact numbers, required fields, rules', () => {
  const schema = at(document, 'components.schemas.QrCreateRequest');
  expect(toPlain(schema)).toMatchObject({
    required: ['qrType', 'ppType', 'ppId', 'ref1'],
    properties: {
      amount: { type: 'number', exclusiveMinimum: 0, maximum: 9999999999999.99 },
      expiryDate: { description: expect.stringContaining('required with numberOfTimes') },
      numberOfTimes: { type: 'integer', minimum: 0, maximum: 9999 },
      ppId: { type: 'string', pattern: '^[0-9]{15}$' },
      qrType: { default: 'PP', enum: ['PP'] },
    },
  });
});
