import { type Entry, entries } from './entry.js';

const INQUIRE = 'inquire again: payctl ewallet inquire';
const TRANSFER = 'inquire again: payctl transfer inquire';

export const states: readonly Entry[] = [
  ...entries('trade state', 'specification', [
    ['SUCCESS', 0, 'paid', 'nobody', 'nothing to do'],
    ['TRADE_SUCCESS', 0, 'paid', 'nobody', 'nothing to do'],
    ['USERPAYING', 0, 'the customer is paying; not final', 'customer', `${INQUIRE} --wait 60s`],
  ]),
  ...entries('trade state', 'public facts', [
    ['TRADE_FINISHED', 0, 'paid', 'nobody', 'nothing to do'],
    ['WAIT_BUYER_PAY', 0, 'the wallet waits for the customer; not final', 'customer', INQUIRE],
    ['NOTPAY', 0, 'not paid yet; not final', 'customer', INQUIRE],
    [
      'TRADE_CLOSED',
      0,
      'closed unpaid, or fully refunded',
      'nobody',
      'ask the bank which of the two',
    ],
    ['CLOSED', 0, 'closed unpaid', 'nobody', 'ask the bank before charging again'],
    ['REVOKED', 0, 'revoked', 'nobody', 'ask the bank before charging again'],
    ['REFUND', 0, 'a refund was made or begun', 'nobody', 'compare with payctl journal list'],
    [
      'PAYERROR',
      0,
      'the payment failed in the wallet',
      'customer',
      'ask the bank before charging again',
    ],
  ]),
  // The specification does not list it for wallets; the exit table takes it for final wherever it comes.
  ...entries('trade state', 'payctl', [
    [
      'CANCELED',
      0,
      'cancelled, closed or given back: no payment stands',
      'nobody',
      'payctl investigate with the reference tells which; a new sale takes a new reference',
    ],
  ]),
  ...entries('transfer state', 'specification', [
    ['INITIATE_COMPLETED', 0, 'initiated; no money has moved', 'nobody', 'confirm it, or leave it'],
    ['CONFIRM_COMPLETED', 0, 'confirmed; the money has moved', 'nobody', 'nothing to do'],
    [
      'CONFIRM_FAILED',
      0,
      'the confirm failed; code and description say why',
      'unclear',
      'payctl explain CODE',
    ],
    ['CONFIRM_PROCESSING', 0, 'being confirmed; not final', 'nobody', TRANSFER],
    ['CANCELED', 0, 'cancelled', 'nobody', 'nothing to do'],
  ]),
  ...entries('debit status', 'specification', [
    ['Full', 0, 'the whole amount was debited', 'nobody', 'nothing to do'],
    ['Partial', 0, 'only a part was debited', 'customer', 'confirmAmount says how much'],
  ]),
  ...entries('payment search status', 'public facts', [
    ['ACCC', 0, 'settled on the account of the payee', 'nobody', 'nothing to do'],
    ['RJCT', 0, 'rejected', 'unclear', 'ask the bank why'],
    ['PDNG', 0, 'pending; not final', 'nobody', 'search again: payctl bill search'],
    ['CANC', 0, 'cancelled', 'nobody', 'nothing to do'],
  ]),
  ...entries('transaction type', 'specification', [
    ['SETTLED', 0, 'a card payment that was fully paid', 'nobody', 'nothing to do'],
  ]),
  ...entries('transaction type', 'public facts', [
    ['AUTH', 0, 'a card or wallet payment, as confirmations name it', 'nobody', 'nothing to do'],
    [
      'Domestic Transfer',
      0,
      'a QR 30 or bill payment, as confirmations name it',
      'nobody',
      'nothing to do',
    ],
    [
      'Domestic Transfers',
      0,
      'a QR 30 or bill payment, as inquiries name it',
      'nobody',
      'nothing to do',
    ],
  ]),
  ...entries('service status', 'specification', [
    ['ACTIVE', 0, 'the merchant can use this QR or payment-link type', 'nobody', 'nothing to do'],
    [
      'INACTIVE',
      0,
      'the merchant cannot use this QR or payment-link type',
      'you',
      'ask the bank to enable it',
    ],
  ]),
];
