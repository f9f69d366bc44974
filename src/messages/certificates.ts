import { area } from '../core/message.js';

/** The client certificate, and the certificates to trust. */
export const certificates = area('certificates', () => ({
  keyNotSet: (absent: string) => `a client certificate needs its key, and ${absent} is not set`,
  noCertificate: (path: string) => `${path} holds no certificate in PEM`,
  giveCertificate: 'give the file that begins with -----BEGIN CERTIFICATE-----',
  noKey: (path: string) => `${path} holds no private key in PEM`,
  giveKey: 'give the file that begins with -----BEGIN PRIVATE KEY-----',
  wrongPassphrase: (path: string) => `${path} does not open with its passphrase`,
  noPassphrase: (path: string) => `${path} is encrypted, and no passphrase is set`,
  notOfKey: (key: string, certificate: string) =>
    `${key} is not the key of the certificate ${certificate}`,
  issuedTogether: 'use the certificate and key that were issued together',
  expired: (path: string, on: string) => `the client certificate ${path} expired on ${on}`,
  askBankToRenew: 'ask the bank to renew it',
  notYetValid: (path: string, from: string) =>
    `the client certificate ${path} is not valid before ${from}`,
  checkClock: "check this machine's clock",
  oldCipher: (path: string) => `${path} is encrypted with an outdated cipher`,
  convert: 'convert it: openssl pkcs12 -legacy -in OLD -nodes | openssl pkcs12 -export -out NEW',
  notPfx: (path: string) => `${path} is not a PFX file`,
  givePfx: 'give the .pfx or .p12 file',
  noFile: (name: string, path: string) => `${name} names ${path}, which does not exist`,
}));
