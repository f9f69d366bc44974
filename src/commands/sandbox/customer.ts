import { BILL_PAID } from '../../bank/bill/examples.js';
import { ANOTHER_BEGUN, REGISTRATION_BEGUN } from '../../bank/dd/examples.js';
import { TRADE_PAID } from '../../bank/ewallet/examples.js';
import type { Command, Result } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { readCodes } from '../../cli/source.js';
import { duration } from '../../cli/values.js';
import { PayctlError } from '../../core/errors.js';
import { fromPlain } from '../../core/json.js';
import { channelDateTime } from '../../core/time.js';
import type { Bank } from '../../sandbox/bank.js';
import type * as Customer from '../../sandbox/customer.js';
import { checkTarget, savePicture } from '../qr/drawing.js';
import { deliverNow } from './serve.js';

const pay: Command = {
  words: ['sandbox', 'pay'],
  summary: 'pay as the customer: an outTradeNo, a QR id, a QR payload or its picture',
  arguments: [
    { name: 'target', summary: 'outTradeNo, qrId, payload, picture, or - (standard input)' },
  ],
  options: [
    { flags: '--amount <baht>', summary: 'amount, if the code leaves it open' },
    {
      flags: '--by <means>',
      summary: 'QR CS and PPCS: how the customer pays',
      choices: ['account', 'card'],
    },
    { flags: '--account <no>', summary: "account to pay from (the seeded customer's)" },
    { flags: '--fail', summary: 'the customer gives up' },
    { flags: '--pending <duration>', summary: 'how long the customer takes; e-wallet only' },
    { flags: '--slip <file>', summary: 'write the slip as a picture (PNG) with its mini QR' },
  ],
  examples: [...BILL_PAID, ...TRADE_PAID],
  run: async (context) => {
    const slip = context.text('slip');
    if (slip !== undefined) checkTarget('--slip', slip, context);
    const { pay: settle } = await import('../../sandbox/customer.js');
    const bank = await context.services.bank();
    const [code] = await readCodes(context.argument('target') ?? '', context);
    const by = context.text('by');
    const paid = await settle(bank, code?.payload ?? '', {
      amount: context.text('amount'),
      account: context.text('account'),
      by: by === 'card' || by === 'account' ? by : undefined,
      fail: context.on('fail'),
      pendingMs: pendingOf(context),
    });
    const problem = await saveSlip(context, paid.slip);
    await deliverNow(context, bank);
    return { data: fromPlain(paid), ...(problem && { problem }) };
  },
};

function pendingOf(context: Context): number | undefined {
  const pending = context.text('pending');
  return pending === undefined ? undefined : duration(pending, '--pending');
}

/** The payment stands, even if there is no slip or it cannot be saved. */
async function saveSlip(
  context: Context,
  transRef: string | undefined,
): Promise<PayctlError | undefined> {
  const file = context.text('slip');
  if (file === undefined) return undefined;
  if (transRef === undefined)
    return new PayctlError('USAGE', 'paid, but only a payment from an account has a slip');
  const { slipPicture } = await import('../../sandbox/server/images.js');
  try {
    await savePicture(file, slipPicture(transRef), context);
    return undefined;
  } catch (error) {
    if (error instanceof PayctlError) return error;
    throw error;
  }
}

const WALLETS = ['A', 'W', 'P'] as const;

const buyerCode: Command = {
  words: ['sandbox', 'buyer-code'],
  summary: 'show a code in the wallet app, as the customer; valid for 2 minutes',
  options: [
    {
      flags: '--wallet <wallet>',
      summary: "A or W, or P: the bank's own consumer-presented QR (W)",
      choices: ['A', 'W', 'P'],
    },
    {
      flags: '--balance <baht>',
      summary: "the customer's balance (the seeded customer's)",
    },
    {
      flags: '--pending <duration>',
      summary: 'how long the customer takes to confirm: USERPAYING until then',
    },
    { flags: '--fail', summary: 'the customer refuses' },
    { flags: '--raw', summary: 'print the bare code' },
  ],
  examples: ['payctl sandbox buyer-code', 'payctl sandbox buyer-code --wallet A --raw'],
  run: async (context): Promise<Result> => {
    const { buyerCode: show } = await import('../../sandbox/customer.js');
    const shown = await show(await context.services.bank(), {
      wallet: WALLETS.find((wallet) => wallet === context.text('wallet')) ?? 'W',
      balance: context.text('balance'),
      pendingMs: pendingOf(context),
      fail: context.on('fail'),
    });
    if (context.on('raw')) return { text: `${shown.code}\n` };
    const expiresAt = channelDateTime(shown.expiresAt);
    return { data: { code: shown.code, expiresAt } };
  },
};

const consent: Command = {
  words: ['sandbox', 'consent'],
  summary:
    'consent at the bank, as the customer; prints the authorisation code, valid for one minute',
  options: [
    { flags: '--customer <name>', summary: 'who consents (the seeded customer)' },
    {
      flags: '--state <text>',
      summary: 'as the application sent it; the token call must repeat it',
    },
    {
      flags: '--code-challenge <text>',
      summary: 'as the application sent it; the token call must repeat it',
    },
    { flags: '--raw', summary: 'print the bare code' },
  ],
  examples: ['payctl sandbox consent', 'payctl sandbox consent --raw'],
  run: async (context): Promise<Result> => {
    const { consent: grant } = await import('../../sandbox/customer.js');
    const { code, expiresAt } = await grant(await context.services.bank(), {
      customer: context.text('customer'),
      state: context.text('state'),
      codeChallenge: context.text('code-challenge'),
    });
    if (context.on('raw')) return { text: `${code}\n` };
    return {
      data: { authCode: code, expiresAt: channelDateTime(expiresAt) },
    };
  },
};

const REGISTRATION = { name: 'regRef', summary: 'reference of the registration' };

const approve: Command = {
  words: ['sandbox', 'registration', 'approve'],
  summary: 'approve a direct debit registration, as the customer',
  arguments: [REGISTRATION],
  options: [{ flags: '--account <no>', summary: "account to debit (the seeded customer's)" }],
  examples: [
    REGISTRATION_BEGUN,
    'payctl sandbox registration approve REG0001',
    ANOTHER_BEGUN,
    'payctl sandbox registration approve REG0002 -o json',
  ],
  run: (context) =>
    endRegistration(context, 'approved', ({ approveRegistration }, bank, regRef) =>
      approveRegistration(bank, regRef, context.text('account')),
    ),
};

const reject: Command = {
  words: ['sandbox', 'registration', 'reject'],
  summary: 'fail a direct debit registration, as the customer',
  arguments: [REGISTRATION],
  options: [{ flags: '--error <code>', summary: 'errorCode of the status (10: wrong PIN)' }],
  examples: [
    REGISTRATION_BEGUN,
    'payctl sandbox registration reject REG0001 --error 11',
    ANOTHER_BEGUN,
    'payctl sandbox registration reject REG0002',
  ],
  run: (context) =>
    endRegistration(context, 'rejected', ({ rejectRegistration }, bank, regRef) =>
      rejectRegistration(bank, regRef, context.text('error')),
    ),
};

async function endRegistration(
  context: Context,
  state: 'approved' | 'rejected',
  end: (customer: typeof Customer, bank: Bank, regRef: string) => Promise<void>,
): Promise<Result> {
  const regRef = context.argument('regRef') ?? '';
  const bank = await context.services.bank();
  await end(await import('../../sandbox/customer.js'), bank, regRef);
  await deliverNow(context, bank);
  return { data: { regRef, state } };
}

export const customerCommands: readonly Command[] = [pay, buyerCode, consent, approve, reject];
