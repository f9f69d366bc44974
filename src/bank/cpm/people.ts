import { type People, twice } from '../people.js';

const PARTNER = '--partner-transaction-id 010000000000101ABCDEFGHIJ0123456789';
const PRESENTED = 'CODE=$(payctl sandbox buyer-code --wallet P --raw)';
const TAKEN = `payctl --sandbox cpm pay --qr-data $CODE --transaction-amount 100.00 --reference1 INVOICE001 ${PARTNER}`;

export const people: People<typeof import('./operations.js')> = {
  pay: {
    view: { fields: ['transactionAmount', 'transactionId', 'transactionDateTime'] },
    examples: [PRESENTED, ...twice(TAKEN, '--dry-run')],
    sandbox: "debits the account behind a customer's QR",
  },
  refund: {
    view: { fields: ['partnerTransactionId', 'transactionId', 'refundTransactionDateTime'] },
    examples: [PRESENTED, TAKEN, ...twice(`payctl --sandbox cpm refund ${PARTNER}`, '--dry-run')],
    sandbox: 'gives the money back in full, until 23:00 of the day in Bangkok',
  },
};
