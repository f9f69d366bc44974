/** Who speaks in a history. */
export type Actor = 'customer' | 'bank' | 'application' | 'stranger';

/** What is said or done in a history; `messages/attack.ts` has the words for each. */
export type EventKind =
  | 'creates'
  | 'pays'
  | 'cannotPay'
  | 'refunds'
  | 'confirms'
  | 'confirmsOther'
  | 'forges'
  | 'acknowledges'
  | 'refuses'
  | 'silent'
  | 'hangs'
  | 'asks'
  | 'failsAnswers'
  | 'endsTokens'
  | 'clock'
  | 'killed'
  | 'started'
  | 'crashed'
  | 'says';

export interface Event {
  /** Since the scenario began. */
  ms: number;
  from: Actor;
  to: Actor;
  what: EventKind;
  /** An amount, a status, an operation, a time: never words of the other side. */
  detail?: string;
  /** How often it happened in a row, where that is more than once. */
  times?: number;
}

/** What happened to one order, oldest first. */
export class Trace {
  readonly #events: Event[] = [];

  get events(): readonly Event[] {
    return this.#events;
  }

  /** The same again right after only counts: applications that poll ask hundreds of times. */
  add(event: Event): void {
    const last = this.#events.at(-1);
    if (last?.what === event.what && last.detail === event.detail && event.what === 'asks') {
      last.times = (last.times ?? 1) + 1;
    } else this.#events.push(event);
  }
}
