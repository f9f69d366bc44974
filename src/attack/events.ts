/** Who speaks in a history. */
export type Actor = 'customer' | 'bank' | 'application' | 'stranger';

/** What is said or done in a history; `messages/attack.ts` has the words for each. */
export type AttackEventKind =
  | 'creates'
  | 'reuses'
  | 'pays'
  | 'cannotPay'
  | 'refunds'
  | 'confirms'
  | 'confirmsOther'
  | 'forges'
  | 'forgesUnknown'
  | 'forgesHalf'
  | 'acknowledges'
  | 'refuses'
  | 'silent'
  | 'hangs'
  | 'asks'
  | 'failsAnswers'
  | 'failsTokens'
  | 'endsTokens'
  | 'clock'
  | 'clockMoves'
  | 'killed'
  | 'stopped'
  | 'started'
  | 'crashed'
  | 'neverStarts'
  | 'makesNoOrder'
  | 'wasRight'
  | 'says';

export interface Event {
  /** Since the scenario began. */
  ms: number;
  from: Actor;
  to: Actor;
  what: AttackEventKind;
  /** An amount, a status, an operation, a time: never words of the other side. */
  detail?: string;
  /** How often it happened in a row, where that is more than once. */
  times?: number;
  /** It is about another order. */
  other?: true;
}

/** What concerns all orders, whichever it is done for. Kills, and the moments of a night, each order has itself. */
const OF_ALL: readonly AttackEventKind[] = ['failsTokens', 'endsTokens', 'clockMoves'];
/** What may leave the application unfit for any order. */
const HARMFUL: readonly AttackEventKind[] = [
  'confirmsOther',
  'forges',
  'forgesUnknown',
  'forgesHalf',
  'failsAnswers',
];

/** Whoever asks about one order after the other waits for it with all of them. */
function isSlow({ what, detail }: Event): boolean {
  return what === 'failsAnswers' && detail === 'slow';
}

/** The events of an order, with those of others that it may be due to. */
export function amongOthers(
  own: readonly Event[],
  others: readonly Event[],
  { isBroken }: { isBroken: boolean },
): readonly Event[] {
  const ofAll = others.filter(({ what }) => OF_ALL.includes(what));
  const harmful = others
    .filter((event) => isSlow(event) || (isBroken && HARMFUL.includes(event.what)))
    .map((event): Event => ({ ...event, other: true }));
  const trace = new Trace();
  for (const event of [...own, ...ofAll, ...harmful].sort((a, b) => a.ms - b.ms)) trace.add(event);
  return trace.events;
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
    const isSame =
      last?.what === event.what && last.detail === event.detail && last.other === event.other;
    const isCounted = event.what === 'asks' || OF_ALL.includes(event.what) || event.other === true;
    if (last !== undefined && isSame && isCounted) {
      last.times = (last.times ?? 1) + (event.times ?? 1);
    } else this.#events.push({ ...event });
  }
}
