import type { FaultName } from '../sandbox/faults.js';

/** What the bank's confirmation says, where it is not what really happened. */
export type Forgery = 'unpaid' | 'again' | 'amount' | 'biller' | 'stranger' | 'borrowed' | 'torn';

/**
 * When the application is killed: right after it made the order, by the next confirmation (while it takes it,
 * once it has acknowledged it, when it asks, when it is answered), or by nothing.
 */
export type KillMoment = 'created' | ArmedKill | 'idle';
export type ArmedKill = 'receiving' | 'acknowledged' | 'asking' | 'answered';

/** What happens to an order, in order. */
export type ScenarioStep =
  /** A customer pays what the order costs, or less, where the code leaves the amount open. */
  | { do: 'pay'; less?: true }
  /** The bank gives a payment back (the latest unless `of` says). */
  | { do: 'refund'; of?: number }
  /** The bank confirms a payment (the first unless `of` says), so many times at once. */
  | { do: 'confirm'; of?: number; times?: number }
  /** Another confirmation under the id of a payment, with another amount. */
  | { do: 'alter' }
  /** Somebody who is not the bank confirms what nobody paid, or sends half of it. */
  | { do: 'forge'; as: Forgery }
  /**
   * This many answers of the bank fail: about the order, to calls for a token, or to the call that creates it.
   * `after: 'told'`: once an answer has told of a payment, which is half-way where it asks day by day.
   * `only: 'telling'`: those that would tell of its latest payment; `'others'`: those, once it is paid, that do not.
   */
  | {
      do: 'fail';
      by: FaultName;
      times: number;
      ms?: number;
      status?: number;
      calls?: 'token' | 'creation';
      after?: 'told';
      only?: 'telling' | 'others';
    }
  /** The application is killed, and started again. */
  | { do: 'kill'; at: KillMoment }
  /** All tokens end before their time. */
  | { do: 'revoke' }
  /**
   * The clock of the bank goes on by `minutes`; at most `ms` of real time pass, less where it is over once the bank has
   * answered about the order, since the step before, once such an answer is on its way that a fault holds
   * back, or once all other orders are over.
   */
  | { do: 'wait'; ms: number; minutes?: number; until?: 'asked' | 'telling' | 'alone' }
  | SharedStep;

/** What happens once, when all orders that have the very same step have come to it. */
export type SharedStep =
  /** The clock of the bank goes there. */
  | { do: 'clock'; at: ClockMoment }
  /** The application is stopped, and the clock of the bank goes on. */
  | { do: 'stop'; minutes: number }
  /** It is started again, and its clock is that of the bank, unless it would go back. */
  | { do: 'start' }
  /** All calls fail for a while, and two more afterwards, by another fault. */
  | { do: 'outage'; by: FaultName; after: FaultName }
  /** Nothing but that: the next step of all orders is at the same moment. */
  | { do: 'meet' };

export type FailStep = Extract<ScenarioStep, { do: 'fail' }>;

/** Moments of the night from yesterday to today, in order, then of this evening and of tomorrow. */
export type ClockMoment =
  | '22:59:58'
  | '23:00:01'
  | '23:59:58'
  | '00:00:01'
  | '23:10:00'
  | '24:00:01';
/** Of today; the others before midnight are yesterday's. */
export const THIS_EVENING: ClockMoment = '23:10:00';
export const TOMORROW: ClockMoment = '24:00:01';
/** To which the clock of the application comes along. */
export const NIGHT: readonly ClockMoment[] = ['23:59:58', '00:00:01', TOMORROW];

/** How many histories of a scenario may be played at once. */
export const MOST_SEEDS = 1_000;

export interface Scenario {
  name: string;
  /** What happens to each order, by a name; all are played at the same time, once for each seed. */
  fates: Readonly<Record<string, readonly ScenarioStep[]>>;
  /** How many orders have a fate in one history, where that is more than one. */
  copies?: Readonly<Record<string, number>>;
  /**
   * Fates that are played in the first history alone: they cost many seconds, move the clock by hours, or are
   * asked about in vain for the rest of the run.
   */
  once?: readonly string[];
  /** It kills or stops the application, and needs a command that starts it again. */
  kills?: true;
  /** Where the bank's clock stands when the scenario begins. */
  from?: ClockMoment;
}

/** Whether some answers come late on purpose, or none for a time. */
export function hasSlowAnswers({ fates }: Scenario): boolean {
  const steps = Object.values(fates).flat();
  return steps.some((step) => step.do === 'outage' || (step.do === 'fail' && step.by === 'slow'));
}
