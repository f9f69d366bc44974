import { describe, expect, it } from 'vitest';
import { printResult } from '../../../src/cli/output/print.js';
import { printRows } from '../../../src/cli/output/print-rows.js';
import { createTeller } from '../../../src/cli/terminal.js';
import { fromPlain, type Json } from '../../../src/core/json.js';
import { type Command, command, type Result, type Rows } from '../../../src/runtime/command.js';
import { readGlobals } from '../../../src/runtime/globals.js';
import { fakeHost } from '../../fixtures/fake-host.js';

const { signal } = new AbortController();
const SIGNALS = { first: signal, second: signal, received: undefined, inFlight: new Set() };

const COMMAND: Command = command({
  words: ['list'],
  summary: '',
  parameters: {},
  examples: [],
  run: async () => ({}),
});
const row = (number: number): Json =>
  fromPlain({
    reference: `R-${number}`,
    amount: '1.00',
    endedAt: null,
    exit: number,
    note: 'a, b',
  });

async function* all(items: readonly Json[]): AsyncGenerator<Json> {
  yield* items;
}

/** The same items as data, and as a list that comes one by one. */
async function bothWays(count: number, options: Options, tty = false) {
  const items = Array.from({ length: count }, (_, index) => row(index));
  const rows: Rows = { items: all(items), isUniform: true };
  return [await printed({ rows }, options, tty), await printed({ data: items }, options, tty)];
}

type Options = Record<string, unknown>;

async function printed({ rows, ...given }: Result, options: Options, tty = false) {
  const host = fakeHost({ tty });
  const globals = readGlobals({ options, words: [], names: [] }, {});
  const tell = createTeller(host, globals, SIGNALS);
  const view = { fields: ['reference', 'amount'] };
  const rest = { view, ...given };
  const result = rows ? await printRows(host, globals, rows, rest, tell) : rest;
  await printResult(host, globals, COMMAND, result, tell);
  return [host.stdout.text(), host.stderr.text()];
}

/** Says how many of its items were taken. */
function endless(count: number) {
  const taken = { count: 0 };
  const same = row(700);
  async function* items(): AsyncGenerator<Json> {
    for (; taken.count < count; taken.count++) yield same;
  }
  return { taken, rows: { items: items() } };
}

describe('a list that comes one by one', () => {
  const formats = ['json', 'jsonl', 'csv', 'text', 'yaml', 'table', 'raw'] as const;
  it.each(formats.flatMap((output) => [0, 1, 3, 1001].map((count) => [output, count] as const)))(
    'is printed as %s as it would be at once, with %i items',
    async (output, count) => {
      for (const tty of [false, true]) {
        const [list, data] = await bothWays(count, { output }, tty);
        expect(list).toEqual(data);
      }
      if (output === 'raw') return;
      const columns = await bothWays(count, { output, columns: 'exit' });
      expect(columns[0]).toEqual(columns[1]);
    },
  );

  it.each(
    (['json', 'jsonl', 'csv', 'text', 'yaml', 'table'] as const).flatMap((output) =>
      [
        '[*].reference',
        '[?exit > `700`].{it: reference, exit: exit}',
        '[?exit > `7000`]',
        '[].[exit, note]',
        '[-3:]',
        'length(@)',
        '[?exit == `0`] | [0]',
        '[*].{of: exit, all: length($)}',
      ].map((query) => [output, query] as const),
    ),
  )('is printed as %s with %s as it would be at once', async (output, query) => {
    for (const options of [{}, { columns: query.includes('it:') ? 'it' : undefined }]) {
      const [list, data] = await bothWays(1_001, { output, query, ...options });
      expect(list).toEqual(data);
    }
  });

  it('is a table in parts where it is long, each with its header', async () => {
    const [[text = ''] = []] = await bothWays(2_002, { output: 'table' });
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(2_004);
    expect(lines[2_001]).toBe('REFERENCE  AMOUNT');
  });

  it.each([
    ['table', '[*].reference'],
    ['json', '[?exit > `5`].reference'],
    ['jsonl', '[].note'],
  ])('is not held for a query that takes one after the other, as %s', async (output, query) => {
    const { taken, rows } = endless(100_001);
    const [, said] = await printed({ rows }, { output, query });
    expect({ said, taken: taken.count }).toEqual({ said: '', taken: 100_001 });
  });

  it.each([
    [{ output: 'json', query: 'length(@)' }, /--query "length\(@\)" needs all items at once/],
    [{ output: 'csv' }, /-o csv needs all items at once, and there are more than 100000 items/],
    [{ output: 'raw' }, /-o raw needs/],
  ])('is refused where more would be held than should be: %j', async (options, why) => {
    const { taken, rows } = endless(1_000_000);
    await expect(printed({ rows }, options)).rejects.toThrow(why);
    expect(taken.count).toBe(100_000);
  });

  it('has the columns that its first items have', async () => {
    const { rows } = endless(3);
    await expect(printed({ rows }, { output: 'json', columns: 'nothing' })).rejects.toThrow(
      '--columns has no field "nothing"',
    );
  });
});
