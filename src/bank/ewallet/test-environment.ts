import type { Problem } from '../../core/errors.js';
import type { Message } from '../../core/message.js';
import { field as says } from '../../messages/bank.js';
import type { Fields, InputContext } from '../define.js';

/** The test environment takes only digits in companyId. */
export function checkCompany(fields: Fields, { environment }: InputContext): Problem[] {
  const { companyId } = fields;
  if (environment !== 'test' || typeof companyId !== 'string' || /^[0-9]*$/.test(companyId)) {
    return [];
  }
  return [{ field: 'companyId', message: says.digitsInTest }];
}

/**
 * Rules of the test environment, in every table of an e-wallet call but pay: digits of companyId,
 * provider prefix of outTradeNo.
 */
export function checkTestRules(fields: Fields, context: InputContext): Problem[] {
  const problem = prefixProblem(fields, context);
  const prefix = problem === undefined ? [] : [{ field: 'outTradeNo', message: problem }];
  return [...checkCompany(fields, context), ...prefix];
}

/** Why the test environment does not take this outTradeNo: it lacks the provider prefix. */
export function prefixProblem(
  { outTradeNo }: Fields,
  { environment, outTradeNoPrefix }: InputContext,
): Message | undefined {
  if (environment !== 'test' || typeof outTradeNo !== 'string') return undefined;
  if (outTradeNoPrefix === undefined) {
    return /^[A-Za-z]{3}/.test(outTradeNo) ? undefined : says.lettersInTest;
  }
  return outTradeNo.startsWith(outTradeNoPrefix) ? undefined : says.prefixInTest(outTradeNoPrefix);
}
