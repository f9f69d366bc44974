import { formatAmount } from '../core/money.js';
import { bangkokDate, DAY_MS } from '../core/time.js';
import { creationFault, diesAtCreation, hoursAdded, type PlannedOrder } from './history.js';
import { amountKept, type FindingClass, isUnclear, judge, type OrderFacts } from './judge.js';
import { OrderPlay } from './order-play.js';
import { type NewOrder, type ReportedOrder, readOrders } from './orders.js';
import { type Scenario, THIS_EVENING } from './scenario.js';
import { isNeverUp, type Stage } from './stage.js';

/** How the application is spoken to beside the bank's confirmations. */
export interface OrderCommands {
  /** Has it make an order. */
  create(): Promise<NewOrder>;
  /** What it says of its orders, as text. */
  orders(): Promise<string>;
}

export interface ScenarioOptions {
  door: OrderCommands;
  status: Parameters<typeof readOrders>[1];
  settleMs: number;
  stopping: AbortSignal;
}

/** What became of one order. */
export interface Played {
  planned: PlannedOrder;
  reference: string;
  events: OrderPlay['events'];
  facts: OrderFacts;
  bank: { state: 'paid' | 'unpaid' | 'refunded'; amount: string };
  application: { state: string | null; amount: string | null };
  /** What is wrong, the worst first; none where bank and application agree. */
  classes: readonly FindingClass[];
  unclear: Unclear | undefined;
}

/**
 * Why nobody can see whether what the application says is wrong: it lacks money by `isUnclear`, was still at
 * work, or numbered the order by a clock that was set back meanwhile, as an earlier one.
 */
export type Unclear = 'day' | 'busy' | 'reference';

/** How many orders are made at the same time. */
const MAKES = 4;
/** Nothing has changed for so long: the application is quiet. */
const QUIET_MS = 1_000;
/** It may still react this long after the last event. */
const AFTERWARDS_MS = 1_250;
/**
 * So long before midnight the application's day begins: about as long as the orders need until then. An hour
 * that it passes at once could end what it does for a time.
 */
const EVENING_MS = 15_000;
const LOOK_MS = 200;
/** On a machine so busy that a look takes longer, the application needs more time, too. */
const MOST_OF_A_LOOK_MS = 2 * LOOK_MS;
const MOST_STARTS = 3;
/**
 * An application that never comes to rest is judged after this many settling times; one that still has to
 * ask, or waits for an answer, later.
 */
const MOST_SETTLES = 8;
const MOST_SETTLES_BUSY = 16;

export interface PlayedScenario {
  played: Played[];
  /** What the application says of all orders, those of other scenarios too. */
  said: ReadonlyMap<string, ReportedOrder>;
}

/** Plays orders of a scenario all at once, waits until the application is quiet, and judges each. */
export async function runScenario(
  scenario: Scenario,
  planned: readonly PlannedOrder[],
  stage: Stage,
  options: ScenarioOptions,
): Promise<PlayedScenario> {
  await prepareClock(scenario, planned, stage);
  await stage.application.up();
  const orders = await makeOrders(planned, stage, options);
  await Promise.all(orders.map((order) => order.play()));
  const { said, isQuiet } = await settled(stage, orders, options);
  const isSilent = stage.isBroken() && said.size === 0;
  const played = orders.map((order) =>
    toPlayed(order, said.get(order.order.reference), { isSilent, isQuiet }),
  );
  return { played, said };
}

/** No scenario may come to midnight by what is added to the clock, unless it is about it. */
async function prepareClock(
  { from }: Scenario,
  planned: readonly PlannedOrder[],
  stage: Stage,
): Promise<void> {
  const { bank, application, clock } = stage;
  application.time.reset();
  await bank.moveClock('now');
  if (from === undefined) {
    const isBack = await bank.avoidMidnight(clock.now(), hoursAdded(planned));
    // Where the application is stopped for an hour, its clock must show that this hour has passed.
    if (isBack && planned.some(({ steps }) => steps.some((step) => step.do === 'stop'))) {
      application.time.startAt(bank.now());
    }
    return;
  }
  await bank.setClock(from, clock.now());
  if (from === THIS_EVENING) return application.time.startAt(bank.now());
  const midnight = Date.parse(`${bangkokDate(bank.now() + DAY_MS)}T00:00:00+07:00`);
  application.time.startAt(midnight - EVENING_MS);
}

async function makeOrders(
  planned: readonly PlannedOrder[],
  stage: Stage,
  { door }: ScenarioOptions,
): Promise<OrderPlay[]> {
  const orders: OrderPlay[] = [];
  let next = 0;
  const make = async (): Promise<void> => {
    for (let at = next++; at < planned.length; at = next++) {
      const plan = planned[at];
      if (plan === undefined) continue;
      const order = await makeOrder(plan, stage, door);
      orders.push(order);
      stage.add(order);
      if (diesAtCreation(plan)) await order.dieNow();
    }
  };
  await Promise.all(Array.from({ length: MAKES }, make));
  return orders;
}

/**
 * Creations that fail come one after the other: whose call it is cannot be seen from it. An application
 * that makes no order afterwards, unless it is started again, hangs.
 */
async function makeOrder(
  plan: PlannedOrder,
  stage: Stage,
  door: OrderCommands,
): Promise<OrderPlay> {
  const create = async () => new OrderPlay(stage, plan, await door.create());
  const fault = creationFault(plan);
  if (fault === undefined) return create();
  const { by: name, times } = fault;
  return stage.kills.inTurn(async () => {
    try {
      return await stage.bank.whileCreationFails({ name, times }, create);
    } catch (error) {
      if (!isNeverUp(error) || !stage.application.canBeKilled) throw error;
      await stage.kills.now();
      const order = await create();
      order.markHung();
      return order;
    }
  });
}

