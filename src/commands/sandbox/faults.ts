import type { Result } from '../../cli/command.js';
import { group, option, optionalArgument, text } from '../../cli/parameter.js';
import { count, duration } from '../../cli/values.js';
import { usageError } from '../../core/errors.js';
import { fromPlain } from '../../core/json.js';
import { sandboxCommand } from './sandbox-command.js';

export const faults = sandboxCommand({
  words: ['sandbox', 'faults'],
  summary: 'show the faults of the embedded bank, set one, or clear them',
  notes: [
    'before-commit, committed-but-reply-lost, late-effect, truncated, html-error, wrong-reference, reset, slow, stalled, flapping-503, rate-limited, token-revoked and others affect calls; names that end in -callback affect confirmations.',
    'A code that payctl explain knows (8102, 1111, BU0001) refuses calls with that code, and nothing happens.',
  ],
  parameters: {
    name: optionalArgument('fault', 'name or code of the fault to set, or clear'),
    order: group({
      operation: text('--operation <id>', 'operation that fails (all)'),
      reference: text('--ref <reference>', 'only calls under this reference'),
      times: option('--times <n>', 'how often (always)', times),
      probability: option('--probability <p>', '0 to 1 (1; flapping-503 0.5)', probability),
      seed: option('--seed <n>', 'makes --probability repeatable (1)', count),
      atByte: option('--at-byte <n>', 'reset and truncated: after how many bytes', count),
      ms: option('--delay <duration>', 'slow: how long', duration),
      status: option('--status <n>', 'HTTP status, for a code that has several', count),
      retryAfter: text('--retry-after <text>', 'value of the Retry-After header'),
    }),
  },
  examples: [
    'payctl sandbox faults committed-but-reply-lost --operation ewallet.pay --times 1',
    'payctl sandbox faults 9900 --status 504 --operation ewallet.create --times 1',
    'payctl sandbox faults clear',
  ],
  run: async (context, { name, order: details }): Promise<Result> => {
    const { clearFaults, listFaults, setFault } = await import('../../sandbox/operator.js');
    const { orderOf } = await import('./fault-order.js');
    const isOrder = name !== undefined && name !== 'clear';
    const order = isOrder ? await orderOf(name, details) : undefined;
    const bank = await context.services.bank();
    if (order !== undefined) await setFault(bank, order);
    else if (name === 'clear') await clearFaults(bank);
    return { data: fromPlain(listFaults(bank)) };
  },
});

function times(value: string, flag: string): number {
  const found = count(value, flag);
  if (found > 0) return found;
  throw usageError(`${flag} is 0; give how often the fault shall occur, from 1`);
}

function probability(value: string): number {
  if (/^(0(\.[0-9]{1,6})?|1(\.0{1,6})?)$/.test(value)) return Number(value);
  throw usageError(`--probability is ${JSON.stringify(value)}; give a number from 0 to 1`);
}
