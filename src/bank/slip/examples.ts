import { BILL } from '../bill/examples.js';
import { type Examples, twice } from '../examples.js';

export const examples: Examples<typeof import('./operations.js')> = {
  verify: [
    BILL,
    'payctl sandbox pay $QR --slip slip.png',
    ...twice(
      'payctl --sandbox slip verify slip.png',
      '--expect-amount 100.00 --expect-ref1 INVOICE001',
    ),
    'payctl --sandbox slip verify slip.png --expect-amount 100.00 --once',
  ],
};
