import { expect } from 'vitest';
import * as z from 'zod';
import { run } from '../../src/run.js';
import { type FakeHostOptions, fakeHost } from '../fixtures/fake-host.js';

const Reply = z.object({
  id: z.number(),
  result: z
    .object({
      isError: z.boolean().optional(),
      content: z.array(z.object({ text: z.string() })).optional(),
      structuredContent: z
        .looseObject({
          exit: z.nullable(z.number()),
          class: z.string(),
          untrusted: z.literal(true),
          data: z.unknown(),
          error: z.nullable(z.looseObject({ message: z.string() })),
        })
        .optional(),
      tools: z.array(z.object({ name: z.string(), inputSchema: z.looseObject({}) })).optional(),
    })
    .optional(),
});

export type Reply = z.infer<typeof Reply>;

/** A call of a tool, as a client sends it. */
export const call = (name: string, given: object) => ({
  method: 'tools/call',
  params: { name, arguments: given },
});

/** One client from its greeting to the end of its input; the answers by id, the greeting's is 0. */
export async function session(
  calls: readonly object[],
  { argv = [], ...machine }: FakeHostOptions = {},
): Promise<Reply[]> {
  const hello = {
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    },
  };
  const asked = [hello, ...calls].map((one, id) => ({ jsonrpc: '2.0', id, ...one }));
  const ready = { jsonrpc: '2.0', method: 'notifications/initialized' };
  const lines = [asked[0], ready, ...asked.slice(1)].map((one) => `${JSON.stringify(one)}\n`);
  const host = fakeHost({
    ...machine,
    argv: [...argv, 'mcp', '--retries=0'],
    stdin: lines.join(''),
  });
  expect(await run(host)).toBe(0);
  expect(host.stderr.text()).toBe('');
  const out = host.stdout.text();
  expect(out).not.toMatch(/secret-of-the-test/);
  return out
    .trimEnd()
    .split('\n')
    .map((line) => Reply.parse(JSON.parse(line)))
    .sort((one, other) => one.id - other.id);
}
