import { join } from 'node:path';
import { PayctlError } from '../../core/errors.js';
import { randomName } from '../../core/hash.js';
import { at, type Json, jsonText } from '../../core/json.js';
import { visible } from '../../core/text.js';
import { bangkokDateTime } from '../../core/time.js';
import { normalizeBankUrl } from '../../journal/claim.js';
import { slips as words } from '../../messages/slips.js';
import type { Services } from '../../runtime/services.js';
import { holdLock, type LockHost } from '../../state/lock.js';
import { statePath } from '../../state/paths.js';
import type { Store } from '../../state/store.js';
import {
  MayHaveForgotten,
  mayHaveHappened,
  StoreRefusal,
  StoreUnavailable,
} from '../../state/store-errors.js';
import { type SlipKey, slipKey } from './source.js';

/**
 * Accepts a slip for one sale: of all who ask, on all machines of the store, one is the first. What
 * accepts it is a record that can be made only once, so no crash makes it two.
 */
export async function accept(
  record: Json,
  given: SlipKey,
  services: Services,
  attempt: string | undefined,
): Promise<{ problem?: PayctlError; acceptedBefore?: string }> {
  const { host } = services;
  const slip = ownName(record, given);
  const now = bangkokDateTime(host.clock.now());
  const name = slipKey('accepted', slip);
  const open = new OpenAttempts(host, statePath(services.paths.state, 'slips-open'));
  const moment = `${now} (Bangkok), by process ${host.process.self.pid}`;
  try {
    const { slips } = await services.store();
    const permission = await services.claimPermission();
    const taken = await open.take(name);
    const mine = taken ?? attempt ?? randomName(host);
    const acceptedBefore = await slips
      .accept(name, moment, mine, permission)
      .catch((error: unknown) => {
        // The next run here repeats it under this name, and learns whether it succeeded.
        if (taken !== undefined || !isRefusal(error)) open.keep(name, mine);
        throw error;
      });
    if (taken !== undefined) open.done(name);
    if (acceptedBefore === undefined) return {};
    const before = words.acceptedBefore(toMoment(acceptedBefore), visible(acceptedBefore));
    const problem = new PayctlError('REJECTED', before, { hint: words.personDecides });
    return { problem, acceptedBefore };
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    const { said, facts } = error;
    const message = isRefusal(error) ? words.notAccepted(said) : words.mayBeAccepted(said);
    const problem = new PayctlError(error.exitClass, message, {
      ...facts,
      executed: 'no',
      hint: facts.hint ?? words.runAgain,
    });
    return { problem };
  }
}

/** Whether what failed was certainly not carried out. */
function isRefusal(error: unknown): boolean {
  const isOfStore = error instanceof StoreUnavailable || error instanceof StoreRefusal;
  return error instanceof MayHaveForgotten || (isOfStore && !mayHaveHappened(error));
}

/** When it was accepted; undefined if never. */
export async function acceptedAt(
  slips: Store['slips'],
  record: Json,
  given: SlipKey,
): Promise<string | undefined> {
  const moment = await slips.seen(slipKey('accepted', ownName(record, given)));
  return moment && toMoment(moment);
}

/** The moment, with which the record of an acceptance begins; who accepted follows. */
function toMoment(record: string): string {
  return visible(record.slice(0, '2026-01-31 09:00:00'.length));
}

/** In the spelling of the bank, so that another spelling is not another slip. */
export function ownName(record: Json, slip: SlipKey): SlipKey {
  const transRef = jsonText(at(record, 'transRef')) || slip.transRef;
  return { baseUrl: normalizeBankUrl(slip.baseUrl), transRef };
}

/**
 * Attempts whose answer never came, though they may have been carried out. The next caller on this
 * machine repeats one under its name, and so learns what became of it; only one caller gets it.
 */
export class OpenAttempts {
  readonly #host: LockHost;
  readonly #directory: string;
  #lock: { release(): void } | undefined;

  constructor(host: LockHost, directory: string) {
    this.#host = host;
    this.#directory = directory;
  }

  /** The open attempt, which belongs to this caller until `keep` or `done`, or until its process ends. */
  async take(what: string): Promise<string | undefined> {
    if (this.#read(what) === undefined) return undefined;
    this.#lock = await holdLock(this.#host, this.#directory, what, { waitMs: 0 });
    const attempt = this.#lock && this.#read(what);
    // It was done in the meantime.
    if (attempt === undefined) this.#lock?.release();
    return attempt;
  }

  keep(what: string, attempt: string): void {
    const { files } = this.#host;
    files.makeDirectory(this.#directory);
    files.replace(this.#path(what), new TextEncoder().encode(attempt));
    this.#lock?.release();
  }

  /** Removes the attempt before it lets go, so that nobody takes it over in between. */
  done(what: string): void {
    this.#host.files.remove(this.#path(what));
    this.#lock?.release();
  }

  #read(what: string): string | undefined {
    const bytes = this.#host.files.read(this.#path(what));
    return bytes && new TextDecoder().decode(bytes);
  }

  #path(what: string): string {
    return join(this.#directory, what);
  }
}
