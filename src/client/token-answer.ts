import { PayctlError } from '../errors.js';
import { at, type Json, textOf } from '../json.js';
import type { Token } from './connection.js';
import type { Answered } from './exchange.js';
import type { Outcome } from './outcome.js';

/** The token of an answer; its end by this machine's clock, so that a wrong one does not matter. */
export function tokenOf({ outcome, headers, granted: data = null }: Answered, now: number): Token {
  if (outcome.class !== 'SUCCESS') {
    throw noToken(outcome, `no access token: ${outcome.message}`, outcome.hint);
  }
  const refreshToken = textOf(at(data, 'refreshToken'));
  const refreshSeconds = seconds(data, 'refreshExpiresIn');
  const owner = headers.resourceownerid;
  return {
    accessToken: textOf(at(data, 'accessToken')) ?? '',
    tokenType: textOf(at(data, 'tokenType'))?.trim() || 'Bearer',
    receivedAt: now,
    expiresAt: now + (seconds(data, 'expiresIn') ?? 0) * 1000,
    ...(refreshToken ? { refreshToken } : {}),
    ...(refreshSeconds === undefined ? {} : { refreshExpiresAt: now + refreshSeconds * 1000 }),
    ...(owner ? { resourceOwnerId: owner } : {}),
  };
}

/** How a token call failed, with what is known of it. */
export function noToken(outcome: Outcome, message: string, hint: string | undefined): PayctlError {
  return new PayctlError(outcome.class, message, {
    executed: 'no',
    hint,
    code: outcome.code,
    httpStatus: outcome.http?.status,
    requestUId: outcome.request.requestUId,
    network: outcome.network,
  });
}

function seconds(data: Json, field: string): number | undefined {
  const value = Number(textOf(at(data, field)) ?? Number.NaN);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}
