import type { View } from '../../bank/define.js';
import { TRANSFER_ID } from '../../bank/transfer/examples.js';
import { PayctlError, usageError } from '../../core/errors.js';
import { fromPlain, number } from '../../core/json.js';
import { sandboxOperator } from '../../messages/sandbox.js';
import type { Command } from '../../runtime/command.js';
import {
  argument,
  choice,
  flag,
  option,
  optionalArgument,
  restArguments,
  text,
} from '../../runtime/parameter.js';
import { askYes } from '../../runtime/safety.js';
import type { Services } from '../../runtime/services.js';
import { count } from '../../runtime/value-parsers.js';
import { bankCommands, forgetCodes } from './banks.js';
import { customerCommands } from './customer.js';
import { faults } from './faults.js';
import { sandboxCommand } from './sandbox-command.js';
import { type OpenPages, serveWith } from './serve.js';

const LOG: View = {
  fields: [
    'at',
    'operation',
    'reference',
    'status',
    'code',
    'fault',
    'committed',
    'note',
    'lenient',
  ],
  keep: 4,
};

const clock = sandboxCommand({
  words: ['sandbox', 'clock'],
  summary: 'show or move the clock of the embedded bank',
  parameters: {
    time: optionalArgument(
      'time',
      '+2h moves it on, 2026-01-31T22:59:00+07:00 sets it, stop and start, now resets it',
    ),
  },
  examples: ['payctl sandbox clock', 'payctl sandbox clock +2h', 'payctl sandbox clock stop'],
  run: async (services, { time }) => {
    const { changeClock, showClock } = await import('../../sandbox/operator.js');
    const { channelDateTime } = await import('../../core/time.js');
    const bank = await services.bank();
    const { now, offset, stopped } =
      time === undefined ? showClock(bank) : await changeClock(bank, time);
    return {
      data: {
        ...{ now: channelDateTime(now), stopped },
        aheadSeconds: number(String(Math.round(offset / 1000))),
      },
    };
  },
});

const settings = sandboxCommand({
  words: ['sandbox', 'settings'],
  summary: 'show or change how the embedded bank behaves where the specification is silent',
  parameters: {
    changes: restArguments('change', 'name=value, e.g. rateLimit=0', { optional: true }),
  },
  examples: ['payctl sandbox settings', 'payctl sandbox settings rateLimit=0 unpaidBill=not-found'],
  run: async (services, { changes }) => {
    const { servedSettings, setSettings, showSettings } = await import('../../sandbox/operator.js');
    const { readChanges } = await import('../../sandbox/settings.js');
    const bank = await services.bank();
    if (changes.length > 0) await setSettings(bank, readChanges(changes));
    const served = servedSettings(bank, (mark) => services.host.process.state(mark) === 'alive');
    const names = Object.keys(served);
    if (names.length > 0) await services.note(sandboxOperator.servedWith(names.join(', ')));
    return { data: fromPlain({ ...showSettings(bank), ...served }) };
  },
});

const log = sandboxCommand({
  words: ['sandbox', 'log'],
  summary: 'show what really happened at the embedded bank',
  parameters: {
    reference: text('--ref <reference>', 'only this reference'),
    operation: text('--operation <id>', 'only this operation, e.g. ewallet.pay'),
    limit: option('--limit <n>', 'how many of the latest lines (50)', count),
  },
  examples: ['payctl sandbox log', 'payctl sandbox log --ref SBXDEMO0001 -o json'],
  dryRun: 'harmless',
  run: async (services, { limit = 50, ...filter }) => {
    const { channelDateTime } = await import('../../core/time.js');
    const { showLog } = await import('../../sandbox/operator.js');
    const lines = await showLog(await services.bank(), { ...filter, limit });
    return {
      data: fromPlain(lines.map((line) => ({ ...line, at: channelDateTime(line.at) }))),
      view: LOG,
    };
  },
});

const reset = sandboxCommand({
  words: ['sandbox', 'reset'],
  summary: 'start over with a new embedded bank: history, faults, settings and clock are deleted',
  parameters: {
    journal: flag(
      '--journal',
      "also delete this machine's journal of charges and proposals at the embedded bank",
    ),
  },
  examples: ['payctl sandbox reset --yes', 'payctl sandbox reset --journal --yes'],
  run: async (services, { journal }) => {
    await askYes(services, sandboxOperator.mayDelete);
    const { reset: renew } = await import('../../sandbox/operator.js');
    await renew(await services.bank());
    await forgetCodes(services, services.bankName());
    if (journal) {
      const count = await forgetCharges(services);
      await services.note(sandboxOperator.isNewWithoutCharges(count));
      return {};
    }
    await services.note(sandboxOperator.isNew);
    return {};
  },
});

