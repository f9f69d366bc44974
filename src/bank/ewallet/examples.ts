import { type Examples, twice } from '../examples.js';

const WALLET = 'payctl --sandbox ewallet';
const TRADE = '--tran-type W --out-trade-no SBXDEMO0001';
const CREATED = `${WALLET} create ${TRADE} --total-fee 100.00`;
const BUYER_CODE = 'CODE=$(payctl sandbox buyer-code --raw)';
const PAY = `${WALLET} pay ${TRADE} --total-fee 100.00 --buyer-identity-code $CODE`;

/** A QR that was created and paid, for examples that need one. */
export const TRADE_PAID: readonly string[] = [CREATED, 'payctl sandbox pay SBXDEMO0001'];

export const examples: Examples<typeof import('./operations.js')> = {
  pay: [BUYER_CODE, ...twice(PAY, '--dry-run')],
  inquire: [
    ...TRADE_PAID,
    `${WALLET} inquire SBXDEMO0001`,
    `${WALLET} inquire ${TRADE} --wait 60s -q tradeState`,
  ],
  cancel: [BUYER_CODE, PAY, ...twice(`${WALLET} cancel ${TRADE}`, '--dry-run')],
  refund: [...TRADE_PAID, ...twice(`${WALLET} refund ${TRADE} --total-fee 100.00`, '--dry-run')],
  close: [CREATED, ...twice(`${WALLET} close ${TRADE}`, '--dry-run')],
};
