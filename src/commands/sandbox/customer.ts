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
import { checkTarget, savePicture } from '../qr/drawing.js';
import { deliverNow } from './serve.js';

const REGISTRATION = { name: 'regRef', summary: 'reference of the registration' };

const pay: Command = {
  words: ['sandbox', 'pay'],
  summary: 'the customer pays: an outTradeNo, a QR id, a QR payload or its picture',
  arguments: [
    { name: 'target', summary: 'outTradeNo, qrId, payload, picture, or - (standard input)' },
  ],
  options: [
    { flags: '--amount <baht>', summary: 'where the code leaves it open' },
    {
      flags: '--by <means>',
      summary: 'QR CS and PPCS: how the customer pays',
      choices: ['account', 'card'],
    },
    { flags: '--account <no>', summary: "account to pay from; the seeded customer's unless given" },
    { flags: '--fail', summary: 'the customer gives up' },
    { flags: '--pending <duration>', summary: 'the customer takes so long; e-wallet only' },
    { flags: '--slip <file>', summary: 'write the slip as a picture (PNG) with its mini QR' },
  ],
  examples: [...BILL_PAID, ...TRADE_PAID],
  run: async (context) => {
    const slip = context.text('slip');
    if (slip !== undefined) checkTarget('--slip', slip, context);
    const { pay: settle } = await import('../../sandbox/customer.js');
    const bank = await context.wiring.bank();
    const [code] = await readCodes(context.argument('target') ?? '', context);
    const pending = context.text('pending');
    const by = context.text('by');
    const paid = await settle(bank, code?.payload ?? '', {
      ...text(context, 'amount'),
      ...text(context, 'account'),
      ...(by === 'card' || by === 'account' ? { by } : {}),
      fail: context.on('fail'),
      ...(pending !== undefined && { pendingMs: duration(pending, '--pending') }),
    });
    const problem = await saveSlip(context, paid.slip);
    await deliverNow(context, bank);
    return { data: fromPlain(paid), ...(problem && { problem }) };
  },
};

/** It is paid all the same where there is no slip, or no file for it. */
async function saveSlip(
  context: Context,
  transRef: string | undefined,
): Promise<PayctlError | undefined> {
  const file = context.text('slip');
  if (file === undefined) return undefined;
  if (transRef === undefined)
    return new PayctlError('USAGE', 'it is paid, but only a payment from an account has a slip');
  const { slipPicture } = await import('../../sandbox/images.js');
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
  summary: 'the code that a customer shows in the wallet app, valid 2 minutes',
  options: [
    {
      flags: '--wallet <wallet>',
      summary: "A or W, or P: the bank's own consumer-presented QR (W)",
      choices: ['A', 'W', 'P'],
    },
    {
      flags: '--balance <baht>',
      summary: 'what the customer holds; the seeded customer unless given',
    },
    {
      flags: '--pending <duration>',
      summary: 'the customer confirms so much later: USERPAYING until then',
    },
    { flags: '--fail', summary: 'and then gives up' },
    { flags: '--raw', summary: 'print the bare code' },
  ],
  examples: ['payctl sandbox buyer-code', 'payctl sandbox buyer-code --wallet A --raw'],
  run: async (context): Promise<Result> => {
    const { buyerCode: show } = await import('../../sandbox/wallet.js');
    const pending = context.text('pending');
    const shown = await show(await context.wiring.bank(), {
      wallet: WALLETS.find((wallet) => wallet === context.text('wallet')) ?? 'W',
      ...text(context, 'balance'),
      ...(pending !== undefined && { pendingMs: duration(pending, '--pending') }),
      fail: context.on('fail'),
    });
    if (context.on('raw')) return { text: `${shown.code}\n` };
    const expiresAt = channelDateTime(shown.expiresAt);
    return { data: { code: shown.code, expiresAt } };
  },
};

const consent: Command = {
  words: ['sandbox', 'consent'],
  summary: 'the customer consents at the bank: the authorisation code, valid one minute',
  options: [
    { flags: '--customer <name>', summary: 'who consents; the seeded customer unless given' },
    { flags: '--state <text>', summary: 'bound to the code, as the application sent it' },
    { flags: '--code-challenge <text>', summary: 'bound to the code, as the application sent it' },
    { flags: '--raw', summary: 'print the bare code' },
  ],
  examples: ['payctl sandbox consent', 'payctl sandbox consent --raw'],
  run: async (context): Promise<Result> => {
    const { consent: grant } = await import('../../sandbox/wallet.js');
    const codeChallenge = context.text('code-challenge');
    const { code, expiresAt } = await grant(await context.wiring.bank(), {
      ...text(context, 'customer'),
      ...text(context, 'state'),
      ...(codeChallenge !== undefined && { codeChallenge }),
    });
    if (context.on('raw')) return { text: `${code}\n` };
    return {
      data: { authCode: code, expiresAt: channelDateTime(expiresAt) },
    };
  },
};

const approve: Command = {
  words: ['sandbox', 'registration', 'approve'],
  summary: 'the customer completes a direct debit registration',
  arguments: [REGISTRATION],
  options: [
    { flags: '--account <no>', summary: "account to debit; the seeded customer's unless given" },
  ],
  examples: [
    REGISTRATION_BEGUN,
    'payctl sandbox registration approve REG0001',
    ANOTHER_BEGUN,
    'payctl sandbox registration approve REG0002 -o json',
  ],
  run: async (context) => {
    const { approveRegistration } = await import('../../sandbox/wallet.js');
    const regRef = context.argument('regRef') ?? '';
    const bank = await context.wiring.bank();
    await approveRegistration(bank, regRef, context.text('account'));
    await deliverNow(context, bank);
    return { data: { regRef, state: 'approved' } };
  },
};

const reject: Command = {
  words: ['sandbox', 'registration', 'reject'],
  summary: 'the customer fails a direct debit registration',
  arguments: [REGISTRATION],
  options: [{ flags: '--error <code>', summary: 'errorCode of the status (10: wrong PIN)' }],
  examples: [
    REGISTRATION_BEGUN,
    'payctl sandbox registration reject REG0001 --error 11',
    ANOTHER_BEGUN,
    'payctl sandbox registration reject REG0002',
  ],
  run: async (context) => {
    const { rejectRegistration } = await import('../../sandbox/wallet.js');
    const regRef = context.argument('regRef') ?? '';
    const bank = await context.wiring.bank();
    await rejectRegistration(bank, regRef, context.text('error'));
    await deliverNow(context, bank);
    return { data: { regRef, state: 'rejected' } };
  },
};

export const customerCommands: readonly Command[] = [pay, buyerCode, consent, approve, reject];

function text<Name extends string>(context: Context, name: Name): { [key in Name]?: string } {
  const value = context.text(name);
  const result: { [key in Name]?: string } = {};
  if (value !== undefined) result[name] = value;
  return result;
}
