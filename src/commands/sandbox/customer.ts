import { BILL_PAID } from '../../bank/bill/examples.js';
import { ANOTHER_BEGUN, REGISTRATION_BEGUN } from '../../bank/dd/examples.js';
import { TRADE_PAID } from '../../bank/ewallet/examples.js';
import { PayctlError, usageError } from '../../core/errors.js';
import { fromPlain } from '../../core/json.js';
import { channelDateTime } from '../../core/time.js';
import { customer as words } from '../../messages/customer.js';
import type { Command, Result } from '../../runtime/command.js';
import { outputFile } from '../../runtime/output-file.js';
import { argument, choice, flag, group, option, text } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { readCodes } from '../../runtime/source.js';
import { duration } from '../../runtime/value-parsers.js';
import type { Bank } from '../../sandbox/bank.js';
import type * as Customer from '../../sandbox/customer.js';
import { savePicture } from '../qr/drawing.js';
import { otherBanks } from './banks.js';
import { withDelivery } from './deliver.js';
import { sandboxCommand } from './sandbox-command.js';

const pay = sandboxCommand({
  words: ['sandbox', 'pay'],
  summary: 'pay as the customer: by reference, id or link of a code, QR payload or its picture',
  parameters: {
    target: argument('target', 'reference, id, link, payload, picture, or - (standard input)', {
      effect: 'reads',
    }),
    payment: group({
      amount: text('--amount <baht>', 'amount, if the code leaves it open'),
      by: choice('--by <means>', 'QR CS and PPCS: how the customer pays', ['account', 'card']),
      account: text('--account <no>', "account to pay from (the seeded customer's)"),
      fail: flag('--fail', 'the customer gives up'),
      pendingMs: option(
        '--pending <duration>',
        'how long the customer takes; e-wallet only',
        duration,
      ),
    }),
    slip: text('--slip <file>', 'write the slip as a picture (PNG) with its mini QR', {
      effect: 'writes',
    }),
  },
  examples: [...BILL_PAID, ...TRADE_PAID],
  run: async (services, { target, payment, slip }) => {
    if (slip !== undefined) outputFile(services, '--slip', slip);
    const { pay: settle } = await import('../../sandbox/customer.js');
    const bank = await services.bank();
    const [code] = await readCodes(target, services);
    const paid = await withDelivery(services, bank, () =>
      settle(bank, code?.payload ?? '', payment, otherBanks(services)),
    );
    const problem = await saveSlip(
      services,
      slip,
      paid.slip,
      bank.look(({ settings }) => settings.slipBank),
    );
    return { data: fromPlain(paid), problem };
  },
});

/** The payment stands, even if there is no slip or it cannot be saved. */
async function saveSlip(
  services: Services,
  file: string | undefined,
  transRef: string | undefined,
  bank: string,
): Promise<PayctlError | undefined> {
  if (file === undefined) return undefined;
  if (transRef === undefined) return usageError(words.noSlip);
  const { slipPicture } = await import('../../sandbox/server/images.js');
  try {
    await savePicture(file, slipPicture(bank, transRef), services);
    return undefined;
  } catch (error) {
    if (error instanceof PayctlError) return error;
    throw error;
  }
}

const BARE = flag('--raw', 'print the bare code');

const buyerCode = sandboxCommand({
  words: ['sandbox', 'buyer-code'],
  summary: 'show a code in the wallet app, as the customer; valid for 2 minutes',
  parameters: {
    wallet: choice('--wallet <wallet>', "A or W, or P: the bank's own consumer-presented QR (W)", [
      'A',
      'W',
      'P',
    ]),
    balance: text('--balance <baht>', "the customer's balance (the seeded customer's)"),
    pendingMs: option(
      '--pending <duration>',
      'how long the customer takes to confirm: USERPAYING until then',
      duration,
    ),
    fail: flag('--fail', 'the customer refuses'),
    bare: BARE,
  },
  examples: ['payctl sandbox buyer-code', 'payctl sandbox buyer-code --wallet A --raw'],
  run: async (services, { bare, wallet = 'W', ...customer }): Promise<Result> => {
    const { buyerCode: show } = await import('../../sandbox/customer.js');
    const shown = await show(await services.bank(), { wallet, ...customer });
    if (bare) return { text: `${shown.code}\n` };
    const expiresAt = channelDateTime(shown.expiresAt);
    return { data: { code: shown.code, expiresAt } };
  },
});

const SENT_TWICE = 'as the application sent it; the token call must repeat it';

const consent = sandboxCommand({
  words: ['sandbox', 'consent'],
  summary:
    'consent at the bank, as the customer; prints the authorisation code, valid for one minute',
  parameters: {
    customer: text('--customer <name>', 'who consents (the seeded customer)'),
    state: text('--state <text>', SENT_TWICE),
    codeChallenge: text('--code-challenge <text>', SENT_TWICE),
    bare: BARE,
  },
  examples: ['payctl sandbox consent', 'payctl sandbox consent --raw'],
  run: async (services, { bare, ...options }): Promise<Result> => {
    const { consent: grant } = await import('../../sandbox/customer.js');
    const { code, expiresAt } = await grant(await services.bank(), options);
    if (bare) return { text: `${code}\n` };
    return {
      data: { authCode: code, expiresAt: channelDateTime(expiresAt) },
    };
  },
});

const REGISTRATION = argument('regRef', 'reference of the registration');

const approve = sandboxCommand({
  words: ['sandbox', 'registration', 'approve'],
  summary: 'approve a direct debit registration, as the customer',
  parameters: {
    regRef: REGISTRATION,
    account: text('--account <no>', "account to debit (the seeded customer's)"),
  },
  examples: [
    REGISTRATION_BEGUN,
    'payctl sandbox registration approve REG0001',
    ANOTHER_BEGUN,
    'payctl sandbox registration approve REG0002 -o json',
  ],
  run: (services, { regRef, account }) =>
    endRegistration(services, regRef, 'approved', ({ approveRegistration }, bank) =>
      approveRegistration(bank, regRef, account),
    ),
});

const reject = sandboxCommand({
  words: ['sandbox', 'registration', 'reject'],
  summary: 'fail a direct debit registration, as the customer',
  parameters: {
    regRef: REGISTRATION,
    error: text('--error <code>', 'errorCode of the status (10: wrong PIN)'),
  },
  examples: [
    REGISTRATION_BEGUN,
    'payctl sandbox registration reject REG0001 --error 11',
    ANOTHER_BEGUN,
    'payctl sandbox registration reject REG0002',
  ],
  run: (services, { regRef, error }) =>
    endRegistration(services, regRef, 'rejected', ({ rejectRegistration }, bank) =>
      rejectRegistration(bank, regRef, error),
    ),
});

async function endRegistration(
  services: Services,
  regRef: string,
  state: 'approved' | 'rejected',
  end: (customer: typeof Customer, bank: Bank) => Promise<void>,
): Promise<Result> {
  const bank = await services.bank();
  const customer = await import('../../sandbox/customer.js');
  await withDelivery(services, bank, () => end(customer, bank));
  return { data: { regRef, state } };
}

export const customerCommands: readonly Command[] = [pay, buyerCode, consent, approve, reject];
