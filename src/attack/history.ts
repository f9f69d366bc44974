import { mulberry32 } from '../sandbox/seed/random.js';
import type { FailStep, Scenario, ScenarioStep } from './scenario.js';

/** One order of a history: what happens to it. */
export interface PlannedOrder {
  /** Name of its fate in the scenario. */
  fate: string;
  /** Of the history that it belongs to. */
  seed: number;
  steps: readonly ScenarioStep[];
  /** Which steps of the fate it has, as bits; all, unless some were left out. */
  mask: number;
  /** How long it waits before its first step. */
  delayMs: number;
}

/** What fails while an order is created. */
export function creationFault({ steps }: PlannedOrder): FailStep | undefined {
  return steps.find((step): step is FailStep => step.do === 'fail' && step.calls === 'creation');
}

/** Whether the application is killed right after it made the order. */
export function diesAtCreation({ steps }: PlannedOrder): boolean {
  return steps.some((step) => step.do === 'kill' && step.at === 'created');
}

/** Orders begin within so long of one another. */
const SPREAD_MS = 400;

/** All orders of a scenario: a seed decides when each begins, and so what meets what. */
export function planHistory({ name, fates, copies }: Scenario, seed: number): PlannedOrder[] {
  const orders = Object.entries(fates).flatMap(([fate, steps]) =>
    Array.from({ length: copies?.[fate] ?? 1 }, () => ({ fate, steps })),
  );
  return orders.map(({ fate, steps }, index) => {
    const delayMs = (drawn(name, seed, index) >>> 8) % SPREAD_MS;
    return { fate, seed, steps, mask: 2 ** steps.length - 1, delayMs };
  });
}

/** Several histories, each of the seed after it; the fates of `once` are in the first alone. */
export function planHistories(scenario: Scenario, seed: number, seeds: number): PlannedOrder[] {
  const { once = [] } = scenario;
  return Array.from({ length: seeds }, (_, index) =>
    planHistory(scenario, seed + index).filter(({ fate }) => index === 0 || !once.includes(fate)),
  ).flat();
}

/** How far the orders move the bank's clock; what they do together they do once. */
export function hoursAdded(planned: readonly PlannedOrder[]): number {
  const steps = planned.flatMap((order) => order.steps);
  const stops = new Set(steps.filter((step) => step.do === 'stop'));
  const waits = steps.filter((step) => step.do === 'wait');
  return [...stops, ...waits].reduce((sum, { minutes = 0 }) => sum + minutes, 0) / 60;
}

function drawn(name: string, seed: number, index: number): number {
  const letters = Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte) | 0, 7);
  return mulberry32(letters ^ mulberry32(seed * 97 + index));
}

/** The order without the steps whose bit is not in the mask. */
function masked(order: PlannedOrder, mask: number): PlannedOrder {
  const steps = order.steps.filter((_, index) => (mask >> index) & 1);
  return { ...order, steps, mask };
}

/** What `--only ID` names. */
export interface HistoryReplay {
  scenario: Scenario;
  fate: string;
  /** undefined: the whole history of the scenario, with the kills of others. */
  mask: number | undefined;
}

/** The orders that are played for it. */
export function replayed({ scenario, fate, mask }: HistoryReplay, seed: number): PlannedOrder[] {
  const history = planHistory(scenario, seed);
  if (mask === undefined) return history;
  return history.filter((order) => order.fate === fate).map((order) => masked(order, mask));
}

const SHARED: readonly ScenarioStep['do'][] = ['clock', 'stop', 'start', 'outage', 'meet'];

/** Every way to leave steps out, the shortest histories first. What all orders come to together stays. */
export function shorterHistories(order: PlannedOrder): PlannedOrder[] {
  const stays = order.steps.reduce(
    (bits, step, index) => (SHARED.includes(step.do) ? bits | (1 << index) : bits),
    0,
  );
  return Array.from({ length: order.mask }, (_, mask) => mask)
    .filter((mask) => (mask & stays) === stays)
    .map((mask) => masked(order, mask))
    .filter(({ steps }) => isPlayable(steps))
    .sort((a, b) => a.steps.length - b.steps.length || a.mask - b.mask);
}

/**
 * Nothing is confirmed or refunded before it was paid, and a kill has its moment. An order that is paid
 * twice has both confirmed: a sound application need not ask about one that is paid already.
 */
function isPlayable(steps: readonly ScenarioStep[]): boolean {
  let paid = 0;
  const confirmed = new Set<number>();
  for (const [index, step] of steps.entries()) {
    if (step.do === 'pay') paid += 1;
    if (step.do === 'confirm' && paid <= (step.of ?? 0)) return false;
    if (step.do === 'confirm') confirmed.add(step.of ?? 0);
    if ((step.do === 'refund' || step.do === 'alter') && paid === 0) return false;
    const isArmed = step.do === 'kill' && step.at !== 'idle' && step.at !== 'created';
    if (isArmed && steps[index + 1]?.do !== 'confirm') return false;
  }
  return paid < 2 || confirmed.size === paid;
}
