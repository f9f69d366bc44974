import { TRANSFER_ID } from '../../bank/transfer/examples.js';
import type { View } from '../../bank/view.js';
import { type Command, command, type Result } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import {
  argument,
  choice,
  flag,
  group,
  option,
  optionalArgument,
  restArguments,
  text,
} from '../../cli/parameter.js';
import { count, duration, moment } from '../../cli/values.js';
import { PayctlError, usageError } from '../../core/errors.js';
import { fromPlain } from '../../core/json.js';
import { formatAmount } from '../../core/money.js';
import { nearest } from '../../core/nearest.js';
import type { FaultOrder } from '../../sandbox/faults/faults.js';
import { confirmed } from '../config/secret-input.js';
import { customerCommands } from './customer.js';
import { serve } from './serve.js';

const LOG: View = {
  fields: ['at', 'operation', 'reference', 'status', 'code', 'fault', 'committed', 'note'],
  keep: 4,
};

const faults = command({
  words: ['sandbox', 'faults'],
  summary: 'show the faults of the embedded bank, set one, or clear them',
  notes: [
    'before-commit, committed-but-reply-lost, late-effect, truncated, html-error, wrong-reference, reset, slow, stalled, flapping-503, rate-limited, token-revoked and others affect calls; names that end in -callback affect confirmations.',
  ],
  parameters: {
    name: optionalArgument('fault', 'name of the fault to set, or clear'),
    order: group({
      operation: text('--operation <id>', 'operation that fails (all)'),
      times: option('--times <n>', 'how often (always)', count),
      probability: option('--probability <p>', '0 to 1 (1; flapping-503 0.5)', probability),
      seed: option('--seed <n>', 'makes --probability repeatable (1)', count),
      atByte: option('--at-byte <n>', 'reset and truncated: after how many bytes', count),
      ms: option('--delay <duration>', 'slow: how long', duration),
      status: option('--status <n>', 'downstream: HTTP status (500)', count),
      retryAfter: text('--retry-after <text>', 'value of the Retry-After header'),
    }),
  },
  examples: [
    'payctl sandbox faults committed-but-reply-lost --operation ewallet.pay --times 1',
    'payctl sandbox faults clear',
  ],
  run: async (context, given): Promise<Result> => {
    const { clearFaults, listFaults, setFault } = await import('../../sandbox/operator.js');
    const { name } = given;
    const isOrder = name !== undefined && name !== 'clear';
    const order = isOrder ? await orderOf(name, given.order) : undefined;
    const bank = await context.services.bank();
    if (order !== undefined) await setFault(bank, order);
    else if (name === 'clear') await clearFaults(bank);
    return { data: fromPlain(listFaults(bank)) };
  },
});

async function orderOf(
  name: string,
  order: Partial<Omit<FaultOrder, 'name'>>,
): Promise<FaultOrder> {
  const { CALL_FAULTS, CONFIRMATION_FAULTS, isFaultName } = await import(
    '../../sandbox/faults/faults.js'
  );
  if (!isFaultName(name)) {
    const names = [...Object.keys(CALL_FAULTS), ...CONFIRMATION_FAULTS];
    const guess = nearest(name, names);
    throw usageError(
      `there is no fault ${JSON.stringify(name)}`,
      guess ? `did you mean ${guess}?` : `the faults are ${names.join(', ')}`,
    );
  }
  return { ...order, name, operation: await operationOf(order.operation) };
}

/** A fault for an operation that does not exist would never occur. */
async function operationOf(id: string | undefined): Promise<string> {
  if (id === undefined) return '*';
  const { loadCatalogue } = await import('../../bank/families.js');
  const ids = (await loadCatalogue()).map((operation) => operation.id);
  if (ids.includes(id)) return id;
  const guess = nearest(id, ids);
  throw usageError(
    `there is no operation ${JSON.stringify(id)}`,
    guess ? `did you mean ${guess}?` : `the operations are ${ids.join(', ')}`,
  );
}

function probability(text: string): number {
  if (/^(0(\.[0-9]{1,6})?|1(\.0{1,6})?)$/.test(text)) return Number(text);
  throw usageError(`--probability is ${JSON.stringify(text)}; give a number from 0 to 1`);
}

const clock = command({
  words: ['sandbox', 'clock'],
  summary: 'show or move the clock of the embedded bank',
  parameters: {
    change: optionalArgument(
      'change',
      '+2h moves it on, 2026-01-31T22:59:00+07:00 sets it, now resets it',
    ),
  },
  examples: ['payctl sandbox clock', 'payctl sandbox clock +2h'],
  run: async (context, { change }) => {
    const { setClock, showClock } = await import('../../sandbox/operator.js');
    const { channelDateTime } = await import('../../core/time.js');
    const bank = await context.services.bank();
    const moved =
      change === undefined
        ? showClock(bank)
        : // `now` is the machine's time; everything else is relative to the bank's clock.
          await setClock(
            bank,
            change === 'now' ? context.host.clock.now() : moment(change, 'the change', bank.now()),
          );
    return {
      data: fromPlain({
        now: channelDateTime(moved.now),
        aheadSeconds: Math.round(moved.offset / 1000),
      }),
    };
  },
});

