import { TRANSFER_ID } from '../../bank/transfer/examples.js';
import type { View } from '../../bank/view.js';
import type { Command, Result } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { count, duration, moment } from '../../cli/values.js';
import { PayctlError } from '../../core/errors.js';
import { fromPlain } from '../../core/json.js';
import { nearest } from '../../core/nearest.js';
import type { FaultOrder } from '../../sandbox/faults/faults.js';
import { confirmed } from '../config/secret-input.js';

const LOG: View = {
  fields: ['at', 'operation', 'reference', 'status', 'code', 'fault', 'committed', 'note'],
  keep: 4,
};

const faults: Command = {
  words: ['sandbox', 'faults'],
  summary: 'show the faults of the embedded bank, set one, or clear them',
  notes: [
    'before-commit, committed-but-reply-lost, late-effect, truncated, html-error, wrong-reference, reset, slow, stalled, flapping-503, rate-limited, token-revoked and others affect calls; names that end in -callback affect confirmations.',
  ],
  arguments: [{ name: 'fault', summary: 'name of the fault to set, or clear', optional: true }],
  options: [
    { flags: '--operation <id>', summary: 'operation that fails (all)' },
    { flags: '--times <n>', summary: 'how often (always)' },
    { flags: '--probability <p>', summary: '0 to 1 (1; flapping-503 0.5)' },
    { flags: '--seed <n>', summary: 'makes --probability repeatable (1)' },
    { flags: '--at-byte <n>', summary: 'reset and truncated: after how many bytes' },
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
    const bank = await context.services.bank();
    if (order !== undefined) await setFault(bank, order);
    else if (name === 'clear') await clearFaults(bank);
    return { data: fromPlain(listFaults(bank)) };
  },
};

async function orderOf(name: string, context: Context): Promise<FaultOrder> {
  const { CALL_FAULTS, CONFIRMATION_FAULTS, isFaultName } = await import(
    '../../sandbox/faults/faults.js'
  );
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

/** A fault for an operation that does not exist would never occur. */
async function operationOf(id: string | undefined): Promise<string> {
  if (id === undefined) return '*';
  const { loadCatalogue } = await import('../../bank/families.js');
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

const clock: Command = {
  words: ['sandbox', 'clock'],
  summary: 'show or move the clock of the embedded bank',
  arguments: [
    {
      name: 'change',
      summary: '+2h moves it on, 2026-01-31T22:59:00+07:00 sets it, now resets it',
      optional: true,
    },
  ],
  examples: ['payctl sandbox clock', 'payctl sandbox clock +2h'],
  run: async (context) => {
    const { setClock, showClock } = await import('../../sandbox/operator.js');
    const { channelDateTime } = await import('../../core/time.js');
    const bank = await context.services.bank();
    const change = context.argument('change');
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
};

const settings: Command = {
  words: ['sandbox', 'settings'],
  summary: 'show or change how the embedded bank behaves where the specification is silent',
  arguments: [
    { name: 'change', summary: 'name=value, e.g. rateLimit=0', optional: true, variadic: true },
  ],
  examples: ['payctl sandbox settings', 'payctl sandbox settings rateLimit=0 unpaidBill=not-found'],
  run: async (context) => {
    const { setSettings, showSettings } = await import('../../sandbox/operator.js');
    const { readChanges } = await import('../../sandbox/settings.js');
    const bank = await context.services.bank();
    const changes = context.arguments('change');
    if (changes.length > 0) await setSettings(bank, readChanges(changes));
    return { data: fromPlain(showSettings(bank)) };
  },
};

const log: Command = {
  words: ['sandbox', 'log'],
  summary: 'show what really happened at the embedded bank',
  options: [
    { flags: '--ref <reference>', summary: 'only this reference' },
    { flags: '--operation <id>', summary: 'only this operation, e.g. ewallet.pay' },
    { flags: '--limit <n>', summary: 'how many of the latest lines (50)' },
  ],
  examples: ['payctl sandbox log', 'payctl sandbox log --ref SBXDEMO0001 -o json'],
  dryRun: 'harmless',
  run: async (context) => {
    const { channelDateTime } = await import('../../core/time.js');
    const bank = await context.services.bank();
    const [reference, operation] = [context.text('ref'), context.text('operation')];
    const lines = bank.log({
      ...(reference !== undefined && { reference }),
      ...(operation !== undefined && { operation }),
      limit: count(context.text('limit') ?? '50', '--limit'),
    });
    return {
      data: fromPlain(lines.map((line) => ({ ...line, at: channelDateTime(line.at) }))),
      view: LOG,
    };
  },
};

const reset: Command = {
  words: ['sandbox', 'reset'],
  summary: 'start over with a new embedded bank: history, faults, settings and clock are deleted',
  options: [
    {
      flags: '--journal',
      summary: "also delete this machine's journal of charges at the embedded bank",
    },
  ],
  examples: ['payctl sandbox reset --yes', 'payctl sandbox reset --journal --yes'],
  run: async (context) => {
    await confirmed(context, 'Delete everything that happened at the embedded bank?');
    const { reset: renew } = await import('../../sandbox/operator.js');
    await renew(await context.services.bank());
    if (context.on('journal')) {
      const count = await forgetCharges(context);
      await context.note(`The embedded bank is new. Charges deleted from the journal: ${count}.`);
      return {};
    }
    await context.note(
      'The embedded bank is new. The journal on this machine still holds the charges that were sent and refuses their references for other contents. To delete them: payctl sandbox reset --journal',
    );
    return {};
  },
};

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

const transfer: Command = {
  words: ['sandbox', 'transfer'],
  summary: 'decide how the confirmation of an initiated transfer will end',
  arguments: [{ name: 'tokenizerId', summary: 'id of the transfer' }],
  options: [{ flags: '--plan <end>', summary: 'how it ends', choices: PLANS, required: true }],
  examples: [
    TRANSFER_ID,
    'payctl sandbox transfer $ID --plan failed',
    'payctl sandbox transfer $ID --plan partial',
  ],
  run: async (context) => {
    const { planTransfer } = await import('../../sandbox/operator.js');
    const tokenizerId = context.argument('tokenizerId') ?? '';
    const plan = PLANS.find((end) => end === context.text('plan'));
    if (!plan) throw new PayctlError('USAGE', `--plan is missing; give ${PLANS.join(', ')}`);
    await planTransfer(await context.services.bank(), tokenizerId, plan);
    return { data: { tokenizerId, plan } };
  },
};

const key: Command = {
  words: ['sandbox', 'key'],
  summary: 'print the public key for direct debit payloads (PEM), for the setting ddPublicKey',
  examples: ['payctl sandbox key', 'payctl sandbox key > bank.pem'],
  run: async (context) => {
    const { directDebitKey } = await import('../../sandbox/operator.js');
    return { text: directDebitKey(await context.services.bank()) };
  },
};

export const operatorCommands: readonly Command[] = [
  clock,
  faults,
  settings,
  transfer,
  log,
  reset,
  key,
];
