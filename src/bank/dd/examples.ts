import { type Examples, twice } from '../examples.js';

/** Two started registrations, for examples that need one. */
export const REGISTRATION_BEGUN =
  'payctl --sandbox dd register --reg-ref REG0001 --ref1 CUSTOMER7 --back-url https://shop.example/registered';
/** A second registration, for examples of one command that end two. */
export const ANOTHER_BEGUN = REGISTRATION_BEGUN.replace('REG0001', 'REG0002');

const REGISTERED = [REGISTRATION_BEGUN, 'payctl sandbox registration approve REG0001'];
const CHARGE =
  'payctl --sandbox dd charge --ref-number CHARGE0001 --amount 100.00 --account-number 2220000001';

export const examples: Examples<typeof import('./operations.js')> = {
  register: [REGISTRATION_BEGUN, `${ANOTHER_BEGUN} --save registration.png`],
  registration: [
    ...REGISTERED,
    ...twice('payctl --sandbox dd registration --reg-ref REG0001', '-o json'),
  ],
  charge: [...REGISTERED, ...twice(CHARGE, '--dry-run')],
  payment: [
    ...REGISTERED,
    `${CHARGE} --ref-date-time 20260131090000`,
    ...twice(
      'payctl --sandbox dd payment --ref-number CHARGE0001 --ref-date-time 20260131090000',
      '-o json',
    ),
  ],
};