const settings = command({
  words: ['sandbox', 'settings'],
  summary: 'show or change how the embedded bank behaves where the specification is silent',
  parameters: {
    changes: restArguments('change', 'name=value, e.g. rateLimit=0', { optional: true }),
  },
  examples: ['payctl sandbox settings', 'payctl sandbox settings rateLimit=0 unpaidBill=not-found'],
  run: async (context, { changes }) => {
    const { setSettings, showSettings } = await import('../../sandbox/operator.js');
    const { readChanges } = await import('../../sandbox/settings.js');
    const bank = await context.services.bank();
    if (changes.length > 0) await setSettings(bank, readChanges(changes));
    return { data: fromPlain(showSettings(bank)) };
  },
});

const log = command({
  words: ['sandbox', 'log'],
  summary: 'show what really happened at the embedded bank',
  parameters: {
    reference: text('--ref <reference>', 'only this reference'),
    operation: text('--operation <id>', 'only this operation, e.g. ewallet.pay'),
    limit: option('--limit <n>', 'how many of the latest lines (50)', count),
  },
  examples: ['payctl sandbox log', 'payctl sandbox log --ref SBXDEMO0001 -o json'],
  dryRun: 'harmless',
  run: async (context, { limit = 50, ...filter }) => {
    const { channelDateTime } = await import('../../core/time.js');
    const bank = await context.services.bank();
    const lines = bank.log({ ...filter, limit });
    return {
      data: fromPlain(lines.map((line) => ({ ...line, at: channelDateTime(line.at) }))),
      view: LOG,
    };
  },
});

const reset = command({
  words: ['sandbox', 'reset'],
  summary: 'start over with a new embedded bank: history, faults, settings and clock are deleted',
  parameters: {
    journal: flag(
      '--journal',
      "also delete this machine's journal of charges at the embedded bank",
    ),
  },
  examples: ['payctl sandbox reset --yes', 'payctl sandbox reset --journal --yes'],
  run: async (context, { journal }) => {
    await confirmed(context, 'Delete everything that happened at the embedded bank?');
    const { reset: renew } = await import('../../sandbox/operator.js');
    await renew(await context.services.bank());
    if (journal) {
      const count = await forgetCharges(context);
      await context.note(`The embedded bank is new. Charges deleted from the journal: ${count}.`);
      return {};
    }
    await context.note(
      'The embedded bank is new. The journal on this machine still holds the charges that were sent and refuses their references for other contents. To delete them: payctl sandbox reset --journal',
    );
    return {};
  },
});

/** Only charges sent to an embedded bank on this machine, recognised by its made-up credentials. */
async function forgetCharges({ services }: Context): Promise<number> {
  const { credentialsOf } = await import('../../journal/claim.js');
  const { forgetCharges: forget } = await import('../../journal/forget.js');
  const { isLoopback } = await import('../../client/address.js');
  const { SANDBOX_PROFILE } = await import('../../sandbox/seed/seed.js');
  const own = [credentialsOf(SANDBOX_PROFILE), credentialsOf(SANDBOX_PROFILE, 'user')];
  return forget(await services.journal(), ({ credentials, baseUrl }) => {
    if (!own.includes(credentials ?? '') || !URL.canParse(baseUrl)) return false;
    return baseUrl === SANDBOX_PROFILE.baseUrl || isLoopback(new URL(baseUrl).hostname);
  });
}

const PLANS = ['partial', 'failed', 'failed-partial', 'processing'] as const;

const transfer = command({
  words: ['sandbox', 'transfer'],
  summary: 'decide how the confirmation of an initiated transfer will end',
  parameters: {
    tokenizerId: argument('tokenizerId', 'id of the transfer'),
    plan: choice('--plan <end>', 'how it ends', PLANS, { required: true }),
  },
  examples: [
    TRANSFER_ID,
    'payctl sandbox transfer $ID --plan failed',
    'payctl sandbox transfer $ID --plan partial',
  ],
  run: async (context, { tokenizerId, plan }) => {
    const { planTransfer } = await import('../../sandbox/operator.js');
    if (!plan) throw usageError(`--plan is missing; give ${PLANS.join(', ')}`);
    await planTransfer(await context.services.bank(), tokenizerId, plan);
    return { data: { tokenizerId, plan } };
  },
});

const key = command({
  words: ['sandbox', 'key'],
  summary: 'print the public key for direct debit payloads (PEM), for the setting ddPublicKey',
  parameters: {},
  examples: ['payctl sandbox key', 'payctl sandbox key > bank.pem'],
  run: async (context) => {
    const { directDebitKey } = await import('../../sandbox/operator.js');
    return { text: directDebitKey(await context.services.bank()) };
  },
});

const balance = command({
  words: ['sandbox', 'balance'],
  summary:
    'show the balance of every account of the embedded bank, and check that the books balance',
  notes: [
    'The vault, the schemes and other banks may be below zero: they stand for the outside world. The balances sum to zero in every currency.',
  ],
  parameters: {},
  examples: ['payctl sandbox balance', 'payctl sandbox balance -o json'],
  run: async (context) => {
    const bank = await context.services.bank();
    const data = bank.accounts().map(({ id, currency, balance, name }) => ({
      account: id,
      currency,
      balance: formatAmount(balance),
      name,
    }));
    const result = { data };
    if (!bank.balanced()) {
      const message = 'The books of the embedded bank do not balance.';
      return { ...result, problem: new PayctlError('INTERNAL', message) };
    }
    await context.note('The books balance.');
    return result;
  },
});

export const commands: readonly Command[] = [
  serve,
  ...customerCommands,
  clock,
  faults,
  settings,
  transfer,
  log,
  reset,
  key,
  balance,
];
