import { type People, twice, type View } from '../people.js';

const WALLET = 'payctl --sandbox ewallet';
const TRADE = '--tran-type W --out-trade-no SBXDEMO0001';
const CREATED = `${WALLET} create ${TRADE} --total-fee 100.00`;
const BUYER_CODE = 'CODE=$(payctl sandbox buyer-code --raw)';
const PAY = `${WALLET} pay ${TRADE} --total-fee 100.00 --buyer-identity-code $CODE`;

/** A QR that was created and paid, for examples that stand on one. */
export const TRADE_PAID: readonly string[] = [CREATED, 'payctl sandbox pay SBXDEMO0001'];

const trade: View = {
  fields: ['tradeState', 'amount', 'transactionId', 'mid', 'tid', 'timeEnd', 'exchangeRate'],
};
const reversal: View = { fields: ['refundId', 'details'] };

export const people: People<typeof import('./operations.js')> = {
  create: {
    view: { fields: ['codeUrl'] },
    sandbox: 'draws a QR of 2 hours; `sandbox pay` is the customer',
  },
  pay: {
    view: trade,
    examples: [BUYER_CODE, ...twice(PAY, '--dry-run')],
    sandbox: 'debits the wallet behind a code of `sandbox buyer-code`',
  },
  inquire: {
    view: trade,
    examples: [
      ...TRADE_PAID,
      `${WALLET} inquire SBXDEMO0001`,
      `${WALLET} inquire ${TRADE} --wait 60s -q tradeState`,
    ],
    sandbox: 'tells how the trade stands',
  },
  cancel: {
    view: reversal,
    examples: [BUYER_CODE, PAY, ...twice(`${WALLET} cancel ${TRADE}`, '--dry-run')],
    sandbox: 'gives the money of a paid trade back',
  },
  refund: {
    view: reversal,
    examples: [
      ...TRADE_PAID,
      ...twice(`${WALLET} refund ${TRADE} --total-fee 100.00`, '--dry-run'),
    ],
    sandbox: 'gives the money of a paid wallet B trade back',
  },
  close: {
    view: {},
    examples: [CREATED, ...twice(`${WALLET} close ${TRADE}`, '--dry-run')],
    sandbox: 'ends a QR that nobody has paid',
  },
};
