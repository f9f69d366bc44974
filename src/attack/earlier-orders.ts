import { amongOthers, type Event } from './events.js';
import { judge } from './judge.js';
import type { ReportedOrder } from './orders.js';
import type { Played } from './run-scenario.js';

/**
 * Orders of earlier scenarios that came right: nothing happens to them any more, so they stay right, unless what
 * happens to others changes them.
 */
export class EarlierOrders {
  readonly #right = new Map<string, { scenario: string; order: Played }>();
  /** The bank has the payments of several orders under these. */
  readonly #reused = new Set<string>();

  learn(scenario: string, played: readonly Played[]): void {
    for (const order of played) {
      const { reference, classes, unclear } = order;
      if (this.#right.delete(reference)) this.#reused.add(reference);
      const isRight = classes.length === 0 && unclear === undefined;
      if (isRight && !this.#reused.has(reference)) this.#right.set(reference, { scenario, order });
    }
  }

  /**
   * Those of which the application says something else after these were played. One that it does not list any
   * more may be archived.
   */
  goneWrong(said: ReadonlyMap<string, ReportedOrder>, played: readonly Played[]): Played[] {
    const [first] = played;
    if (first === undefined) return [];
    // Only the whole scenario shows it, so it is played again as one of its own.
    const { planned } = first;
    return [...this.#right].flatMap(([reference, { scenario, order }]) => {
      const now = said.get(reference);
      const found = now && judge(order.facts, now);
      if (!now || !found) return [];
      this.#right.delete(reference);
      const { state, amount } = now;
      const events = eventsSince(scenario, played, `${state} ${amount}`);
      return [{ ...order, planned, application: { state, amount }, classes: [found], events }];
    });
  }
}

/** What others met that may have changed an order of an earlier scenario. */
function eventsSince(scenario: string, played: readonly Played[], now: string): readonly Event[] {
  const others = played.flatMap(({ events }) => events);
  const end = others.reduce((latest, { ms }) => Math.max(latest, ms), 0);
  const says = { from: 'application', to: 'bank' } as const;
  const own: Event[] = [
    { ...says, ms: 0, what: 'wasRight', detail: scenario },
    { ...says, ms: end, what: 'says', detail: now },
  ];
  return amongOthers(own, others, { isBroken: true });
}
