import { PayctlError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { stateMessages } from '../messages/state.js';
import type { StoreMemory } from './store-memory.js';

/** The shared store, where this run has one. */
interface SharedEntrance {
  /** Its id. Rejects with CONFIG where this machine may make no claims there. */
  enter(): Promise<string>;
}

/**
 * That this machine may make claims in the store it has open. Only the check itself makes one, so
 * that nothing can be sent, and no slip accepted, by code that has not asked. It is asked again once
 * the claim is made: whoever moves the claims elsewhere says so first and lists them then, so a
 * claim is either on that list or refused here.
 */
export class ClaimPermission {
  readonly #memory: StoreMemory | undefined;
  /** Id of the shared store; undefined where claims are files. */
  readonly #store: string | undefined;

  private constructor(memory: StoreMemory | undefined, store: string | undefined) {
    this.#memory = memory;
    this.#store = store;
  }

  /** Rejects with CONFIG where the claims of this machine lie elsewhere. */
  static async of(memory: StoreMemory, shared?: SharedEntrance): Promise<ClaimPermission> {
    const permission = new ClaimPermission(memory, await shared?.enter());
    permission.check();
    return permission;
  }

  /** The embedded bank has its claims in files, whatever store is set. */
  static ofEmbeddedBank(): ClaimPermission {
    return new ClaimPermission(undefined, undefined);
  }

  /** Throws CONFIG where the claims of this machine lie elsewhere by now. */
  check(): void {
    this.#memory?.refuseOther(this.#store);
  }
}

/** What stands between a run and money. */
interface Guarded {
  environment: 'test' | 'live';
  readOnly: boolean;
}

/** That this run may send what moves money: its claims, its profile and, on live, a person allow it. */
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
