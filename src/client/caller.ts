import type { Fields, Operation } from '../bank/define.js';
import { requestUId } from '../bank/generate.js';
import type { WireRequest } from '../bank/wire.js';
import { type ExitClass, PayctlError } from '../core/errors.js';
import { heldSecrets } from './conceal/echo.js';
import type { Token, TokenStore } from './connection.js';
import {
  type CallOptions,
  createExchanger,
  type Exchanger,
  type ExchangeSettings,
} from './exchange.js';
import type { Outcome, OutcomeClass } from './outcome.js';
import { withoutCredentials } from './redact.js';
import { buildRequest } from './request.js';
import { isStaleToken } from './retry.js';
import { createSession, type Held, type Session } from './session.js';
import { withoutTokens } from './tokens.js';

/**
 * Makes one call: token, headers, body, transport, classification, and the retries that the
 * operation's effect allows. What the bank or the network does becomes an Outcome; only faults of
 * this machine (configuration, secret source) reject, with PayctlError.
 */
export interface Caller {
  call(operation: Operation, input: Fields, options?: CallOptions): Promise<Outcome>;
  /** Exactly what `call` would send first, with the credentials redacted; sends nothing and needs no token. */
  preview(operation: Operation, input: Fields, options?: CallOptions): Promise<WireRequest>;
  /** The tokens that `call` uses. */
  readonly session: Session;
}

export interface CallerSettings extends ExchangeSettings {
  store: TokenStore;
}

export function createCaller(settings: CallerSettings): Caller {
  const { connection, clock, random, store } = settings;
  const held = heldSecrets(connection, store);
  const exchange = createExchanger(settings, held);
  const session = createSession({ connection, store, clock, exchange, held });

  function unauthorised(operation: Operation, input: Fields, options: CallOptions): WireRequest {
    return buildRequest({
      connection,
      operation,
      input,
      requestUId: options.requestUId ?? requestUId(random),
      method: options.method,
      token: operation.subject === 'none' ? undefined : PLACEHOLDER,
    });
  }

  return {
    session,
    async preview(operation, input, options = {}) {
      return withoutCredentials(unauthorised(operation, input, options));
    },
    async call(operation, input, options = {}) {
      const uid = options.requestUId ?? requestUId(random);
      const named = { ...options, requestUId: uid };
      const build = () => unauthorised(operation, input, named);
      try {
        return withoutTokens(await authorised(session, exchange, operation, input, named, build));
      } catch (error) {
        const { method, url } = build();
        return withoutToken(error, operation, { method, url, requestUId: uid });
      }
    },
  };
}

const PLACEHOLDER: Token = { accessToken: '-', tokenType: 'Bearer', receivedAt: 0, expiresAt: 0 };

/** With the token that the operation wants; after a 401 once more with another one, never a third time. */
async function authorised(
  session: Session,
  exchange: Exchanger,
  operation: Operation,
  input: Fields,
  options: CallOptions,
  build: () => unknown,
): Promise<Outcome> {
  if (operation.subject === 'none') return (await exchange(operation, input, options)).outcome;
  // Built before a token is bought, so that a call that cannot be made costs none.
  const held = await session.token(operation, build, options.grant);
  const first = await exchange(operation, input, { ...options, ...carriedBy(held) });
  // The bank turns a stale token away before anything is carried out, so money may go again too; a
  // 401 that is not the bank's is no AUTH to what moves money.
  if (!isStaleToken(first.outcome)) return first.outcome;
  const other = await session.replace(held);
  return (await exchange(operation, input, { ...options, ...carriedBy(other) })).outcome;
}

/** A user's token goes with the user's own id. */
function carriedBy({ grant, token }: Held): { token: Token; resourceOwnerId?: string } {
  return grant === 'user' ? { token, resourceOwnerId: token.resourceOwnerId } : { token };
}

/** A call that was not made for want of a token. Throws the error again where this machine is at fault. */
function withoutToken(error: unknown, operation: Operation, request: Outcome['request']): Outcome {
  const ended = error instanceof PayctlError ? TOKENLESS[error.exitClass] : undefined;
  if (!(error instanceof PayctlError) || ended === undefined) throw error;
  const { hint, code } = error.facts;
  return {
    class: ended,
    executed: 'no',
    operation: operation.id,
    request,
    message: error.message,
    hint,
    code,
  };
}

/** How a call ends by how its token call ended. */
const TOKENLESS: Partial<Record<ExitClass, OutcomeClass>> = {
  AUTH: 'AUTH',
  REJECTED: 'AUTH',
  NOT_FOUND: 'AUTH',
  RATE_LIMITED: 'RATE_LIMITED',
  TLS: 'TLS',
  UNAVAILABLE: 'UNAVAILABLE',
  BAD_DATA: 'UNAVAILABLE',
};
