import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';

/** How a call ended. */
export const verdict = area('verdict', () => ({
  stands: ({ call, what, words }: { call: string; what: string; words: string }) =>
    `${call}: ${what}${words}`,
  confirmed: 'confirmed',
  notFinal: 'not final yet',
  inPart: 'carried out in part only',
  withoutSuccess: 'ended without success',
  bankConfirmed: (call: string, words: string) => `the bank confirmed ${call}${words}`,
  notFinalYet: (call: string, words: string) => `${call} is not final yet${words}`,
  inPartOnly: (call: string, words: string) => `${call} was carried out in part only${words}`,
  inquireAgain: {
    terminal: 'inquire again in a few seconds, or add --wait',
    page: 'Look again in a few seconds.',
    code: 'inquire again in a few seconds, or give waitMs',
  },
  investigate: {
    terminal: (_: string, command: string) => `${command} tells what became of it`,
    page: (reference: string) => `Search for ${reference} to see what became of it.`,
    code: (reference: string) => `inquire ${reference} to see what became of it`,
  },

  refused: (call: string, why: string) => `the bank refused ${call}: ${why}`,
  saysNo: (words: string) => `the answer says no${words}`,
  said: (words: string, code: string) => `${words} (code ${code})`,
  code: (code: string) => `code ${code}`,
  noSuchReference: (call: string, said: string) =>
    `${call}: the bank has nothing with this reference: ${said}`,
  noMatch: (call: string, said: string) => `${call}: the bank has nothing that matches: ${said}`,
  checkReference: {
    terminal: 'check the reference, the company and the environment of the profile',
    page: 'Check the reference, and whether this is the right profile.',
    code: 'check the reference, companyId and environment',
  },
  refusedConsent: {
    terminal: ({ call, status, said }: Refused) =>
      phrase`the bank refused ${call}: it needs the consent of a user, by ${payctl`token login`} (HTTP ${[status, said].filter(Boolean).join(', ')})`,
    code: ({ call, status, said }: Refused) =>
      `the bank refused ${call}: it needs a token to which a user consented (HTTP ${[status, said].filter(Boolean).join(', ')})`,
  },
  refusedCredentials: ({ call, status, said }: Refused) =>
    `the bank refused the credentials or their rights for ${call} (HTTP ${[status, said].filter(Boolean).join(', ')})`,
  logIn: {
    terminal: phrase`${payctl`token login`}, or ${payctl`doctor`}`,
    code: 'are apiKey, apiSecret and environment those of this bank?',
  },
  needsCertificate: (call: string, said: string) =>
    `${call} needs a client certificate that the bank accepts: ${said}`,
  giveCertificate: {
    terminal: phrase`set clientCert and clientKey in the profile, then ${payctl`doctor`}`,
    code: 'set clientCert and clientKey',
  },
  rateReached: (call: string) => `the bank's request rate was reached before ${call}`,
  rateReachedFor: (call: string, seconds: number) =>
    `the bank's request rate was reached before ${call}; it asks to wait ${seconds} s`,
  laterAndSlower: {
    terminal: 'try again later, with --retries and a lower --rate',
    page: 'Try again in a while.',
  },

  gateway: (call: string, why: string) =>
    `the gateway before the bank turned ${call} away (HTTP 400): ${why}`,
  noClientCertificate: 'it wants a client certificate, and none was given',
  setCertificate: {
    terminal: phrase`set clientCert and clientKey, then: ${payctl`doctor`}`,
    code: 'set clientCert and clientKey',
  },
  clientCertificateRefused: 'it did not accept the client certificate',
  isTheCertificateKnown: {
    terminal: phrase`${payctl`config show --origin`}: is clientCert the one that the bank knows?`,
    code: 'is clientCert the one that the bank knows?',
  },
  speaksTls: 'it expects TLS there, and baseUrl begins with http://',
  beginWithHttps: {
    terminal: phrase`${payctl`config show --origin`} says where baseUrl is set: it must begin with https://`,
    code: 'baseUrl must begin with https://',
  },

  redirect: (status: number, host: string) =>
    `the answer is a redirect (HTTP ${status}) to ${host}, which is never followed`,
  unreadableAddress: 'an unreadable address',
  bankFailed: (status: number, why: string) => `the bank failed with HTTP status ${status}, ${why}`,
  answered: (status: number, said: string) =>
    `the bank answered with HTTP status ${status}, ${said}`,
  answer: (why: string) => `the answer ${why}`,
  answerTo: (request: string, why: string) => `the answer to ${request} ${why}`,
  answerWith: (status: number, why: string) => `the answer (HTTP ${status}) ${why}`,
  refusesAndMoves: (said: string) => `the answer refuses the call (${said}), but its data does not`,
  refusesAndMore: (said: string) =>
    `the answer refuses the call (${said}), but holds more than a refusal`,
  foreignCode: (code: string) => `the answer has the code ${code}, none of the bank's`,
  successWith: (status: number) => `the answer says success with HTTP status ${status}`,
  statusAgainst: (status: number, said: string) => `HTTP status ${status} contradicts ${said}`,
  breaksSpecification: (why: string) => `the answer breaks the specification: ${why}`,
  cannotBeUsed: (why: string) => `the answer cannot be used: ${why}`,
  absent: 'is missing',
  notOfType: (type: string) => `is not of type ${type}`,
  noTypeOfIts: 'has a type that the specification does not allow',
  wrong: 'is wrong',
  notUtf8: 'is not UTF-8 text',
  withoutStatus: 'is JSON without a status',
  withoutCode: 'has no usable status.code',
  brokenJson: 'is broken JSON',
  notJson: 'is not JSON',
  sealed: 'has an encryptedValue that cannot be decrypted with ddPublicKey',
  checkAddress: {
    terminal: phrase`check baseUrl: ${payctl`config get baseUrl`}; -vv shows the exchange`,
    page: 'Ask whoever set up this profile whether the address of the bank is right.',
    code: 'check baseUrl',
  },
  doNotRely: {
    terminal: 'do not rely on it: ask the bank, with the requestUId; -vv shows the exchange',
    page: 'Do not rely on it: ask the bank, with the requestUId.',
  },

  failedForNow: (call: string, why: string) => `${call} failed for now: ${why}`,
  later: { terminal: 'try again later', page: 'Try again later.' },
  unknownWhether: (call: string, why: string) =>
    `whether the bank carried out ${call} is not known: ${why}`,
  inquireOnly: 'ask what became of it by an inquiry, and never send it again',
  initiateAgain:
    'no money moves before the transfer is confirmed; initiate it again with another reference',
  tokenNotSent: (why: string) => `the token call was not sent: ${why}`,
  notSent: (call: string, why: string) => `${call} was not sent: ${why}`,
  stopped: 'it was stopped',
  earlierLost: (message: string) =>
    `${message}; but an earlier attempt, whose answer was lost, may have created it`,
  anotherValue: (field: string) => `try again with another ${field}`,
}));

interface Refused {
  call: string;
  status: number;
  said: string | undefined;
}
