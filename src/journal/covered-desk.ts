import { checkpointMessages as messages } from '../messages/checkpoint.js';
import type { Damage } from '../state/claims.js';
import { type DeskEvent, subjectName } from '../state/desk.js';
import { eventPlace } from '../state/desk-verify.js';

export type DeskEnd = Pick<DeskEvent, 'kind' | 'subject' | 'seq' | 'sum'>;

/** What a checkpoint has of proposals and notes. */
export class CoveredDesk {
  readonly #ends = new Map<string, DeskEnd>();

  /** An event stands for those before it. */
  add({ kind, subject, seq, sum }: DeskEnd): void {
    this.#ends.set(subjectName({ kind, subject }), { kind, subject, seq, sum });
  }

  findEnd(subject: Pick<DeskEnd, 'kind' | 'subject'>): DeskEnd | undefined {
    return this.#ends.get(subjectName(subject));
  }

  ends(): Iterable<DeskEnd> {
    return this.#ends.values();
  }
}

/** Holds proposals and notes, event by event, against a checkpoint. */
export class DeskComparison {
  readonly #covered: CoveredDesk;
  readonly #at: string;
  readonly #since: number;
  readonly #found = new Set<DeskEnd>();
  readonly #faults: Damage[] = [];

  /** @param since what is older must be in the checkpoint of `at`: milliseconds since the epoch */
  constructor(covered: CoveredDesk, at: string, since: number) {
    [this.#covered, this.#at, this.#since] = [covered, at, since];
  }

  compare(event: DeskEvent): void {
    const end = this.#covered.findEnd(event);
    if (end?.seq === event.seq) {
      this.#found.add(end);
      if (end.sum !== event.sum) this.#fault(event, messages.changed(this.#at));
      return;
    }
    const isNew = event.seq > (end?.seq ?? 0);
    if (isNew && Date.parse(event.at) < this.#since) {
      this.#fault(event, messages.deskBackDated(this.#at));
    }
  }

  /** Once every event was compared. */
  faults(): Damage[] {
    for (const end of this.#covered.ends()) {
      if (!this.#found.has(end)) this.#fault(end, messages.deskRemoved(this.#at));
    }
    return this.#faults;
  }

  #fault(event: DeskEnd, why: Damage['why']): void {
    this.#faults.push({ file: eventPlace(event), line: event.seq, why });
  }
}
