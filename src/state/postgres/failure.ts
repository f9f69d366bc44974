import { PayctlError } from '../../core/errors.js';
import { visible } from '../../core/text.js';
import { NotEncrypted } from '../../host/connect.js';
import { MayHaveForgotten, StoreRefusal, StoreUnavailable } from '../store.js';
import { OLD_KEY } from './schema/keys.js';
import type { Trust } from './trust.js';

/** What became of a statement that failed. */
export type FailureKind =
  /** It never reached a server that works. */
  | 'unreached'
  /** Its answer was lost: it may have been carried out, or still be. */
  | 'lost'
  /** The server undid it, or has no room for it now, and will take it again. */
  | 'undone'
  /** The server said no. */
  | 'refused';

interface ServerError {
  code: string;
  message: string;
}

/** SQLSTATE of a server that starts or stops; all of class 08 are of the connection. */
const NOT_NOW = ['57P01', '57P02', '57P03'];
const AGAIN = ['40001', '40P01', '53300'];

/** PgBouncer has one code for all that it says. */
const BOUNCER = '08P01';
const BOUNCER_REFUSES =
  /no such (database|user)|does not exist|auth|password|not allowed|TLS|SSL required/i;

/** `sent`: the statement had gone out. */
export function failureKind(error: unknown, sent: boolean): FailureKind {
  if (error instanceof PayctlError) return 'refused';
  const server = serverError(error);
  if (server === undefined) return isTrust(error) ? 'refused' : sent ? 'lost' : 'unreached';
  if (AGAIN.includes(server.code)) return 'undone';
  if (server.code === BOUNCER && BOUNCER_REFUSES.test(server.message)) return 'refused';
  const isLost = NOT_NOW.includes(server.code) || server.code.startsWith('08');
  return isLost ? (sent ? 'lost' : 'unreached') : 'refused';
}

/** The failure in words for a person, with what fixes it. */
export function storeFailure(error: unknown, shown: string): PayctlError {
  if (error instanceof PayctlError) return error;
  const server = serverError(error);
  const why = visible(error instanceof Error ? error.message || error.name : String(error));
  if (server === undefined) return withoutServer(error, shown, why);
  const { code } = server;
  const refusal = REFUSALS.find(({ codes }) => codes.some((known) => code.startsWith(known)));
  if (refusal) {
    const hint = refusal.hint;
    return new StoreRefusal(`the shared store ${shown} ${refusal.what}: ${why}`, { hint, code });
  }
  if (code === BOUNCER && BOUNCER_REFUSES.test(server.message)) {
    return new StoreRefusal(`the way to the shared store ${shown} is refused: ${why}`, {
      hint: 'payctl config set-secret storePassword; payctl config set store postgres://…',
      code,
    });
  }
  if (code === '25006' || code === '55000') return replica();
  const hint = 'try again in a moment; what the server itself says stands in its log';
  return new StoreUnavailable(`the shared store ${shown} cannot be used now: ${why}`, {
    hint,
    code,
  });
}

export function replica(): StoreUnavailable {
  return new StoreUnavailable('the shared store is a replica, which takes no claims', {
    hint: 'name the primary in store, or wait until this server is promoted',
  });
}

const REFUSALS = [
  {
    codes: ['28'],
    what: 'refuses the user or its password',
    hint: 'payctl config set-secret storePassword, or PAYCTL_STORE_PASSWORD',
  },
  {
    codes: ['3D000'],
    what: 'has no such database',
    hint: 'createdb, or name another: payctl config set store postgres://…',
  },
  {
    codes: ['42501'],
    what: 'does not allow this user to do that',
    hint: 'payctl store init --print shows the grants that payctl needs',
  },
  {
    codes: ['3F000', '42P01', '42703', '42883', '42704'],
    what: 'has no schema of payctl that this version can use',
    hint: 'payctl store init',
  },
  {
    codes: [OLD_KEY],
    what: 'is sealed with another key than this machine uses',
    hint: 'payctl config set-secret storeKey, or PAYCTL_STORE_KEY, with the key of the store',
  },
  { codes: ['53100'], what: 'has no space left', hint: 'make room on the disk of the server' },
] as const;

function withoutServer(error: unknown, shown: string, why: string): PayctlError {
  if (error instanceof NotEncrypted) {
    return new StoreRefusal(`the shared store ${shown}: ${why}`, {
      hint: 'turn on ssl at the server; sslmode=disable is for this machine and the environment test',
    });
  }
  if (isTrust(error)) {
    return new StoreRefusal(`the certificate of the shared store ${shown} is not trusted: ${why}`, {
      hint: 'name its authority: …?sslmode=verify-full&sslrootcert=/path/of/the/ca.pem',
    });
  }
  return new StoreUnavailable(`the shared store ${shown} cannot be reached: ${why}`, {
    hint: 'see whether the server runs, and whether its host and port can be reached from here',
  });
}

function serverError(error: unknown): ServerError | undefined {
  // The bundle has other names for the driver's classes; PgBouncer sends no other severity.
  if (!(error instanceof Error) || !('severity_local' in error) || !('code' in error))
    return undefined;
  return { code: String(error.code), message: error.message };
}

/** OpenSSL and Node name what is wrong with a certificate, and with what the other side speaks. */
function isTrust(error: unknown): boolean {
  if (error instanceof NotEncrypted) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO|HOSTNAME|CRL/.test(code);
}

/** Why nothing that must happen once may rest on this store. */
export function distrust(trust: Exclude<Trust, 'trusted'>, leftBy: string): PayctlError {
  switch (trust) {
    case 'forgotten':
      return new MayHaveForgotten(
        'CONFIG',
        'the shared store was restored or failed over, and may have forgotten what was sent before; nothing was sent',
        {
          hint: 'find out what the bank has, then: payctl store accept-failover',
          executed: 'no',
        },
      );
    case 'old-primary':
      return new StoreRefusal(
        'this server is the old primary of the shared store: a newer one took over from it; nothing was sent',
        {
          hint: 'name the newer one: payctl config set store postgres://…; where that one is lost for good, promote this one anew (pg_ctl promote) until its timeline is not lower',
        },
      );
    case 'left':
      return new StoreRefusal(
        `${visible(leftBy)} took everything out of the shared store and may charge over its files, which this machine does not see; nothing was sent`,
        {
          hint: `bring it back, on ${visible(leftBy)}: payctl store import; or leave the store here as well: payctl store export`,
        },
      );
    case 'alone':
      return new StoreUnavailable(
        'the shared store was declared synchronous, and now no standby has to confirm a claim (synchronous_standby_names is empty); nothing was sent',
        {
          hint: 'set synchronous_standby_names at the server; to go on without a standby: payctl store accept-async',
        },
      );
  }
}
