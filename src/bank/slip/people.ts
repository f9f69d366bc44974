import { BILL } from '../bill/people.js';
import { type People, twice } from '../people.js';

export const people: People<typeof import('./operations.js')> = {
  verify: {
    view: {
      fields: ['transRef', 'amount', 'transDate', 'transTime', 'sendingBank', 'receivingBank'],
    },
    examples: [
      BILL,
      'payctl sandbox pay $QR --slip slip.png',
      ...twice(
        'payctl --sandbox slip verify slip.png',
        '--expect-amount 100.00 --expect-ref1 INVOICE001',
      ),
    ],
    sandbox: 'shows the slip of a payment that was made here',
  },
};