/** Only what was sent or proposed to this embedded bank, recognised by its made-up credentials and its address. */
async function forgetCharges(services: Services): Promise<number> {
  const { credentialsFingerprint } = await import('../../journal/claim.js');
  const { forgetCharges: forget } = await import('../../journal/forget.js');
  const { forgetProposals } = await import('../../approvals/forget.js');
  const { principalFingerprint } = await import('../../approvals/proposal.js');
  const { SANDBOX_PROFILE } = await import('../../sandbox/seed/profile.js');
  const grants = ['application', 'user'] as const;
  const own = grants.map((grant) => credentialsFingerprint(SANDBOX_PROFILE, grant));
  const principals = grants.map((grant) => principalFingerprint(SANDBOX_PROFILE, grant));
  const isIts = await bankAddressTest(services.bankName());
  await forgetProposals(
    await services.desk(),
    ({ principal, baseUrl }) => principals.includes(principal) && isIts(baseUrl),
  );
  return forget(
    await services.journal(),
    ({ credentials, baseUrl }) => own.includes(credentials ?? '') && isIts(baseUrl),
  );
}

/** Whether an embedded bank is called, or served, at an address. */
async function bankAddressTest(name: string | undefined): Promise<(baseUrl: string) => boolean> {
  const { isLoopback } = await import('../../client/address.js');
  const { bankAddress, bankUrlPath } = await import('../../config/names.js');
  const { SANDBOX_PROFILE } = await import('../../sandbox/seed/profile.js');
  const address = bankAddress(SANDBOX_PROFILE.baseUrl, name);
  const isServed = ({ hostname, pathname }: URL) => {
    if (!isLoopback(hostname) || /^bank-.*\./.test(hostname)) return false;
    if (name === undefined) return !pathname.startsWith(bankUrlPath(''));
    return pathname.startsWith(`${bankUrlPath(name)}/`);
  };
  return (baseUrl) => URL.canParse(baseUrl) && (baseUrl === address || isServed(new URL(baseUrl)));
}

const PLANS = ['partial', 'failed', 'failed-partial', 'processing'] as const;

const transfer = sandboxCommand({
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
  run: async (services, { tokenizerId, plan }) => {
    const { planTransfer } = await import('../../sandbox/operator.js');
    if (!plan) throw usageError(sandboxOperator.planMissing(PLANS.join(', ')));
    await planTransfer(await services.bank(), tokenizerId, plan);
    return { data: { tokenizerId, plan } };
  },
});

const key = sandboxCommand({
  words: ['sandbox', 'key'],
  summary: 'print the public key for direct debit payloads (PEM), for the setting ddPublicKey',
  parameters: {},
  examples: ['payctl sandbox key', 'payctl sandbox key > bank.pem'],
  run: async (services) => {
    const { directDebitPem } = await import('../../sandbox/operator.js');
    return { text: directDebitPem(await services.bank()) };
  },
});

const balance = sandboxCommand({
  words: ['sandbox', 'balance'],
  summary:
    'show the balance of every account of the embedded bank, and check that the books balance',
  notes: [
    'The vault, the schemes and other banks may be below zero: they stand for the outside world. The balances sum to zero in every currency.',
  ],
  parameters: {},
  examples: ['payctl sandbox balance', 'payctl sandbox balance -o json'],
  run: async (services) => {
    const { listAccounts } = await import('../../sandbox/operator.js');
    const bank = await services.bank();
    const result = { data: listAccounts(bank) };
    if (!bank.balanced()) {
      return { ...result, problem: new PayctlError('INTERNAL', sandboxOperator.unbalanced) };
    }
    await services.note(sandboxOperator.balanced);
    return result;
  },
});

/** @param openPages opens the pages of `sandbox serve --control` */
export function commandsWith(openPages: OpenPages): readonly Command[] {
  const commands: readonly Command[] = [
    serveWith(() => commands, openPages),
    ...customerCommands,
    clock,
    faults,
    settings,
    transfer,
    log,
    reset,
    key,
    balance,
    ...bankCommands,
  ];
  return commands;
}
