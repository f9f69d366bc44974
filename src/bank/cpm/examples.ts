import { type Examples, twice } from '../examples.js';

const PARTNER = '--partner-transaction-id 010000000000101ABCDEFGHIJ0123456789';
const CUSTOMER_CODE = 'CODE=$(payctl sandbox buyer-code --wallet P --raw)';
const PAY = `payctl --sandbox cpm pay --qr-data $CODE --transaction-amount 100.00 --reference1 INVOICE001 ${PARTNER}`;

export const examples: Examples<typeof import('./operations.js')> = {
  pay: [CUSTOMER_CODE, ...twice(PAY, '--dry-run')],
  refund: [CUSTOMER_CODE, PAY, ...twice(`payctl --sandbox cpm refund ${PARTNER}`, '--dry-run')],
};
