import { area } from '../core/message.js';

/** What is wrong with the address of the bank, or of a proxy. */
export const address = area('address', () => ({
  baseUrl: (why: string) => `the base URL ${why}`,
  notUrl: 'is not a URL',
  holdsPassword: 'holds a user name or password',
  holdsQuery: 'holds a query or fragment',
  notHttps: 'must begin with https:// (http:// only for this machine)',
  serviceInTest:
    'must begin with https:// (http:// with the name of a service needs environment test)',
  unusableProxy: 'the proxy of this run is not an address of http:// or https://',
}));
