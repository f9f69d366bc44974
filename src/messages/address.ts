import { area } from '../core/message.js';

const english = {
  notUrl: 'the base URL is not a URL',
  holdsPassword: 'the base URL holds a user name or password',
  holdsQuery: 'the base URL holds a query or fragment',
  notHttps: 'the base URL must begin with https:// (http:// only for this machine)',
  serviceInTest:
    'the base URL must begin with https:// (http:// with the name of a service needs environment test)',
  unusableProxy: 'the proxy (profile or HTTPS_PROXY) is not a URL',
};

export type AddressSentences = typeof english;

/** What is wrong with the address of the bank, or of a proxy. */
export const address = area('address', english);
