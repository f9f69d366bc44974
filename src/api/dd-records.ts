import * as z from 'zod/mini';
import type { Json } from '../json.js';
import { scalar, textAt, word } from './answers.js';
import type { Standing } from './standing.js';

const message = z.looseObject({ message: word, description: word });
const outer = {
  merchantId: word,
  encryptedValue: word,
  validationMessages: z.nullish(z.array(message)),
};

/** Public facts of the registration result, decrypted. */
export const RegistrationRecord = z.looseObject({
  ...outer,
  regRef: word,
  ref1: word,
  ref2: word,
  statusCode: scalar,
  statusDesc: word,
  errorCode: scalar,
  accountNo: word,
  backURL: word,
});

/** Public facts of a charge and of its inquiry, decrypted. */
export const PaymentRecord = z.looseObject({
  ...outer,
  refNumber: word,
  refDateTime: word,
  amount: scalar,
  currency: word,
  customerRef: word,
  txnNumber: word,
  txnDateTime: word,
  statusCode: scalar,
  statusDesc: word,
  responseCode: scalar,
});

/** No address to go on, but reasons why not: the bank refused the registration. */
export function registerStanding(data: Json): Standing {
  if (textAt(data, 'registrationResponse.webUrl') !== undefined) return { class: 'SUCCESS' };
  const reason =
    textAt(data, 'validationMessages.0.description') ??
    textAt(data, 'validationMessages.0.message');
  if (reason === undefined) return { class: 'SUCCESS' };
  return { class: 'REJECTED', reason };
}

/** 0 is registered; 0003, 0006 and 9999 have failed; the steps between are on their way. */
export function registrationStanding(data: Json): Standing {
  const state = textAt(data, 'statusCode');
  if (state === undefined) return { class: 'PENDING' };
  if (/^0+$/.test(state)) return { class: 'SUCCESS', state };
  const failed = ['0003', '0006', '9999'].includes(state);
  return failed ? refusal(data, state, 'errorCode') : { class: 'PENDING', state };
}

/** 1000 is paid, 1001 rejected, 1002 failed; anything else is not final. */
export function chargeStanding(data: Json): Standing {
  const state = textAt(data, 'statusCode');
  if (state === undefined) return { class: 'PENDING' };
  if (state === '1000') return { class: 'SUCCESS', state };
  const failed = state === '1001' || state === '1002';
  return failed ? refusal(data, state, 'responseCode') : { class: 'PENDING', state };
}

function refusal(data: Json, state: string, codeField: string): Standing {
  const code = textAt(data, codeField);
  const reason = textAt(data, 'statusDesc');
  return {
    class: 'REJECTED',
    state,
    ...(code === undefined ? {} : { code }),
    ...(reason === undefined ? {} : { reason }),
  };
}
