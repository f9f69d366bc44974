import { type Examples, twice } from '../examples.js';

export const examples: Examples<typeof import('./operations.js')> = {
  inquire: [
    'ID=$(payctl --sandbox deeplink create --ref1 INVOICE001 --payment-amount 100.00 -o table -q transactionId)',
    'payctl sandbox pay $ID',
    ...twice('payctl --sandbox deeplink inquire $ID', '-o json'),
  ],
};
