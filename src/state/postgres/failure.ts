import { isNativeError } from 'node:util/types';
import { payctl, phrase } from '../../core/command-line.js';
import { PayctlError } from '../../core/errors.js';
import type { Text } from '../../core/message.js';
import { visible } from '../../core/text.js';
import { ConnectionFailure, NotEncrypted } from '../../host/connect.js';
import { errorCode } from '../../host/disk.js';
import { storeDistrust } from '../../messages/store-claims.js';
import { storeConnection, storeSchema } from '../../messages/store-connection.js';
import { MayHaveForgotten, StoreRefusal, StoreUnavailable } from '../store-errors.js';
import { type StoreHost, shownHost } from './address.js';
import { OLD_KEY } from './schema/sealed-columns.js';
import type { Trust } from './trust.js';

export type FailureKind =
  /** It never reached a server that works. */
  | 'unreached'
  /** Its answer was lost: it was, or still may be, carried out. */
  | 'lost'
  /** The server rolled it back, or has no connection free: it may be sent again. */
  | 'undone'
  | 'refused';

/** The code of a statement that was given up because the run ends. */
export const ENDED = 'ECANCELED';

export interface ServerFailure {
  kind: FailureKind;
  error: PayctlError;
}

/** Why one host of the store gave no connection. */
export interface HostFailure {
  at: StoreHost;
  error: unknown;
  isReached: boolean;
}

interface ServerError {
  code: string;
  message: string;
}

/** SQLSTATE of a server that starts or stops. Those of class 08 are about the connection too. */
const NOT_NOW = ['57P01', '57P02', '57P03'];
const AGAIN = ['40001', '40P01', '53300'];

/** PgBouncer has one code for all its errors; the text tells which are refusals. */
const BOUNCER = '08P01';
const BOUNCER_REFUSES =
  /no such (database|user)|does not exist|auth|password|not allowed|TLS|SSL required/i;

/** `sent`: whether the statement had been sent. */
export function failureKind(error: unknown, sent: boolean): FailureKind {
  if (error instanceof PayctlError) return 'refused';
  const server = serverError(error);
  if (server === undefined) return isTrust(error) ? 'refused' : sent ? 'lost' : 'unreached';
  if (AGAIN.includes(server.code)) return 'undone';
  if (server.code === BOUNCER && BOUNCER_REFUSES.test(server.message)) return 'refused';
  const isLost = NOT_NOW.includes(server.code) || server.code.startsWith('08');
  return isLost ? (sent ? 'lost' : 'unreached') : 'refused';
}

/**
 * Why no host gave a connection. One that refuses this program decides, because a person must mend it;
 * one that may still come, or be promoted, is worth another try.
 */
export function combineFailures(failures: readonly HostFailure[], shown: string): ServerFailure {
  const failed = failures.map(({ at, error, isReached }) => {
    const kind = failureKind(error, false);
    return {
      // A server that was reached and is slow is not one that cannot be reached.
      kind: kind === 'unreached' && isReached && isLate(error) ? ('undone' as const) : kind,
      error: storeFailure(error, shown, isReached),
      why: {
        at: shownHost(at),
        why: error instanceof PayctlError ? error.said : failureReason(error),
      },
    };
  });
  const refused = failed.find(({ error }) => !(error instanceof StoreUnavailable));
  const isReached = failed.some(({ kind }) => kind === 'undone');
  const [first] = failed;
  if (failed.length === 1 && first) return first;
  const said = storeConnection.noHost({ shown, whys: failed.map(({ why }) => why) });
  if (refused) return { kind: 'refused', error: new StoreRefusal(said, refused.error.facts) };
  const error = new StoreUnavailable(said, { hint: storeConnection.seeServer });
  return { kind: isReached ? 'undone' : 'unreached', error };
}

function isLate(error: unknown): boolean {
  return error instanceof ConnectionFailure && error.code === 'ETIMEDOUT';
}

