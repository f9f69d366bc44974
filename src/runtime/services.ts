import type { Fields, Operation } from '../bank/define.js';
import type { CallOptions } from '../client/exchange.js';
import type { Outcome } from '../client/outcome.js';
import { once } from '../core/once.js';
import type { ChargeOptions } from '../journal/charge-request.js';
import type { Initiated } from '../journal/initiate.js';
import type { Journal } from '../journal/journal.js';
import { stateMessages } from '../messages/state.js';
import type { WasmFiles } from '../qr/image.js';
import type { ChargePermission, ClaimPermission } from '../state/permission.js';
import { BankServices } from './bank-services.js';

/** Of a charge, beside its call. */
export type ChargeMore = Pick<
  ChargeOptions,
  'waitMs' | 'reference' | 'amount' | 'proposal' | 'refusal'
>;

/** What a run works with. Each part is loaded and made when it is first asked for, and only once. */
export class Services extends BankServices {
  #mayHaveCharged = false;
  #charged: Outcome | undefined;

  /** The same run on another profile. */
  onProfile(profile: string): Services {
    const selection = { ...this.options.selection, profile, sandbox: false };
    const options = { ...this.options, selection };
    const other = new Services(this.host, options, this.signals, this.door);
    this.onClose((endsProcess) => other.close(endsProcess));
    return other;
  }

  /** The journal, for what may send a call that can move money. */
  readonly journalToCharge = once((): Promise<Journal> => {
    this.#mayHaveCharged = true;
    return this.journal();
  });

  /** The journal, for commands that send no such call. */
  readonly journal = once(async (): Promise<Journal> => {
    const store = await this.store();
    const { loadOperation } = await import('../bank/families.js');
    const { clock, random, process } = this.host;
    const warn: Journal['warn'] = (text) => void this.warn(text);
    return { store, clock, random, process, loadOperation, warn };
  });

  /** Whether a call that can move money may have been made: without the journal none is. */
  mayHaveCharged(): boolean {
    return this.#mayHaveCharged;
  }

  /** How the call that can move money ended, or would end now; undefined if none was sent. */
  charged(): Outcome | undefined {
    return this.anyInFlight ?? this.#charged;
  }

  /** That this machine may make claims where this run has its store. Rejects with CONFIG. */
  readonly claimPermission = once(async (): Promise<ClaimPermission> => {
    const { ClaimPermission } = await import('../state/permission.js');
    if ((await this.profile()).name === 'sandbox') return ClaimPermission.ofEmbeddedBank();
    const { StoreMembership } = await import('../state/store-membership.js');
    const { shared } = await this.store();
    return ClaimPermission.of(new StoreMembership(this.host, this.paths.state), shared);
  });

  /** Makes a call that can move money, through the journal. */
  async charge(
    operation: Operation,
    input: Fields,
    permission: ChargePermission,
    options: CallOptions & ChargeMore,
  ): Promise<Outcome> {
    const { chargeWithNotes } = await import('./charging.js');
    const access = await this.#access();
    return this.whileInFlight(async (onSending) => {
      this.#charged = await chargeWithNotes({
        ...{ ...access, operation, input, permission },
        options: { ...options, onSending, objection: this.door.objection },
        signals: this.signals,
        note: (text) => this.door.tell(text, 'note'),
      });
      return this.#charged;
    });
  }

  /** The initiation of a transfer, once for its reference. */
  async initiate(operation: Operation, input: Fields, options: CallOptions): Promise<Initiated> {
    const { initiateOnce } = await import('../journal/initiate.js');
    const permission = await this.claimPermission();
    return initiateOnce({ ...(await this.#access()), operation, input, permission, options });
  }

  async #access() {
    await this.warnBeforeFirstCharge();
    return {
      journal: await this.journalToCharge(),
      caller: await this.caller(),
      connection: await this.connection(),
    };
  }

  /**
   * Warns where this machine may forget its charges, or may have forgotten earlier ones. Only before the
   * first charge here: later warnings would repeat it.
   */
  async warnBeforeFirstCharge(): Promise<void> {
    const { name, resolved } = await this.profile();
    if (this.isReplay || name === 'sandbox' || (await this.server()) !== undefined) return;
    const { hasClaimsDirectory, lostState } = await import('../state/lost-state.js');
    const { files } = this.host;
    const { state } = this.paths;
    if (!hasClaimsDirectory(files, state)) {
      const { ephemeralWarning } = await import('../state/ephemeral.js');
      const warning = ephemeralWarning(files, state);
      if (warning !== undefined) void this.warn(warning);
    }
    const { resolvedEnvironment } = await import('../config/resolve.js');
    if (resolvedEnvironment(resolved) !== 'live') return;
    const lost = await lostState({ files, state, profile: name, tokens: this.tokens });
    if (lost) void this.warn(stateMessages.doThis(lost.message, lost.fix));
  }

  /** The programs that read pictures. */
  async wasm(): Promise<WasmFiles> {
    const { readAsset } = await import('../host/assets.js');
    return { reader: readAsset('zxing_reader.wasm'), webp: readAsset('webp.wasm') };
  }
}
