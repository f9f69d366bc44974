import { PayctlError } from '../../errors.js';
import { fromPlain } from '../../json.js';
import { nearest } from '../../nearest.js';
import type { FaultOrder } from '../../sandbox/faults.js';
import type { Command, Result } from '../command.js';
import type { Context } from '../context.js';
import { count, duration } from '../values.js';

export const faults: Command = {
  words: ['sandbox', 'faults'],
  summary: 'show the faults of the embedded bank, set one, or clear them',
  notes: [
    'before-commit, committed-but-reply-lost, late-effect, truncated, html-error, wrong-reference, reset, slow, stalled, flapping-503, rate-limited, token-revoked and others strike calls; those that end in -callback strike confirmations.',
  ],
  arguments: [{ name: 'fault', summary: 'name of the fault to set, or clear', optional: true }],
  options: [
    { flags: '--operation <id>', summary: 'the operation that it strikes (all)' },
    { flags: '--times <n>', summary: 'how often (for ever)' },
    { flags: '--probability <p>', summary: '0 to 1 (1; flapping-503 0.5)' },
    { flags: '--seed <n>', summary: 'makes the dice repeatable (1)' },
    { flags: '--at-byte <n>', summary: 'reset and truncated: where' },
    { flags: '--delay <duration>', summary: 'slow: how long' },
    { flags: '--status <n>', summary: 'downstream: HTTP status (500)' },
    { flags: '--retry-after <text>', summary: 'value of the Retry-After header' },
  ],
  examples: [
    'payctl sandbox faults committed-but-reply-lost --operation ewallet.pay --times 1',
    'payctl sandbox faults clear',
  ],
  run: async (context): Promise<Result> => {
    const { clearFaults, listFaults, setFault } = await import('../../sandbox/operator.js');
    const name = context.argument('fault');
    const isOrder = name !== undefined && name !== 'clear';
    const order = isOrder ? await orderOf(name, context) : undefined;
    const bank = await context.wiring.bank();
    if (order !== undefined) await setFault(bank, order);
    else if (name === 'clear') await clearFaults(bank);
    return { data: fromPlain(listFaults(bank)), view: 'sandbox.faults' };
  },
};

async function orderOf(name: string, context: Context): Promise<FaultOrder> {
  const { CALL_FAULTS, CONFIRMATION_FAULTS, isFaultName } = await import('../../sandbox/faults.js');
  if (!isFaultName(name)) {
    const names = [...Object.keys(CALL_FAULTS), ...CONFIRMATION_FAULTS];
    const guess = nearest(name, names);
    throw new PayctlError('USAGE', `there is no fault ${JSON.stringify(name)}`, {
      hint: guess ? `did you mean ${guess}?` : `the faults are ${names.join(', ')}`,
    });
  }
  const whole = (flag: string) => {
    const value = context.text(flag);
    return value === undefined ? undefined : count(value, `--${flag}`);
  };
  const delay = context.text('delay');
  return {
    name,
    operation: await operationOf(context.text('operation')),
    times: whole('times'),
    probability: probabilityOf(context.text('probability')),
    seed: whole('seed'),
    atByte: whole('at-byte'),
    ms: delay === undefined ? undefined : duration(delay, '--delay'),
    status: whole('status'),
    retryAfter: context.text('retry-after'),
  };
}

/** A fault of an operation that is not there would never strike. */
async function operationOf(id: string | undefined): Promise<string> {
  if (id === undefined) return '*';
  const { loadCatalogue } = await import('../../api/catalogue.js');
  const ids = (await loadCatalogue()).map((operation) => operation.id);
  if (ids.includes(id)) return id;
  const guess = nearest(id, ids);
  throw new PayctlError('USAGE', `there is no operation ${JSON.stringify(id)}`, {
    hint: guess ? `did you mean ${guess}?` : `the operations are ${ids.join(', ')}`,
  });
}

function probabilityOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^(0(\.[0-9]{1,6})?|1(\.0{1,6})?)$/.test(text)) return Number(text);
  throw new PayctlError(
    'USAGE',
    `--probability is ${JSON.stringify(text)}; give a number from 0 to 1`,
  );
}
