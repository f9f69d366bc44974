import { describe, expect, it } from 'vitest';
import { printSeparate } from '../../../src/cli/output/print-separate.js';
import { createTeller } from '../../../src/cli/terminal.js';
import type { Json } from '../../../src/core/json.js';
import { readGlobals } from '../../../src/runtime/globals.js';
import { fakeHost } from '../../fixtures/fake-host.js';

const { signal } = new AbortController();
const SIGNALS = { first: signal, second: signal, received: undefined, inFlight: new Set() };

async function printed(options: Record<string, unknown>) {
  async function* items(): AsyncGenerator<Json> {
    yield { id: 'A', amount: '1.00' };
    yield { id: 'B', amount: null };
    yield { id: 'C', amount: null };
  }
  const separate = { line: String, fields: ['id', 'amount'], end: () => ({}) };
  const host = fakeHost();
  const globals = readGlobals({ options, words: [], names: [] }, {});
  await printSeparate(host, globals, items(), separate, createTeller(host, globals, SIGNALS));
  return { stdout: host.stdout.text(), stderr: host.stderr.text() };
}

describe('rows that come one by one', () => {
  it('go on where a query does not work on one of them', async () => {
    const { stdout, stderr } = await printed({ query: 'length(amount)' });
    expect(stdout).toBe('4\n{"id":"B","amount":null}\n{"id":"C","amount":null}\n');
    expect(stderr).toMatch(/^warning: --query .* rows like this are shown whole\n$/);
  });

  it('go on where they lack a column, and say so once', async () => {
    const { stdout, stderr } = await printed({ columns: 'id,amnt', output: 'csv' });
    expect(stdout).toBe('id,amnt\nA,\nB,\nC,\n');
    expect(stderr).toBe('warning: --columns has no field "amnt"; the fields are id, amount\n');
    expect((await printed({ columns: 'id,amnt', quiet: true })).stderr).toBe(stderr);
  });
});
