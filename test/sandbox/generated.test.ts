import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Envelope } from '../../src/bank/envelope.js';
import { loadCatalogue } from '../../src/bank/families.js';
import { bankDocument } from '../../src/commands/openapi/command.js';
import { ALL_LENIENT, type SandboxSettings } from '../../src/sandbox/settings.js';
import { servedWorld } from '../fixtures/sandbox.js';
import { tokenCall } from '../fixtures/sandbox-calls.js';
import { character } from '../fixtures/texts.js';

/** How many requests in all: PAYCTL_REQUESTS=20000 sends other ones each time. */
const { PAYCTL_REQUESTS } = process.env;
const RUNS = Number(PAYCTL_REQUESTS ?? 700) / 2;
const SEED = PAYCTL_REQUESTS === undefined ? { seed: 20_260_310 } : {};
const ANSWER_MS = 10_000;

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  example?: unknown;
}

interface Described {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: { 'application/json': { example: Record<string, unknown> } } };
}

interface Document {
  paths: Record<string, Record<string, Described>>;
}

interface Call {
  method: string;
  path: string;
  described: Described;
}

/** What a careless or hostile client puts in place of a value. */
const broken = fc.oneof(
  fc.constantFrom(undefined, null, '', ' ', 0, -1, 0.29, 1e21, true, [], {}, '\u0000', '__proto__'),
  fc.constantFrom('%00', '../../x', "'; DROP TABLE account; --", '1e999', '-1', 'NaN', '\uD800'),
  fc.constantFrom([[]], { amount: {} }, JSON.parse('{"__proto__":{"x":1}}'), Array(50).fill('x')),
  fc.string({ maxLength: 300, unit: character }),
  fc.double(),
  fc.jsonValue({ maxDepth: 2 }),
);

const places = fc.array(fc.tuple(fc.nat(), broken), { maxLength: 3 });
/** In place of a body, or behind all but the last character of it. */
const bodies = fc.option(
  fc.oneof(
    fc.constantFrom('', '{', '[]', 'null', '7', '{"a":1,"a":2}', '\u0000'),
    fc.string({ unit: character }).map((tail) => ({ tail })),
  ),
  { freq: 9 },
);

/** The values with some of them replaced, nested ones too; undefined leaves one out. */
function mutated(
  values: Record<string, unknown>,
  changes: readonly (readonly [number, unknown])[],
) {
  const copy: Record<string, unknown> = structuredClone(values);
  for (const [place, value] of changes) {
    let here = copy;
    for (;;) {
      const names = Object.keys(here);
      const name = names[place % Math.max(names.length, 1)] ?? 'further';
      const inner = here[name];
      if (typeof inner === 'object' && inner !== null && place % 3 !== 0) {
        here = Object.fromEntries(Object.entries(inner));
        Object.assign(copy, { [name]: here });
        continue;
      }
      Object.assign(here, { [name]: value });
      break;
    }
  }
  return copy;
}

function headerText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return (text ?? '').replace(/[^\x20-\x7e]/g, '?');
}

function requestOf(
  { method, path, described }: Call,
  changes: Record<'body' | 'parameters', readonly (readonly [number, unknown])[]>,
  raw: string | { tail: string } | null,
) {
  const given = Object.fromEntries(
    described.parameters.map(({ name, example }) => [name, example]),
  );
  const values = mutated(given, changes.parameters);
  const headers: Record<string, string> = {};
  const query = new URLSearchParams();
  let url = path;
  for (const { name, in: place } of described.parameters) {
    const { [name]: value } = values;
    if (place === 'path')
      url = url.replace(`{${name}}`, encodeURIComponent(headerText(value) || 'x'));
    else if (value === undefined) continue;
    else if (place === 'query') query.set(name, headerText(value));
    else headers[name] = headerText(value);
  }
  const example = described.requestBody?.content['application/json'].example;
  const whole = example && JSON.stringify(mutated(example, changes.body));
  const torn = (tail: string) => whole && whole.slice(0, -1) + tail;
  const body = raw === null ? whole : typeof raw === 'string' ? example && raw : torn(raw.tail);
  return {
    method: method.toUpperCase(),
    url: `${url}${query.size > 0 ? `?${query}` : ''}`,
    headers,
    body,
  };
}

async function run(settings: Partial<SandboxSettings>, runs: number) {
  const { bank, clock, ...server } = await servedWorld({ settings });
  const { paths }: Document = JSON.parse(JSON.stringify(await bankDocument()));
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): Call => ({ method, path, described })),
  );
  const catalogue = new Map((await loadCatalogue()).map((operation) => [operation.id, operation]));
  const { data } = await tokenCall(bank);
  const seen = new Map<number, number>();
  const property = fc.asyncProperty(
    fc.constantFrom(...calls),
    places,
    fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, places),
    bodies,
    async (call, body, parameters, raw) => {
      clock.advance(1000);
      const { url, method, headers, ...request } = requestOf(call, { body, parameters }, raw);
      const response = await fetch(server.url + url, {
        method,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${data.accessToken}`,
          ...headers,
        },
        ...(request.body !== undefined && method !== 'GET' && { body: request.body }),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      const text = await response.text();
      seen.set(response.status, (seen.get(response.status) ?? 0) + 1);
      const shown = `${method} ${url} ${request.body} → ${response.status} ${text}`;
      expect(response.status, shown).toBeLessThan(500);
      const answer = Envelope.parse(JSON.parse(text));
      if (response.status !== 200) return;
      const operation = catalogue.get(call.described.operationId.replace(/\.(get|post)$/, ''));
      const read = operation?.data.safeParse(answer.data);
      expect(read?.error?.issues ?? [], shown).toEqual([]);
      expect(read?.success, shown).toBe(true);
    },
  );
  await fc.assert(property, { numRuns: runs, endOnFailure: true, ...SEED });
  expect(bank.balanced()).toBe(true);
  return seen;
}

it.each([
  ['strict', {}],
  ['lenient', ALL_LENIENT],
] as const)(
  'a %s bank answers whatever is sent, each time as its document says',
  async (_, settings) => {
    const seen = await run({ ...settings, tokenSeconds: 9_000_000 }, RUNS);
    expect(seen.get(200)).toBeGreaterThan(RUNS / 20);
    expect(seen.get(400)).toBeGreaterThan(RUNS / 20);
  },
  600_000,
);
