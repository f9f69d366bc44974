import { type People, twice, type View } from '../people.js';

/** Two registrations that are begun, for examples that stand on one. */
export const REGISTRATION_BEGUN =
  'payctl --sandbox dd register --reg-ref REG0001 --ref1 CUSTOMER7 --back-url https://shop.example/registered';
export const ANOTHER_BEGUN = REGISTRATION_BEGUN.replace('REG0001', 'REG0002');

const REGISTERED = [REGISTRATION_BEGUN, 'payctl sandbox registration approve REG0001'];
const CHARGE =
  'payctl --sandbox dd charge --ref-number CHARGE0001 --amount 100.00 --account-number 2220000001';

const directDebit: View = {
  fields: [
    'statusCode',
    'statusDesc',
    'responseCode',
    'errorCode',
    'regRef',
    'refNumber',
    'amount',
    'currency',
    'txnNumber',
    'txnDateTime',
  ],
};

const codes = ['business code', 'direct-debit payment code'] as const;

export const people: People<typeof import('./operations.js')> = {
  register: {
    view: { fields: ['merchantId', 'webUrl'] },
    examples: [REGISTRATION_BEGUN, `${ANOTHER_BEGUN} --save registration.png`],
    codes,
    sandbox: 'gives the web address; `sandbox registration` is the customer',
  },
  registration: {
    view: directDebit,
    examples: [
      ...REGISTERED,
      ...twice('payctl --sandbox dd registration --reg-ref REG0001', '-o json'),
    ],
    codes: ['direct-debit registration code', 'business code'],
    sandbox: 'tells how the registration stands',
  },
  charge: {
    view: directDebit,
    examples: [...REGISTERED, ...twice(CHARGE, '--dry-run')],
    codes,
    sandbox: 'debits the registered account once for a reference',
  },
  payment: {
    view: directDebit,
    examples: [
      ...REGISTERED,
      `${CHARGE} --ref-date-time 20260131090000`,
      ...twice(
        'payctl --sandbox dd payment --ref-number CHARGE0001 --ref-date-time 20260131090000',
        '-o json',
      ),
    ],
    codes,
    sandbox: 'tells what became of the charge',
  },
};
