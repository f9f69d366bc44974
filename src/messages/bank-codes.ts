import { area } from '../core/message.js';

const english = {
  success: 'success',
  language: 'invalid accept-language',
  noIds: 'requestUId or resourceOwnerId is missing',
  noCredentials: 'no credentials came with the call',
  badGrant:
    'the authorization code or refresh token is invalid or has expired, or the application requires a codeChallenge',
  badCredentials: 'the credentials or the access token are not valid',
  notAllowed: 'the credentials are not allowed to make this call',
  wrongFlow: 'the application may not use this way of authorization',
  needsTls: 'this endpoint wants two-way TLS',
  badTls: 'the bank could not verify the TLS signature',
  tooMany: 'too many calls; this one was not executed',
  threat: 'the gateway took the call for a threat',
  overloaded: 'the service is overloaded, down or in maintenance',
  tookTooLong: 'the bank took too long; whether it was executed is not known',
  unavailable: 'the service is unavailable or in maintenance',
  behindGateway:
    'a system behind the gateway answered wrongly; whether it was executed is not known',
  noMethod: 'the endpoint does not know this HTTP method',

  parameterMissing: 'a required parameter is missing',
  parameterInvalid: 'a parameter is invalid',
  parameterEmpty: 'a parameter is an empty string',
  unknownReference: 'the bank does not know this reference',
  unknownField: 'a field name is unknown',
  duplicate: 'a duplicate: this reference was used before',
  notSupported: 'the channel or feature is not supported',
  systemRefused: 'the payment system refused the call',
  database: 'a database error at the bank',
  serverError: "an error of the bank's server",
  contentType: 'the content type is not accepted',
  noAnswerBehind: 'the gateway got no answer from the system behind it',

  // Transfers.
  confirmFailedAtHub: 'done at the payment hub, but the confirm failed',
  switchRefused: 'the national switch refused the transfer',
  badAmount: 'the amount is not valid',
  noDeposit: 'the account takes no deposit by this channel',
  badChannel: 'the channel is not valid',
  badBank: 'the destination bank is not valid',
  badRequest: 'the request is not valid',
  badBody: 'the body is not valid',
  fieldFailed: 'a field failed its check',
  unknownTokenizer: 'the tokenizerId is unknown',
  notSaved: 'the transfer could not be saved',
  ruleRefused: 'a business rule refused the transfer',
  pendingAtHub: 'still pending at the hub',
  unknownAtHub: 'the hub does not know how it ended',
  behindAnswered: (status: string) => `the system behind answered HTTP ${status}`,
  behindFailed: 'the system behind failed in another way',
};

export type BankCodesSentences = typeof english;

/** What the business and transfer codes of the bank mean. */
export const bankCodes = area('bank-codes', english);
