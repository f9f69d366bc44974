import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Fields, Operation } from '../../src/bank/define.js';
import { Envelope, exampleInput } from '../../src/bank/envelope.js';
import { loadCatalogue } from '../../src/bank/families.js';
import { call } from '../sandbox/calls.js';
import { newWorld } from '../sandbox/fixture.js';

const operations = await loadCatalogue();

/** What an attacker, or a client with a bug, puts where a text belongs. */
const hostile = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '🙂',
    '%00',
    '../../x',
    "'; DROP TABLE account; --",
    '{}',
    '1e999',
  ),
  fc.constantFrom('__proto__', 'constructor', '0', '-1', '999999999999999999999', 'NaN', '\uD800'),
  fc.string({ maxLength: 300, unit: 'binary' }),
  fc.constantFrom(null, true, 0, -1, 1e300, 0.1 + 0.2, Number.MAX_SAFE_INTEGER),
  fc.constantFrom(
    [],
    {},
    [[]],
    { amount: {} },
    JSON.parse('{"__proto__":{"x":1}}'),
    Array(50).fill('x'),
  ),
);

/** The example of an operation with some of its fields left out, spoilt, or joined by others. */
function spoilt(operation: Operation): fc.Arbitrary<Fields> {
  const names = Object.keys(operation.example);
  const changed = fc.constantFrom(...names, 'encryptedValue', 'unknown');
  const changes = fc.dictionary(changed, hostile, { maxKeys: 3 });
  const left = fc.subarray(names, { maxLength: Math.min(2, names.length) });
  return fc.tuple(changes, left).map(([spoils, absent]) =>
    exampleInput(operation, {
      ...spoils,
      ...Object.fromEntries(absent.map((name) => [name, undefined])),
    }),
  );
}

/** As it stands in an address, whose text is always well-formed. */
function worded(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return Buffer.from(text).toString();
}

describe('the sandbox stands whatever is sent to it', async () => {
  const { bank } = await newWorld({}, afterAll);

  /** A valid envelope, and no fault of the server's own. */
  async function answers(operation: Operation, path: string, body: unknown): Promise<void> {
    const { status, text } = await call(bank, operation.method, path, body);
    expect(status, `${operation.id} ${JSON.stringify(body)}: ${text}`).toBeLessThan(500);
    expect(Envelope.safeParse(JSON.parse(text)).success, text).toBe(true);
  }

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s',
    async (_, operation) => {
      await fc.assert(
        fc.asyncProperty(spoilt(operation), fc.string({ unit: 'binary' }), async (fields, tail) => {
          const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
            encodeURIComponent(worded(fields[name]) || '-'),
          );
          if (operation.method === 'POST') {
            await answers(operation, path, fields);
            await answers(operation, path, JSON.stringify(fields).slice(0, -1) + tail);
          } else {
            const query = new URLSearchParams();
            for (const [name, value] of Object.entries(fields)) query.append(name, worded(value));
            await answers(operation, `${path}?${query}`, undefined);
          }
        }),
        { numRuns: 60, seed: 20_260_131 },
      );
    },
  );

  it('and keeps its books', () => {
    expect(bank.balanced()).toBe(true);
  });
});
