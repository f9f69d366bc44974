import { PayctlError } from '../../errors.js';
import { fromPlain } from '../../json.js';
import type { Command } from '../command.js';
import type { Context } from '../context.js';
import { TRANSFER_ID } from '../examples.js';
import { confirmed } from '../secret-input.js';
import { count, moment } from '../values.js';
import { faults } from './sandbox-faults.js';

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
    const { channelDateTime } = await import('../../api/time.js');
    const bank = await context.wiring.bank();
    const change = context.argument('change');
    const moved =
      change === undefined
        ? showClock(bank)
        : // `now` is the machine's; all else is said by the bank's own clock.
          await setClock(
            bank,
            change === 'now' ? context.host.clock.now() : moment(change, 'the change', bank.now()),
          );
    return {
      data: fromPlain({
        now: channelDateTime(moved.now),
        aheadSeconds: Math.round(moved.offset / 1000),
      }),
      view: 'sandbox.clock',
    };
  },
};

const settings: Command = {
  words: ['sandbox', 'settings'],
  summary: 'show or change how the embedded bank behaves where the specification is silent',
  arguments: [
    { name: 'change', summary: 'name=value, as rateLimit=0', optional: true, variadic: true },
  ],
  examples: ['payctl sandbox settings', 'payctl sandbox settings rateLimit=0 unpaidBill=not-found'],
  run: async (context) => {
    const { setSettings, showSettings } = await import('../../sandbox/operator.js');
    const { readChanges } = await import('../../sandbox/setting-changes.js');
    const bank = await context.wiring.bank();
    const changes = context.arguments('change');
    if (changes.length > 0) await setSettings(bank, readChanges(changes));
    return { data: fromPlain(showSettings(bank)), view: 'sandbox.settings' };
  },
};

const log: Command = {
  words: ['sandbox', 'log'],
  summary: 'what really happened at the embedded bank',
  options: [
    { flags: '--ref <reference>', summary: 'only this reference' },
    { flags: '--operation <id>', summary: 'only this operation, as ewallet.pay' },
    { flags: '--limit <n>', summary: 'the latest so many (50)' },
  ],
  examples: ['payctl sandbox log', 'payctl sandbox log --ref SBXDEMO0001 -o json'],
  dryRun: 'harmless',
  run: async (context) => {
    const { channelDateTime } = await import('../../api/time.js');
    const bank = await context.wiring.bank();
    const [reference, operation] = [context.text('ref'), context.text('operation')];
    const lines = bank.log({
      ...(reference !== undefined && { reference }),
      ...(operation !== undefined && { operation }),
      limit: count(context.text('limit') ?? '50', '--limit'),
    });
    return {
      data: fromPlain(lines.map((line) => ({ ...line, at: channelDateTime(line.at) }))),
      view: 'sandbox.log',
    };
  },
};

const reset: Command = {
  words: ['sandbox', 'reset'],
  summary: 'a new embedded bank: history, faults, settings and clock are gone',
  options: [
    { flags: '--journal', summary: "forget this machine's charges at the embedded bank as well" },
  ],
  examples: ['payctl sandbox reset --yes', 'payctl sandbox reset --journal --yes'],
  run: async (context) => {
    await confirmed(context, 'Forget everything that happened at the embedded bank?');
    const { reset: renew } = await import('../../sandbox/operator.js');
    await renew(await context.wiring.bank());
    if (context.on('journal')) {
      const count = await forgetCharges(context);
      await context.note(`the embedded bank is new; charges forgotten by the journal: ${count}`);
      return {};
    }
    await context.note(
      'the embedded bank is new; the journal of this machine keeps what it sent, and refuses its references for other contents, unless: payctl sandbox reset --journal',
    );
    return {};
  },
};

/** Only what went to an embedded bank, by its made-up credentials: in the same process, or served here. */
async function forgetCharges({ wiring }: Context): Promise<number> {
  const { credentialsOf } = await import('../../journal/claim.js');
  const { forgetCharges: forget } = await import('../../journal/forget.js');
  const { isLoopback } = await import('../../client/base-url.js');
  const { SANDBOX_PROFILE } = await import('../../sandbox/seed.js');
  const own = [credentialsOf(SANDBOX_PROFILE), credentialsOf(SANDBOX_PROFILE, 'user')];
  return forget(await wiring.journal(), ({ credentials, baseUrl }) => {
    if (!own.includes(credentials ?? '') || !URL.canParse(baseUrl)) return false;
    return baseUrl === SANDBOX_PROFILE.baseUrl || isLoopback(new URL(baseUrl).hostname);
  });
}

const PLANS = ['partial', 'failed', 'failed-partial', 'processing'] as const;

const transfer: Command = {
  words: ['sandbox', 'transfer'],
  summary: 'decide how the confirmation of an initiated transfer will end',
  arguments: [{ name: 'tokenizerId', summary: 'of the transfer' }],
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
    await planTransfer(await context.wiring.bank(), tokenizerId, plan);
    return { data: { tokenizerId, plan }, view: 'sandbox.transfer' };
  },
};

const key: Command = {
  words: ['sandbox', 'key'],
  summary: 'the public key for direct debit payloads, PEM; for the setting ddPublicKey',
  examples: ['payctl sandbox key', 'payctl sandbox key > bank.pem'],
  run: async (context) => {
    const { directDebitKey } = await import('../../sandbox/operator.js');
    return { text: directDebitKey(await context.wiring.bank()) };
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
