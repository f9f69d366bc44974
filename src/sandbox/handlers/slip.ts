import { formatAmount } from '../../core/money.js';
import { bangkokDateTime, compactDateTime } from '../../core/time.js';
import { findAccount } from '../ledger/ledger.js';
import { payments } from '../ledger/tables.js';
import { BANK_CODE } from '../seed/profile.js';
import { SHOP_NAME } from '../seed/seed.js';
import { type HandlerAnswer, unknownEntity } from '../server/answers.js';
import { howToAccept } from '../settings.js';
import { type HandlerCall, type Handlers, isRelaxed, required } from './handler-context.js';

export const handlers: Handlers = { verify };

/** The slip of a payment made here, asked for under the code of the bank that it names. */
function verify(call: HandlerCall): HandlerAnswer {
  const { input, store, settings } = call;
  const transRef = required(input, 'transRef');
  const payment = payments.find(store, { slip: transRef });
  if (payment === undefined) throw unknownEntity(transRef);
  const bank = settings.slipBank;
  if (required(input, 'sendingBank') !== bank && !isRelaxed(call, 'anySendingBank')) {
    const fixes = `${howToAccept(['anySendingBank'])}; slipBank sets the bank of its slips`;
    throw unknownEntity(`${transRef} is a slip of bank ${bank}; ${fixes}`);
  }
  const amount = formatAmount(payment.amount);
  const payer = findAccount(store, payment.payer);
  return {
    data: {
      transRef,
      sendingBank: required(input, 'sendingBank'),
      receivingBank: BANK_CODE,
      transDate: compactDateTime(payment.paidAt).slice(0, 8),
      transTime: bangkokDateTime(payment.paidAt).slice(11),
      sender: {
        displayName: payer?.name ?? '',
        name: payer?.name ?? '',
        proxy: { type: null, value: null },
        account: { type: 'BANKAC', value: masked(payment.payer) },
      },
      receiver: {
        displayName: SHOP_NAME,
        name: SHOP_NAME,
        proxy: { type: 'BILLERID', value: payment.biller },
        account: { type: 'BANKAC', value: '' },
      },
      amount,
      paidLocalAmount: amount,
      paidLocalCurrency: '764',
      countryCode: 'TH',
      ref1: payment.ref1 ?? '',
      ref2: payment.ref2 ?? '',
      ref3: payment.ref3 ?? '',
    },
  };
}

/** As banks print accounts on slips: `xxx-xxx123-4`. */
function masked(account: string): string {
  return `xxx-xxx${account.slice(-4, -1)}-${account.slice(-1)}`;
}
