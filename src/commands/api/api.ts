import * as z from 'zod/mini';
import type { Fields, Operation } from '../../bank/define.js';
import { loadCatalogue } from '../../bank/families.js';
import { normalizedPath, pathPattern } from '../../bank/path.js';
import { payctl } from '../../core/command-line.js';
import { usageError } from '../../core/errors.js';
import { freeCalls } from '../../messages/free-calls.js';
import { expectedAmount, grant, rawFields, wait } from '../../runtime/call-parameters.js';
import { command, type Result } from '../../runtime/command.js';
import { send } from '../../runtime/invoke.js';
import { argument, flag } from '../../runtime/parameter.js';
import type { Profile } from '../../runtime/profile.js';
import { gatherFields } from '../../runtime/raw-fields.js';

/** A call by method and path: by its record in the catalogue, else under the safest assumption. */
export const api = command({
  words: ['api'],
  step: async ([method]) => (method?.toUpperCase() === 'GET' ? 'harmless' : 'money'),
  summary: 'any call, authenticated; headers and safety come from the catalogue',
  notes: [
    'Fields are sent as given, unchecked except for the reference of a charge. A call that is not in the catalogue and not a GET is treated as one that can move money: it is written to the journal first, and never sent twice. If such a call only reads, say so with --reads: then an unclear answer opens no charge.',
  ],
  parameters: {
    method: argument('method', 'GET or POST'),
    path: argument('path', 'relative to the base URL, e.g. /v1/payment/ewallets/inquire'),
    raw: rawFields({
      text: 'a field, as a string',
      typed: 'a field, typed: number, true, false, null, @file',
      data: 'fields as JSON: @file.json, - (standard input) or the text',
    }),
    grant: grant(),
    reads: flag(
      '--reads',
      'this call, which is not in the catalogue, moves no money: no journal, may be repeated',
    ),
    waitMs: wait('after a lost answer: how long to inquire (60s)'),
    expectAmount: expectedAmount('refuse any other amount'),
  },
  examples: [
    'payctl --sandbox api GET /v1/shopapp/merchant/profile',
    'payctl --sandbox api POST /v1/payment/balance/inquiry --reads -f accountNo=1110000001 --dry-run',
    'payctl --sandbox api POST /v1/payment/ewallets/qrcode/create -f tranType=W -f companyId=001 -f terminalId=12345678 -f outTradeNo=SBXAPI0001 -f totalFee=10.00',
  ],
  oneCall: true,
  dryRun: 'shown',
  async run(services, { reads, ...values }): Promise<Result> {
    const method = parseMethod(values.method);
    const { path, query } = parsePath(values.path);
    const profile = await services.profile();
    const matched = await matchOperation(method, path, profile.resolved.values.baseUrl ?? '');
    const operation = reads ? asReading(matched, profile) : matched.record;
    const { raw, grant, waitMs, expectAmount } = values;
    const fields = await gatherFields(services.host, {}, raw, {});
    const record = withQuery(operation, method, query, fields);
    const input = { ...fields, ...query, ...matched.pathFields };
    return send(record, input, services, { fields: {}, raw, grant, waitMs, expectAmount });
  },
});

function parseMethod(text: string): 'GET' | 'POST' {
  const method = text.toUpperCase();
  if (method === 'GET' || method === 'POST') return method;
  throw usageError(freeCalls.methodUnknown(JSON.stringify(text)));
}

function parsePath(text: string): { path: string; query: Fields } {
  const [path = '', ...rest] = text.split('?');
  const search = rest.join('?');
  const segments = path.split('/');
  if (!/^\/[A-Za-z0-9/_.~%-]*$/.test(path) || segments.includes('..') || segments.includes('.')) {
    throw usageError(freeCalls.pathWrong(JSON.stringify(text)));
  }
  const query: Fields = {};
  for (const [name, value] of new URLSearchParams(search)) {
    if (Object.hasOwn(query, name)) {
      throw usageError(freeCalls.pathGivesTwice(JSON.stringify(name)));
    }
    query[name] = value;
  }
  return { path, query };
}

interface MatchedOperation {
  record: Operation;
  pathFields: Fields;
  isInCatalogue: boolean;
}

async function matchOperation(
  method: 'GET' | 'POST',
  path: string,
  baseUrl: string,
): Promise<MatchedOperation> {
  const catalogue = await loadCatalogue();
  for (const record of catalogue) {
    const pathFields = matchPath(record.path, path);
    const methods = [record.method, ...(record.otherMethods ?? [])];
    if (pathFields && methods.includes(method)) {
      return { record: { ...record, method, pages: undefined }, pathFields, isInCatalogue: true };
    }
  }
  const base = URL.canParse(baseUrl) ? new URL(baseUrl).pathname : '';
  for (const record of catalogue) refuseSpelling(record, method, path, base);
  return { record: unlisted(method, path), pathFields: {}, isInCatalogue: false };
}

/**
 * A gateway may accept other spellings of the same path, with part of it in the base URL; the journal
 * would take them for a different call, without its reference.
 */
function refuseSpelling(record: Operation, method: string, typedPath: string, base: string): void {
  const { effect, path, command } = record;
  if (effect === 'read' || !normalizedPath(`${base}/${typedPath}`).endsWith(normalizedPath(path)))
    return;
  const name = command.join(' ') || freeCalls.known;
  throw usageError(
    typedPath === path
      ? freeCalls.otherMethod({ path, name, known: record.method, method })
      : freeCalls.otherSpelling({ given: JSON.stringify(typedPath), path, name }),
    payctl`api ${record.method} ${path} …`,
  );
}

/** The user's promise that an unknown call only reads; a read-only profile does not accept it. */
function asReading(
  { record, isInCatalogue }: MatchedOperation,
  { readOnly, name }: Profile,
): Operation {
  if (isInCatalogue) throw usageError(freeCalls.readsOfKnown(record.path), freeCalls.leaveOutReads);
  if (readOnly) throw usageError(freeCalls.readsInReadOnly(name), freeCalls.otherProfile);
  return { ...record, effect: 'read' };
}

/** Fields in the query string stay there, even if everything else travels in a body. */
function withQuery(record: Operation, method: string, query: Fields, fields: Fields): Operation {
  const names = Object.keys(query);
  const duplicate = names.find((name) => Object.hasOwn(fields, name));
  if (duplicate !== undefined) throw usageError(freeCalls.givenTwice(duplicate));
  if (method === 'GET' || names.length === 0) return record;
  const travels = Object.fromEntries(names.map((name) => [name, 'query'] as const));
  return { ...record, travels: { ...record.travels, ...travels } };
}

function matchPath(template: string, path: string): Fields | undefined {
  const match = pathPattern(template).exec(path);
  if (!match) return undefined;
  const segments = Object.entries(match.groups ?? {});
  return Object.fromEntries(segments.map(([name, text]) => [name, decoded(text)]));
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw usageError(freeCalls.notPercentEncoded(JSON.stringify(segment)), freeCalls.writePercent);
  }
}

function unlisted(method: 'GET' | 'POST', path: string): Operation {
  return {
    id: 'api',
    command: ['api', method, path],
    method,
    path,
    summary: 'a call that is not in the catalogue',
    specified: false,
    effect: method === 'GET' ? 'read' : 'money',
    role: method === 'GET' ? 'inquiry' : 'payment',
    payment: 'other',
    owner: 'apiKey',
    language: 'EN/TH',
    subject: 'application',
    input: z.looseObject({}),
    data: z.unknown(),
    example: {},
    view: {},
    sandbox: '',
  };
}
