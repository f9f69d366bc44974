import { PayctlError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { stateMessages } from '../messages/state.js';
import type { SharedStore } from './shared-store.js';
import type { StoreMemory } from './store-memory.js';

/**
 * Permission for this machine to make claims in the store that it has open. Only the check itself can
 * create one, so code that has not asked can neither send a charge nor accept a slip. It is checked again
 * after a claim was made: whoever moves the claims to another store announces that first and lists them
 * afterwards, so a claim is either on that list or refused here.
 */
export class ClaimPermission {
  readonly #memory: StoreMemory | undefined;
  /** Id of the shared store; undefined where claims are files. */
  readonly #store: string | undefined;

  private constructor(memory: StoreMemory | undefined, store: string | undefined) {
    this.#memory = memory;
    this.#store = store;
  }

  /** Rejects with CONFIG where this machine has its claims in another store. */
  static async of(
    memory: StoreMemory,
    shared?: Pick<SharedStore, 'enter'>,
  ): Promise<ClaimPermission> {
    const permission = new ClaimPermission(memory, await shared?.enter());
    permission.check();
    return permission;
  }

  /** The embedded bank has its claims in files, whatever store is set. */
  static ofEmbeddedBank(): ClaimPermission {
    return new ClaimPermission(undefined, undefined);
  }

  /** Throws CONFIG where this machine has moved its claims to another store since. */
  check(): void {
    this.#memory?.refuseElsewhere(this.#store);
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
    if (readOnly) throw refusal(stateMessages.readOnly);
    if (environment === 'live' && !isConfirmed) throw refusal(stateMessages.needsYes);
    return new ChargePermission(claims);
  }
}

function refusal(why: Message): PayctlError {
  return new PayctlError('USAGE', why, { executed: 'no' });
}