/** What the application says once it is quiet: orders that disagree have longer to come right. */
async function settled(
  stage: Stage,
  orders: readonly OrderPlay[],
  { door, status, settleMs, stopping }: ScenarioOptions,
): Promise<{ said: Map<string, ReportedOrder>; isQuiet: boolean }> {
  const { clock } = stage;
  const since = clock.now();
  let [seen, unchangedMs] = ['', 0];
  let [stepAt, sinceStepMs] = [0, 0];
  for (let lookedAt = since; ; ) {
    const said = readOrders(await listOrders(stage, door), status);
    const now = clock.now();
    const passedMs = Math.min(now - lookedAt, MOST_OF_A_LOOK_MS);
    const mine = orders.map((order) => said.get(order.order.reference));
    const snapshot = JSON.stringify(mine.map((one) => [one?.state, one?.amount]));
    unchangedMs = snapshot === seen ? unchangedMs + passedMs : 0;
    sinceStepMs = stage.lastStepAt === stepAt ? sinceStepMs + passedMs : now - stage.lastStepAt;
    [lookedAt, seen, stepAt] = [now, snapshot, stage.lastStepAt];
    const older = orders.map((order, index) => creditedOlderMs(order.facts(), mine[index]));
    stage.creditedOlderMs = Math.max(stage.creditedOlderMs, ...older);
    const wrong = orders.filter((order, index) => mayComeRight(order, mine[index]));
    const isBusy =
      wrong.length > 0 &&
      (stage.questions.isAnswering() || stage.questions.isBehind(wrong, settleMs));
    const isQuiet =
      wrong.length === 0
        ? unchangedMs >= QUIET_MS && sinceStepMs >= AFTERWARDS_MS
        : Math.min(unchangedMs, sinceStepMs) >= settleMs && !isBusy;
    const mostMs = settleMs * (isBusy ? MOST_SETTLES_BUSY : MOST_SETTLES);
    if (isQuiet || stopping.aborted || now - since > mostMs) return { said, isQuiet };
    await clock.sleep(LOOK_MS, stopping);
  }
}

/** An application that ended by itself is started again; one that does not even list its orders hangs. */
async function listOrders(stage: Stage, door: OrderCommands): Promise<string> {
  for (let tries = 0; ; tries++) {
    try {
      await stage.application.up();
      return await door.orders();
    } catch (error) {
      if (!isNeverUp(error) || !stage.application.canBeKilled) throw error;
      if (tries >= MOST_STARTS) {
        if (stage.isBroken()) return '';
        throw error;
      }
      if (!stage.isBroken()) await stage.hung();
    }
  }
}

function judgeOrder(order: OrderPlay, said: ReportedOrder | undefined): FindingClass | undefined {
  return judge(order.facts(), said);
}

/** By how much the oldest payment of an order was made before it, where all of it is credited; 0 otherwise. */
function creditedOlderMs(facts: OrderFacts, said: ReportedOrder | undefined): number {
  if (said?.credited !== amountKept(facts)) return 0;
  const kept = facts.payments.filter(({ isKept }) => isKept);
  return Math.max(0, ...kept.map(({ olderMs = 0 }) => olderMs));
}

function mayComeRight(order: OrderPlay, said: ReportedOrder | undefined): boolean {
  return judgeOrder(order, said) !== undefined || isUnclear(order.facts(), said?.credited);
}

/** What an application that is still at work may yet put right, as on a machine that is busy. */
const NOT_YET: readonly (FindingClass | undefined)[] = [
  'paid-not-credited',
  'never-asked',
  'refunded-still-credited',
];

function toPlayed(
  order: OrderPlay,
  said: ReportedOrder | undefined,
  { isSilent, isQuiet }: { isSilent: boolean; isQuiet: boolean },
): Played {
  const facts = order.facts();
  const kept = amountKept(facts);
  const found = judgeOrder(order, said);
  const mayYetCome =
    NOT_YET.includes(found) || (found === 'wrong-amount' && lacksMoney(facts, said));
  const isEarly = !isQuiet && !order.isHung && !order.isCrashed && mayYetCome;
  // What ends again and again says nothing more.
  const wrong = isSilent || isEarly ? undefined : found;
  order.note('application', 'bank', 'says', [said?.state, said?.amount].filter(Boolean).join(' '));
  const paid = facts.payments.length > 0;
  return {
    planned: order.planned,
    reference: order.order.reference,
    events: order.events,
    facts,
    bank: { state: kept > 0n ? 'paid' : paid ? 'refunded' : 'unpaid', amount: formatAmount(kept) },
    application: { state: said?.state ?? null, amount: said?.amount ?? null },
    classes: [
      ...(order.isCrashed ? (['crashed'] as const) : []),
      ...(order.isHung ? (['hung'] as const) : []),
      ...(wrong === undefined ? [] : [wrong]),
    ],
    unclear: isEarly ? 'busy' : found ? undefined : whyUnclear(facts, said),
  };
}

function lacksMoney(facts: OrderFacts, said: ReportedOrder | undefined): boolean {
  return said?.credited !== undefined && said.credited < amountKept(facts);
}

function whyUnclear(facts: OrderFacts, said: ReportedOrder | undefined): Unclear | undefined {
  if (facts.isNumberedAgain) return 'reference';
  return isUnclear(facts, said?.credited) ? 'day' : undefined;
}
