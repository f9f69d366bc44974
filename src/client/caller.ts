import type { Fields, Operation } from '../bank/define.js';
import { requestUId } from '../bank/generate.js';
import type { WireRequest } from '../bank/wire.js';
import { type ExitClass, PayctlError } from '../core/errors.js';
import { inSpan } from '../core/trace.js';
import { createKnownSecrets } from './conceal/echo.js';
import type { Token, TokenStore } from './connection.js';
import {
  type AuthorisedOptions,
  type CallOptions,
  Exchanger,
  type ExchangeSettings,
} from './exchange.js';
import type { Outcome, OutcomeClass } from './outcome.js';
import { withoutCredentials, withoutTokens } from './redact.js';
import { RequestBuilder } from './request.js';
import { isStaleToken } from './retry.js';
import { type GrantedToken, type Session, TokenSession, unlessAborted } from './session.js';

/**
 * Makes calls: token, headers, body, transport, classification, and the retries that the operation's
 * effect allows. What the bank or the network does becomes an Outcome; only faults of this machine
 * (configuration, source of the secret) and unusable paths reject, with PayctlError CONFIG or USAGE.
 */
export interface Caller {
  call(operation: Operation, input: Fields, options?: CallOptions): Promise<Outcome>;
  /** The request of `call` with its credentials redacted; sends nothing and needs no token. */
  preview(operation: Operation, input: Fields, options?: CallOptions): Promise<WireRequest>;
  readonly session: Session;
}

export interface CallerSettings extends ExchangeSettings {
  store: TokenStore;
}

export function createCaller(settings: CallerSettings): Caller {
  const { connection, clock, random, store, ending } = settings;
  const knownSecrets = createKnownSecrets(connection, store);
  const requests = new RequestBuilder(connection);
  const exchanger = new Exchanger(settings, knownSecrets, requests);
  const session = new TokenSession({ connection, store, clock, exchanger, knownSecrets, ending });

  function draft(operation: Operation, input: Fields, options: CallOptions): WireRequest {
    const { requestUId: uid = requestUId(random), method } = options;
    const token = operation.subject === 'none' ? undefined : PLACEHOLDER;
    return requests.build({ operation, input, requestUId: uid, method, token });
  }

  /** With the token that the operation needs; after a 401 a second time with another token, never a third. */
  async function send(operation: Operation, input: Fields, options: CallOptions): Promise<Outcome> {
    const sendWith = async (authorised: AuthorisedOptions): Promise<Outcome> =>
      (await exchanger.exchange(operation, input, authorised)).outcome;
    if (operation.subject === 'none') return sendWith(options);
    if (settings.replay !== undefined) {
      // Without a token; the answer to the second attempt after a 401 is recorded behind it.
      const replayed = () => sendWith({ ...options, token: PLACEHOLDER });
      const first = await replayed();
      return isStaleToken(first) ? replayed() : first;
    }
    // Built before a token is fetched, so that a call that cannot be made costs none.
    const build = () => draft(operation, input, options);
    // The token is fetched for all callers, also where this one does not wait for it any more.
    const { signal, stopping, grant } = options;
    const unlessStopped = <T>(work: () => Promise<T>) =>
      unlessAborted(signal, () => unlessAborted(stopping, work));
    const granted = await unlessStopped(() => session.token(operation, build, grant));
    const first = await sendWith({ ...options, ...tokenOptions(granted) });
    // Before a stale token is refused nothing is executed, so that a money call may be sent again; a 401
    // that is not the bank's is not AUTH for one.
    if (!isStaleToken(first)) return first;
    const other = await unlessStopped(() => session.replace(granted));
    return sendWith({ ...options, ...tokenOptions(other) });
  }

  return {
    session,
    async preview(operation, input, options = {}) {
      return withoutCredentials(draft(operation, input, options));
    },
    call(operation, input, options = {}) {
      // By its id: the path of a call that is not in the catalogue may hold anything.
      const attributes = { 'http.request.method': operation.method };
      return inSpan(operation.id, { kind: 'client', attributes }, async (span) => {
        const identified = { ...options, requestUId: options.requestUId ?? requestUId(random) };
        const outcome = await send(operation, input, identified).then(withoutTokens, (error) => {
          const { method, url } = draft(operation, input, identified);
          const request = { method, url, requestUId: identified.requestUId };
          return outcomeWithoutToken(error, operation, request);
        });
        span.set({
          'payctl.class': outcome.class,
          'payctl.executed': outcome.executed,
          'http.response.status_code': outcome.http?.status,
        });
        if (outcome.http === undefined) span.fail(outcome.network ?? outcome.class);
        return outcome;
      });
    },
  };
}

const PLACEHOLDER: Token = { accessToken: '-', tokenType: 'Bearer', receivedAt: 0, expiresAt: 0 };

/** A user's token is sent with the user's resourceOwnerId ("Common request headers"). */
function tokenOptions({ grant, token }: GrantedToken): { token: Token; resourceOwnerId?: string } {
  return grant === 'user' ? { token, resourceOwnerId: token.resourceOwnerId } : { token };
}

/** The outcome of a call that was not sent because it got no token. Rethrows faults of this machine. */
function outcomeWithoutToken(
  error: unknown,
  operation: Operation,
  request: Outcome['request'],
): Outcome {
  const outcomeClass =
    error instanceof PayctlError ? CLASS_OF_TOKEN_FAILURE[error.exitClass] : undefined;
  if (!(error instanceof PayctlError) || outcomeClass === undefined) throw error;
  const { hint, code } = error.facts;
  return {
    class: outcomeClass,
    executed: 'no',
    operation: operation.id,
    request,
    message: error.said,
    hint,
    code,
  };
}

/** How a call ends whose token call ended in this class. */
const CLASS_OF_TOKEN_FAILURE: Partial<Record<ExitClass, OutcomeClass>> = {
  AUTH: 'AUTH',
  REJECTED: 'AUTH',
  NOT_FOUND: 'AUTH',
  RATE_LIMITED: 'RATE_LIMITED',
  TLS: 'TLS',
  UNAVAILABLE: 'UNAVAILABLE',
  BAD_DATA: 'UNAVAILABLE',
};
