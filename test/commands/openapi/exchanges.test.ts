import SwaggerParser from '@apidevtools/swagger-parser';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { loadCatalogue } from '../../../src/bank/families.js';
import { EXAMPLE_HEADERS, EXAMPLES } from '../../../src/commands/openapi/command.js';
import { openapi } from '../../../src/commands/openapi/openapi.js';
import type { Bank } from '../../../src/sandbox/bank.js';
import { consent, pay } from '../../../src/sandbox/customer.js';
import { confirmations } from '../../../src/sandbox/ledger/tables.js';
import { fakeClock } from '../../fixtures/fake-host.js';
import { newWorld } from '../../fixtures/sandbox.js';
import { type Answered, call, tokenCall } from '../../fixtures/sandbox-calls.js';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  example?: string;
  schema: object;
}

interface Success {
  content: { 'application/json': { schema: object; example: object } };
}

interface Call {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: { 'application/json': { schema: object; example: object } } };
  responses: Record<string, Success>;
  security: object[];
}

type Exchange = { method: string; path: string } & Call;

let exchanges: Exchange[];
let hook: Call & { requestBody: { content: { 'application/json': { examples: object } } } };
let names: string[];

/** The document as a reader has it, every reference followed. */
beforeAll(async () => {
  const derived = openapi(await loadCatalogue(), { ...EXAMPLES, headers: EXAMPLE_HEADERS });
  const document = Object(await SwaggerParser.dereference(JSON.parse(JSON.stringify(derived))));
  const items = Object.entries<Record<string, Call>>(document.paths);
  exchanges = items.flatMap(([path, item]) =>
    Object.entries(item).map(([method, called]) => ({
      method: method.toUpperCase(),
      path,
      ...called,
    })),
  );
  hook = document.webhooks.paymentConfirmation.post;
  names = Object.keys(document.components.schemas);
});

