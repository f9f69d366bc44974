import { area } from '../core/message.js';

/** What only a program that uses the library reads. */
export const libraryMessages = area('library', () => ({
  noSettings: 'createPayments needs its settings, an object',
  notText: (name: string) => `${name} must be text`,
  noPlace: 'it is not said where the journal lies',
  givePlace:
    "createPayments({ stateDir: '/var/lib/shop/payctl' }), or store with the address of a shared store",
  givePath: (path: string) => `createPayments({ stateDir: ${JSON.stringify(path)} })`,
  closed: 'these payments were closed',
  bankStopped: 'this bank was stopped',
  madeByAnother: (url: string) =>
    `the bank at ${url} made this code, and it can be paid only there`,
  payThere: 'call pay of the bank that made it',
  otherMethod: (operation: string, method: string) =>
    `payments.${method} does not make ${operation}; nothing was sent`,
  useMethod: (method: string) => `payments.${method} does`,
  notFields: (operation: string) => `the input of ${operation} must be an object of its fields`,
  unknownField: 'is not one of its fields',
  nearestField: (guess: string) => `is not one of its fields; did you mean ${guess}?`,
  giveExtra: 'fields that the specification does not have go into extra',
}));
