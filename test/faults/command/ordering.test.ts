import { expect, it } from 'vitest';
import { describeWith } from '../../fixtures/needs.js';
import { openBench } from './bench.js';
import { moneyOperations, prepared } from './charges.js';
import { type Syscall, traced } from './strace.js';

describeWith('strace', 'the order of a money command', () => {
  it('is intent, flush of file and directory, then the connection', async () => {
    const bench = await openBench();
    await bench.machine.payctl('token');
    const orders: Record<string, string[]> = {};
    const operations = moneyOperations(Date.now());
    // The first charge of a journal also makes the log beside it.
    const [first] = operations;
    if (first !== undefined) await bench.machine.payctl((await prepared(bench.bank, first)).args);
    for (const operation of operations) {
      const { args } = await prepared(bench.bank, operation);
      const { code, stderr, syscalls } = await traced(bench.machine, args);
      expect(code, stderr).toBe(0);
      orders[operation] = syscalls.flatMap(meaningOf);
    }
    await bench.close();
    const expected = [
      'write the intent',
      'flush the file',
      'link it under its name',
      'flush the directory',
      'connect',
      'send',
      'write the outcome',
      'flush the file',
    ];
    console.log(
      `the order of ${Object.keys(orders).length} money commands: ${expected.join(', ')}`,
    );
    for (const [operation, order] of Object.entries(orders)) {
      // What comes after is the memory of ends, which no decision reads.
      expect(order.slice(0, expected.length), operation).toEqual(expected);
    }
  });
});

const JOURNAL = '[^>"]*/payctl/journal';
const CLAIM = `${JOURNAL}/[0-9a-f]{32}\\.1\\.jsonl`;

const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`write\\(\\d+<${CLAIM}.*\\\\"type\\\\":\\\\"intent`), 'write the intent'],
  [new RegExp(`write\\(\\d+<${CLAIM}.*\\\\"type\\\\":\\\\"outcome`), 'write the outcome'],
  [new RegExp(`fsync\\(\\d+<${CLAIM}.*= 0`), 'flush the file'],
  [new RegExp(`link(at)?\\(.*"${CLAIM}.*"${CLAIM}".*= 0`), 'link it under its name'],
  [new RegExp(`fsync\\(\\d+<${JOURNAL}>\\).*= 0`), 'flush the directory'],
  [/connect\(\d+<.*AF_INET/, 'connect'],
  [/(write|writev|sendto|sendmsg)\(\d+<(socket|TCP).*POST /, 'send'],
];

function meaningOf({ text }: Syscall): string[] {
  return MEANINGS.filter(([pattern]) => pattern.test(text)).map(([, meaning]) => meaning);
}
