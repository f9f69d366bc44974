import { PayctlError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { stateMessages } from '../messages/state.js';
import type { SharedStore } from './shared-store.js';
import type { StoreMembership } from './store-membership.js';

/**
 * Permission for this machine to make claims in the store that it has open. Only the check itself can
 * create one, so code that has not asked can neither send a charge nor accept a slip. It is checked again
 * after a claim was made: whoever moves the claims to another store announces that first and lists them
 * afterwards, so a claim is either on that list or refused here.
 */
export class ClaimPermission {
  readonly #membership: StoreMembership | undefined;
  /** Id of the shared store; undefined where claims are files. */
  readonly #store: string | undefined;

  private constructor(membership: StoreMembership | undefined, store: string | undefined) {
    this.#membership = membership;
    this.#store = store;
  }

  /** Rejects with CONFIG where this machine has its claims in another store. */
  static async of(
    membership: StoreMembership,
    shared?: Pick<SharedStore, 'enter'>,
  ): Promise<ClaimPermission> {
    const permission = new ClaimPermission(membership, await shared?.enter());
    permission.check();
    return permission;
  }

  /** The embedded bank has its claims in files, whatever store is set. */
  static ofEmbeddedBank(): ClaimPermission {
    return new ClaimPermission(undefined, undefined);
  }

  /** Throws CONFIG where this machine has moved its claims to another store since. */
  check(): void {
    this.#membership?.refuseElsewhere(this.#store);
  }
}

/** The settings of a profile that guard its money. */
interface Guarded {
  environment: 'test' | 'live';
  readOnly: boolean;
}

/** Permission to send a charge: given by the claims of this machine, the profile and, on live, a person. */
export class ChargePermission {
  readonly claims: ClaimPermission;

  private constructor(claims: ClaimPermission) {
    this.claims = claims;
  }

  /** `isConfirmed`: a person said yes, or --yes. Throws USAGE where the profile forbids it. */
  static of(
    claims: ClaimPermission,
    { environment, readOnly }: Guarded,
    isConfirmed: boolean,
  ): ChargePermission {
    if (readOnly) throw refusalError(stateMessages.readOnly);
    if (environment === 'live' && !isConfirmed) throw refusalError(stateMessages.needsYes);
    return new ChargePermission(claims);
  }
}

function refusalError(why: Message): PayctlError {
  return new PayctlError('USAGE', why, { executed: 'no' });
}
