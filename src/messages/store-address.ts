import { area } from '../core/message.js';

/** What is wrong with the address of a shared store; each goes after the name of the setting. */
export const storeAddress = area('store-address', () => ({
  form: (form: string) => `must look like ${form}`,
  unknownParameter: (known: readonly string[]) =>
    `has an unknown parameter; known are ${known.join(', ')}`,
  wrongPort: 'has no valid port',
  noHost: (form: string) => `names no host: ${form}`,
  noUser: (form: string) => `names no user: ${form}`,
  passwordInUser: 'holds a password in the name of its user',
  noDatabase: (form: string) => `names no database: ${form}`,
  hash: 'holds a #, which must be written %23',
  nul: 'holds a NUL',
  brokenEscape: 'holds a % that is no escape',
  optionalEncryption: (mode: string) =>
    `has sslmode=${mode}, which anyone on the way can turn off: use verify-full`,
  unknownMode: (known: readonly string[]) => `has an unknown sslmode: use ${known.join(', ')}`,
  inClear: 'must be encrypted: sslmode=disable is for this machine and for the environment test',
}));
