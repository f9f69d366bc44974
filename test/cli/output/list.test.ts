import { describe, expect, it } from 'vitest';
import { type Command, command } from '../../../src/cli/command.js';
import { readGlobals } from '../../../src/cli/globals.js';
import { printResult } from '../../../src/cli/output/print.js';
import { printList } from '../../../src/cli/output/print-list.js';
import { fromPlain, type Json } from '../../../src/core/json.js';
import { fakeHost } from '../../fake-host.js';

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
async function bothWays(count: number, options: Record<string, unknown>, tty = false) {
  const items = Array.from({ length: count }, (_, index) => row(index));
  const print = async (asList: boolean) => {
    const host = fakeHost({ tty });
    const globals = readGlobals({ options, words: [], names: [] }, {});
    const whole = { view: { fields: ['reference', 'amount'] } };
    const result = asList
      ? await printList(host, globals, {
          ...whole,
          list: { items: all(items), isUniform: true },
        })
      : { ...whole, data: items };
    await printResult(host, globals, COMMAND, result);
    return [host.stdout.text(), host.stderr.text()];
  };
  return [await print(true), await print(false)];
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
});
