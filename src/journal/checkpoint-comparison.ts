import { checkpointMessages as messages } from '../messages/checkpoint.js';
import { isArchived } from '../state/chain.js';
import type { Claims, Damage, StoredRevision } from '../state/claims.js';
import { firstChange } from '../state/revision-heads.js';
import { type CoveredJournal, chargeDigest, coveredClaims } from './checkpoint.js';
import { type CoveredClaim, CoveredClaims } from './covered-claims.js';
import { DeskComparison } from './covered-desk.js';
import type { History, Inspection } from './history.js';
import type { Journal } from './journal.js';

/** Clocks of machines differ: a claim that began so shortly before may be missing. */
const CLOCKS_MS = 5 * 60_000;

export function compareDesk({ desk, at }: CoveredJournal): DeskComparison {
  return new DeskComparison(desk, at, Date.parse(at) - CLOCKS_MS);
}

/** Holds the journal, claim by claim, against a checkpoint. */
export class Comparison {
  readonly #journal: Journal;
  readonly #claims: Claims;
  readonly #checkpoint: CoveredJournal;
  readonly #read: () => AsyncIterable<Uint8Array>;
  readonly #covered: CoveredClaims;
  /** Claims that the checkpoint should have. */
  readonly #missed = new Set<string>();
  readonly #faults: Damage[] = [];

  /** @param read the text of the checkpoint */
  constructor(journal: Journal, checkpoint: CoveredJournal, read: () => AsyncIterable<Uint8Array>) {
    this.#journal = journal;
    this.#claims = journal.store.claims;
    this.#checkpoint = checkpoint;
    this.#read = read;
    this.#covered = new CoveredClaims(coveredClaims(read(), checkpoint));
  }

  async compare({ history, revisions }: Inspection): Promise<void> {
    const { key } = history;
    const { at } = this.#checkpoint;
    const known = await this.#covered.take(key);
    if (known === undefined) {
      if (startedAt(history) < Date.parse(at) - CLOCKS_MS) this.#missed.add(key);
      return;
    }
    const changed = firstChange(known.heads, revisions);
    if (changed === 0 || (isCompacted(revisions) && this.#standsFor(known, history))) return;
    this.#fault(key, changed, messages.changed(at));
  }

  /** Once every claim was compared. */
  async faults(): Promise<Damage[]> {
    const { at } = this.#checkpoint;
    for (const key of await this.#covered.untaken()) this.#fault(key, 1, messages.removed(at));
    await this.#forgetTaken();
    for (const key of this.#missed) this.#fault(key, 1, messages.backDated(at));
    return this.#faults;
  }

  /** A charge that is tried again meanwhile comes twice, and is taken at the first time. */
  async #forgetTaken(): Promise<void> {
    if (this.#missed.size === 0) return;
    for await (const { key } of coveredClaims(this.#read(), this.#checkpoint)) {
      this.#missed.delete(key);
    }
  }

  /**
   * Whether what is left of an archived claim says the same as the claim did. The sum that it continues
   * does not show that: anybody can name it.
   */
  #standsFor({ charge }: CoveredClaim, history: History): boolean {
    const now = chargeDigest(this.#journal, history);
    return now === charge || now.startsWith(`${charge} `);
  }

  #fault(key: string, revision: number, why: Damage['why']): void {
    this.#faults.push({ file: this.#claims.locate(key, revision), line: 1, why });
  }
}

/** Its lines lie in an archive, and one revision stands for them. */
function isCompacted(revisions: readonly StoredRevision[]): boolean {
  const [first] = revisions;
  return first !== undefined && isArchived(first.lines);
}

function startedAt({ entries }: History): number {
  const [first] = entries;
  return first ? (first.metadata?.at?.at ?? Date.parse(first.at)) : Number.NaN;
}