/** The failure as an error for people, with a hint how to fix it. */
export function storeFailure(error: unknown, shown: string, isReached = true): PayctlError {
  if (error instanceof PayctlError) return error;
  const server = serverError(error);
  const failed = { shown, why: failureReason(error) };
  if (server === undefined) return withoutServer(error, failed, isReached);
  const { code } = server;
  const refusal = REFUSALS.find(({ codes }) => codes.some((known) => code.startsWith(known)));
  if (refusal) return new StoreRefusal(refusal.said(failed), { hint: refusal.hint, code });
  if (code === BOUNCER && BOUNCER_REFUSES.test(server.message)) {
    const hint = phrase`${payctl.ofSettings`config set-secret storePassword`}; ${payctl.ofSettings`config set store postgres://…`}`;
    return new StoreRefusal(storeConnection.wayRefused(failed), { hint, code });
  }
  if (code === '25006' || code === '55000') return replica();
  return new StoreUnavailable(storeConnection.notNow(failed), {
    hint: storeConnection.seeLog,
    code,
  });
}

export function replica(): StoreUnavailable {
  return new StoreUnavailable(storeConnection.replica, { hint: storeConnection.namePrimary });
}

const REFUSALS = [
  { codes: ['28P01'], said: storeConnection.passwordRefused, hint: storeConnection.setPassword },
  { codes: ['28'], said: storeConnection.userRefused, hint: storeConnection.allowUser },
  { codes: ['3D000'], said: storeConnection.noDatabase, hint: storeConnection.makeDatabase },
  { codes: ['42501'], said: storeConnection.notAllowed, hint: storeConnection.seeGrants },
  {
    codes: ['3F000', '42P01', '42703', '42883', '42704'],
    said: storeConnection.noSchema,
    hint: payctl`store init`,
  },
  { codes: [OLD_KEY], said: storeConnection.otherKey, hint: storeSchema.setKey },
  { codes: ['53100'], said: storeConnection.noSpace, hint: storeConnection.makeRoom },
] as const;

function withoutServer(
  error: unknown,
  failed: { shown: string; why: Text },
  isReached: boolean,
): PayctlError {
  if (error instanceof NotEncrypted) {
    return new StoreRefusal(storeConnection.notEncrypted(failed), {
      hint: storeConnection.turnOnTls,
    });
  }
  if (isTrust(error)) {
    return new StoreRefusal(storeConnection.untrusted(failed), {
      hint: storeConnection.nameAuthority,
    });
  }
  if (error instanceof ConnectionFailure && error.code === ENDED) {
    return new StoreUnavailable(storeConnection.ended);
  }
  if (isReached && isLate(error)) {
    return new StoreUnavailable(storeConnection.slow(failed), { hint: storeConnection.seeLoad });
  }
  return new StoreUnavailable(storeConnection.unreached(failed), {
    hint: storeConnection.seeServer,
  });
}

/** The reason: our own message, or the text of the system or the server. */
function failureReason(error: unknown): Text {
  if (error instanceof ConnectionFailure) return error.said;
  return visible(error instanceof Error ? error.message || error.name : String(error));
}

function serverError(error: unknown): ServerError | undefined {
  // The bundle renames the classes of the driver, so its fields are checked; PgBouncer sends only the localized severity.
  if (!isNativeError(error) || !('severity_local' in error) || !('code' in error)) return undefined;
  return { code: String(error.code), message: error.message };
}

/** Whether a certificate or TLS itself failed, by the codes of OpenSSL and Node. */
function isTrust(error: unknown): boolean {
  const code = errorCode(error) ?? '';
  return /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO|HOSTNAME|CRL/.test(code);
}

/** The error for a server that may not take claims. */
export function distrustError(trust: Exclude<Trust, 'trusted'>, leftBy: string): PayctlError {
  const machines = visible(leftBy);
  switch (trust) {
    case 'forgotten':
      return new MayHaveForgotten('CONFIG', storeDistrust.forgotten, {
        hint: storeDistrust.acceptFailover,
        executed: 'no',
      });
    case 'old-primary':
      return new StoreRefusal(storeDistrust.oldPrimary, { hint: storeDistrust.nameNewer });
    case 'left':
      return new StoreRefusal(storeDistrust.left(machines), {
        hint: storeDistrust.bringBack(machines),
      });
    case 'alone':
      return new StoreUnavailable(storeDistrust.alone, { hint: storeDistrust.nameStandbys });
  }
}