/** What a JSON Schema says of a value; empty where it fits. */
function faults(schema: object, value: unknown): string[] {
  const result = z.fromJSONSchema(JSON.parse(JSON.stringify(schema))).safeParse(value);
  return result.success
    ? []
    : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

/** Single-use secrets that no document can hold, and the token of a user who consented. */
async function send(
  bank: Bank,
  { operationId, method, path, ...called }: Exchange,
): Promise<Answered> {
  const given = called.parameters.flatMap(({ example, ...parameter }) =>
    example === undefined ? [] : [{ ...parameter, example }],
  );
  const from = (place: string) => given.filter((parameter) => parameter.in === place);
  const query = new URLSearchParams(
    Object.fromEntries(from('query').map(({ name, example }) => [name, example])),
  );
  const filled = from('path').reduce(
    (url, { name, example }) => url.replace(`{${name}}`, example),
    path,
  );
  const headers = Object.fromEntries(from('header').map(({ name, example }) => [name, example]));
  const body = called.requestBody?.content['application/json'].example;
  if (operationId === 'token.refresh') {
    const issued = await tokenCall(bank, { authCode: (await consent(bank)).code });
    Object.assign(body ?? {}, { refreshToken: issued.data.refreshToken });
    headers.resourceOwnerId = issued.headers.resourceownerid ?? '';
  }
  const user = await tokenCall(bank, { authCode: (await consent(bank)).code });
  if (operationId === 'profile.customer')
    headers.resourceOwnerId = user.headers.resourceownerid ?? '';
  const token =
    called.security.length === 0
      ? null
      : operationId === 'profile.customer'
        ? user.data.accessToken
        : undefined;
  if (operationId === 'profile.merchant') headers['content-type'] = 'application/json';
  return call(bank, method, `${filled}?${query}`, body, { headers, token });
}

/** What a new bank cannot know: calls about something that another call has made. */
const UNKNOWN = [
  'deeplink.inquire',
  'ewallet.refund',
  'qr.inquire',
  'qr.inquire.post',
  'qr.void',
  'transfer.inquire',
  'transfer.creditConfirm',
  'transfer.debitConfirm',
  'slip.verify',
];

/** Of 200, unless the record names another status. */
function successOf(responses: Call['responses']): Success {
  const [status] = Object.keys(responses).filter((one) => one.startsWith('2'));
  return responses[status ?? ''] ?? expect.fail();
}

describe('the examples of the document', () => {
  test('are taken by a new bank, whose answers fit it', async () => {
    const { bank } = await newWorld({ clock: fakeClock(Date.parse('2026-01-31T09:00:00+07:00')) });
    const codes: Record<string, unknown> = {};
    for (const exchange of exchanges) {
      const { code, text: answer } = await send(bank, exchange);
      codes[exchange.operationId] = Number(code);
      if (Number(code) !== 1000) continue;
      const { schema } = successOf(exchange.responses).content['application/json'];
      expect(faults(schema, JSON.parse(answer)), exchange.operationId).toEqual([]);
    }
    const wanted = exchanges.map(({ operationId: id }) => [id, UNKNOWN.includes(id) ? 1104 : 1000]);
    expect(codes).toEqual(Object.fromEntries(wanted));
  });

  test('fit the schemas beside them', () => {
    for (const { operationId, parameters, requestBody, responses } of exchanges) {
      const contents = [requestBody, successOf(responses)].flatMap((one) =>
        one ? [one.content['application/json']] : [],
      );
      for (const { schema, example } of contents)
        expect(faults(schema, example), operationId).toEqual([]);
      for (const { name, schema, example } of parameters) {
        if (example !== undefined)
          expect(faults(schema, example), `${operationId} ${name}`).toEqual([]);
      }
    }
  });

  test('have an answer with data, where the bank gives some', () => {
    const without = exchanges.filter(
      ({ responses }) => !('data' in successOf(responses).content['application/json'].example),
    );
    expect(without.map(({ operationId }) => operationId)).toEqual(['ewallet.close']);
  });
});

test('confirmations are webhooks, and those of the bank fit them', async () => {
  const { bank } = await newWorld();
  const content = hook.requestBody.content['application/json'];
  for (const { value } of Object.values<{ value: object }>(Object(content.examples))) {
    expect(faults(content.schema, value)).toEqual([]);
  }
  for (const id of ['ewallet.create', 'qr.create', 'qr.createV1']) {
    const exchange = exchanges.find(({ operationId }) => operationId === id);
    const { data } = await send(bank, exchange ?? expect.fail());
    await pay(bank, data.codeUrl ?? data.qrRawData ?? data.data.qrRawData);
  }
  const sent = bank.look(({ store }) => confirmations.all(store, ''));
  expect(sent).toHaveLength(3);
  for (const { body } of sent) expect(faults(content.schema, JSON.parse(body))).toEqual([]);
  expect(faults(content.schema, { amount: 1 })).not.toEqual([]);
});

/** Names of members in all objects of a schema, by object. */
function membersOf(schema: unknown): string[][] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? [Object.keys(Object(schema.properties))] : [];
  return [...own, ...Object.values(schema).flatMap(membersOf)];
}

test('patterns stand where the specification has them', () => {
  const uid = (id: string) =>
    exchanges
      .find(({ operationId }) => operationId === id)
      ?.parameters.find(({ name }) => name === 'requestUId')?.schema;
  expect(uid('qr.create')).toMatchObject({ pattern: '^[A-Za-z0-9]{32}$' });
  expect(uid('transfer.inquire')).toMatchObject({ pattern: '^[A-Za-z0-9]{32}$' });
  expect(uid('ewallet.pay')).not.toHaveProperty('pattern');
  const short = uid('qr.create') ?? expect.fail();
  expect(faults(short, 'short')).not.toEqual([]);
});

test('no two members or schemas are called the same, whatever the letter case', () => {
  for (const { requestBody, responses } of exchanges) {
    for (const members of [requestBody, successOf(responses)].flatMap(membersOf)) {
      expect(new Set(members.map((name) => name.toLowerCase())).size).toBe(members.length);
    }
  }
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([]);
});
