import type { MeetingPoint } from './meeting-point.js';
import type { StagedOrder } from './staged-order.js';

/** What the guests of a meeting do together; the first to come brings it. */
type Meet<Guest> = (guests: Guest[]) => Promise<void>;

interface Waiting<Guest> {
  guest: Guest;
  meet: Meet<Guest>;
  go(done: Promise<void>): void;
}

/** Orders wait for one another where something happens once for all of them. */
export class Meetings<Guest> {
  readonly #orders: readonly Pick<StagedOrder, 'willReach'>[];
  readonly #waiting = new Map<MeetingPoint, Waiting<Guest>[]>();

  constructor(orders: readonly Pick<StagedOrder, 'willReach'>[]) {
    this.#orders = orders;
  }

  /** Resolves when all orders that have this point before them have come to it, and have met. */
  come(point: MeetingPoint, guest: Guest, meet: Meet<Guest>): Promise<void> {
    return new Promise((go) => {
      this.#at(point).push({ guest, meet, go });
      this.#meetIfAllCame(point);
    });
  }

  /** An order is over, and keeps nobody waiting. */
  left(): void {
    for (const point of this.#waiting.keys()) this.#meetIfAllCame(point);
  }

  #at(point: MeetingPoint): Waiting<Guest>[] {
    const waiting = this.#waiting.get(point) ?? [];
    this.#waiting.set(point, waiting);
    return waiting;
  }

  #meetIfAllCame(point: MeetingPoint): void {
    const waiting = this.#at(point);
    const expected = this.#orders.filter((order) => order.willReach(point)).length;
    const [first] = waiting;
    if (first === undefined || waiting.length < expected) return;
    const all = waiting.splice(0);
    const done = first.meet(all.map(({ guest }) => guest));
    for (const { go } of all) go(done);
  }
}
