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
  wrongArguments: (call: string, problems: string) => `${call}: ${problems}`,
  mustBe: (what: string) => `must be ${what}`,
  itsOptions: 'what it takes',
  text: 'text',
  someText: 'text that is not empty',
  shorterText: 'shorter text',
  number: 'a number',
  wholeNumber: 'a whole number',
  textOrNumber: 'text or a number',
  trueOrFalse: 'true or false',
  anObject: 'an object',
  signal: 'an AbortSignal',
  aFunction: 'a function',
  from: (least: string) => `${least} or more`,
  atMost: (most: string) => `at most ${most}`,
  otherMethod: (operation: string, method: string) =>
    `payments.${method} does not make ${operation}; nothing was sent`,
  useMethod: (method: string) => `payments.${method} does`,
  notFields: (operation: string) => `the input of ${operation} must be an object of its fields`,
  unknownField: 'is not one of its fields',
  nearestField: (guess: string) => `is not one of its fields; did you mean ${guess}?`,
  giveExtra: 'fields that the specification does not have go into extra',
}));
