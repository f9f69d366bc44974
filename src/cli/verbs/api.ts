import * as z from 'zod';
import { loadCatalogue } from '../../api/catalogue.js';
import type { Fields, Operation } from '../../api/operation.js';
import { PayctlError } from '../../errors.js';
import type { Command, Result } from '../command.js';
import { gatherFields } from '../input.js';
import { send } from '../invoke.js';

/** A call by method and path: the catalogue's record where there is one, else the careful assumption. */
export const api: Command = {
  words: ['api'],
  summary: 'any call, authenticated; headers and safety come from the catalogue',
  notes: [
    'Fields are sent as they are given, unchecked. A call that is not in the catalogue and not a GET is treated as one that can move money: it is written to the journal first, and never sent twice.',
  ],
  arguments: [
    { name: 'method', summary: 'GET or POST' },
    { name: 'path', summary: 'relative to the base URL, as /v1/payment/ewallets/inquire' },
  ],
  options: [
    { flags: '-f, --raw-field <key=value>', summary: 'a field, as a string', repeat: true },
    {
      flags: '-F, --field <key=value>',
      summary: 'a field, typed: number, true, false, null, @file',
      repeat: true,
    },
    { flags: '--data <json>', summary: 'fields as JSON: @file.json, - or the text' },
    { flags: '--wait <duration>', summary: 'after a lost answer: how long to inquire (60s)' },
    { flags: '--expect-amount <amount>', summary: 'refuse any other amount' },
  ],
  examples: [
    'payctl --sandbox api GET /v1/shopapp/merchant/profile',
    'payctl --sandbox api POST /v1/payment/ewallets/qrcode/create -f tranType=W -f companyId=001 -f terminalId=12345678 -f outTradeNo=SBXAPI0001 -f totalFee=10.00',
  ],
  oneCall: true,
  dryRun: 'shown',
  async run(context): Promise<Result> {
    const method = methodOf(context.argument('method') ?? '');
    const { path, query } = pathOf(context.argument('path') ?? '');
    const operation = await operationOf(method, path);
    const given = await gatherFields(
      context.host,
      {},
      {
        data: context.text('data'),
        fields: context.list('field'),
        rawFields: context.list('raw-field'),
      },
      {},
    );
    return send(operation.record, { ...given, ...query, ...operation.holes }, context);
  },
};

function methodOf(text: string): 'GET' | 'POST' {
  const method = text.toUpperCase();
  if (method === 'GET' || method === 'POST') return method;
  throw new PayctlError(
    'USAGE',
    `the method is ${JSON.stringify(text)}; the bank knows GET and POST`,
  );
}

function pathOf(text: string): { path: string; query: Fields } {
  const [path = '', search = ''] = text.split('?', 2);
  const segments = path.split('/');
  if (!/^\/[A-Za-z0-9/_.~%-]*$/.test(path) || segments.includes('..') || segments.includes('.')) {
    throw new PayctlError(
      'USAGE',
      `the path is ${JSON.stringify(text)}; give one that begins with / and has no dot segments`,
    );
  }
  return { path, query: Object.fromEntries(new URLSearchParams(search)) };
}

async function operationOf(
  method: 'GET' | 'POST',
  path: string,
): Promise<{ record: Operation; holes: Fields }> {
  for (const known of await loadCatalogue()) {
    const holes = matchPath(known.path, path);
    const methods = [known.method, ...(known.otherMethods ?? [])];
    if (holes && methods.includes(method)) return { record: { ...known, method }, holes };
  }
  return { record: unlisted(method, path), holes: {} };
}

function matchPath(template: string, path: string): Fields | undefined {
  const names: string[] = [];
  const pattern = template.replace(/\{([A-Za-z]+)\}/g, (_, name: string) => {
    names.push(name);
    return '([^/]+)';
  });
  const match = new RegExp(`^${pattern}$`).exec(path);
  if (!match) return undefined;
  return Object.fromEntries(names.map((name, index) => [name, decoded(match[index + 1] ?? '')]));
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new PayctlError(
      'USAGE',
      `the path has ${JSON.stringify(segment)}, which is wrongly encoded`,
      {
        hint: 'write a percent sign as %25',
      },
    );
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
    owner: 'apiKey',
    language: 'EN/TH',
    subject: 'user',
    input: z.looseObject({}),
    data: z.unknown(),
    example: {},
  };
}
