/** The steps of which the histories of scenarios are made, by names that read as what happens. */
import type { FaultName } from '../sandbox/faults.js';
import {
  type ClockMoment,
  type FailStep,
  type ScenarioStep,
  type SharedStep,
  THIS_EVENING,
  TOMORROW,
} from './scenario.js';

export const pay: ScenarioStep = { do: 'pay' };
export const payLess: ScenarioStep = { do: 'pay', less: true };
export const confirm: ScenarioStep = { do: 'confirm' };
export const confirmSecond: ScenarioStep = { do: 'confirm', of: 1 };
export const refund: ScenarioStep = { do: 'refund' };
export const refundFirst: ScenarioStep = { do: 'refund', of: 0 };
export const alter: ScenarioStep = { do: 'alter' };
export const revoke: ScenarioStep = { do: 'revoke' };
export const soon: ScenarioStep = { do: 'wait', ms: 600 };
/** Until the application knows of the step before: one that asks in turn comes to an order in this time. */
export const noticed: ScenarioStep = { do: 'wait', ms: 3_000, until: 'asked' };
/** Until the answer that tells of the payment is on its way: it does not have what comes next. */
export const overtaken: ScenarioStep = { do: 'wait', ms: 3_000, until: 'telling' };
/** Nothing that others hear later wakes the application. */
export const alone: ScenarioStep = { do: 'wait', ms: 20_000, until: 'alone' };
/** A minute of the bank. */
export const late: ScenarioStep = { do: 'wait', ms: 1_500, minutes: 1 };
export const dies: ScenarioStep = { do: 'kill', at: 'receiving' };
export const diesAcknowledging: ScenarioStep = { do: 'kill', at: 'acknowledged' };
export const diesAsking: ScenarioStep = { do: 'kill', at: 'asking' };
export const diesAnswered: ScenarioStep = { do: 'kill', at: 'answered' };
export const idle: ScenarioStep = { do: 'kill', at: 'idle' };
const clock = (at: ClockMoment): SharedStep => ({ do: 'clock', at });
export const eleven = clock('23:00:01');
export const beforeMidnight = clock('23:59:58');
export const afterMidnight = clock('00:00:01');
export const evening = clock(THIS_EVENING);
export const tomorrow = clock(TOMORROW);
/** As for a new version of the application. */
export const ends: SharedStep = { do: 'stop', minutes: 1 };
export const stops: SharedStep = { do: 'stop', minutes: 60 };
export const starts: SharedStep = { do: 'start' };
export const stopsAgain: SharedStep = { do: 'stop', minutes: 30 };
export const startsAgain: SharedStep = { do: 'start' };
export const down: SharedStep = { do: 'outage', by: 'overload', after: 'rate-limited' };
export const all: SharedStep = { do: 'meet' };

export const fail = (by: FaultName, times = 2, ms?: number): FailStep => ({
  ...{ do: 'fail', by, times },
  ...(ms !== undefined && { ms }),
});
/** A page where JSON should be, and a status that says nothing of it. */
export const failByPage: FailStep = { do: 'fail', by: 'html-error', times: 2, status: 200 };
/** Whoever asks by days or pages has the payment of one, and no answer about the next. */
export const failHalfWay = (by: FaultName, ms?: number): ScenarioStep => ({
  ...fail(by, 1, ms),
  after: 'told',
});
/** An application that takes a failure for an answer now has one that lacks the payment. */
export const failTelling = (step: FailStep): ScenarioStep => ({ ...step, only: 'telling' });
/** The answers about other days. */
export const failOthers = (step: FailStep): ScenarioStep => ({ ...step, only: 'others' });
export const failCreation = (by: FaultName): ScenarioStep => ({
  do: 'fail',
  by,
  times: 1,
  calls: 'creation',
});
export const failTokens = (by: FaultName, times = 2): ScenarioStep => ({
  do: 'fail',
  by,
  times,
  calls: 'token',
});

/** What is paid already is paid again, while something fails. */
export const paidAgain = (...failure: readonly ScenarioStep[]): readonly ScenarioStep[] => [
  ...[pay, confirm, noticed, soon, pay],
  ...failure,
  confirmSecond,
];

/** An application that waits for it to the end may wait for ever. */
export const SLOWEST_ANSWER_MS = 12_000;
