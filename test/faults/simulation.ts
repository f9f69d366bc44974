import type { Operation } from '../../src/bank/define.js';
import type { Outcome } from '../../src/client/outcome.js';
import type { ChargeRow } from '../../src/journal/rows.js';
import { MAY_CHARGE } from '../fixtures/permission.js';
import { type Chance, chanceOf } from './chance.js';
import type { Plan } from './disk.js';
import {
  type Broken,
  BUYER_CODE,
  checkEnd,
  checkOutcome,
  checkThrown,
  hasLine,
} from './invariants.js';
import { createMachine, type Machine, type Run, SOUND } from './machine.js';
import { createBank, type ModelBank } from './model-bank.js';
import type { Parts } from './parts.js';
import { createWorld, type World } from './world.js';

export interface Result {
  seed: number;
  broken: Broken[];
  effects: number;
  requests: number;
  kills: number;
  /** Of the charge at the very end; none where no intent was ever written. */
  state: ChargeRow['state'] | 'none';
}

/** One charge, the processes that make it, and what became of it. */
export interface Scenario {
  parts: Parts;
  chance: Chance;
  world: World;
  bank: ModelBank;
  machine: Machine;
  operation: Operation;
  showsReversals: boolean;
  outcomes: Outcome[];
  broken: Broken[];
  state: Result['state'];
}

const BEFORE: Readonly<Record<string, 'SUCCESS' | 'INITIATE_COMPLETED'>> = {
  'ewallet.refund': 'SUCCESS',
  'transfer.debitConfirm': 'INITIATE_COMPLETED',
};

const REFERENCE = 'REF1';
const START = Date.UTC(2026, 2, 2, 3);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** One history, from a seed: a charge made by processes that die, wait, fail and come again. */
export async function simulate(parts: Parts, seed: number): Promise<Result> {
  const scenario = await prepare(parts, seed);
  trouble(scenario);
  await scenario.world.run();
  aftermath(scenario);
  await scenario.world.run();
  const { broken, bank, machine, state } = scenario;
  return {
    seed,
    broken,
    effects: bank.effects.length,
    requests: bank.arrivals.length,
    kills: machine.processes.filter(({ ended }) => !ended).length,
    state,
  };
}

async function prepare(parts: Parts, seed: number): Promise<Scenario> {
  const chance = chanceOf(seed);
  const world = createWorld(START);
  const broken: Broken[] = [];
  const showsReversals = chance.happens(0.5);
  const operation = await parts.loadOperation(
    chance.pick(['ewallet.pay', 'ewallet.pay', 'ewallet.refund', 'transfer.debitConfirm']),
  );
  const bank = createBank(world, chance, {
    codeDiesAt: START + 2 * MINUTE,
    before: BEFORE[operation.id],
    showsReversals,
    onArrival(requestUId) {
      if (hasLine(machine.disk, 'intent', requestUId)) return;
      broken.push({ invariant: 'intent on disk before the first byte', why: requestUId });
    },
  });
  const machine = createMachine(parts, world, chance, bank);
  return {
    parts,
    chance,
    world,
    bank,
    machine,
    operation,
    showsReversals,
    outcomes: [],
    broken,
    state: 'none',
  };
}

function trouble(scenario: Scenario): void {
  const { chance, world, machine, bank } = scenario;
  const later = (most: number, event: () => void) =>
    world.at(START + chance.between(0, most), event);
  const run = (flow: (run: Run) => Promise<void>): void => {
    const plan = planOf(chance);
    if (chance.happens(0.3)) {
      const act = () =>
        run((run) =>
          chance.happens(0.5) ? chargeOnce(scenario, run, 'ours') : recoverOnce(scenario, run),
        );
      plan.intruder = { atStep: chance.between(1, 4), act };
    }
    const process = machine.start(plan, flow, chance.happens(0.2) ? 1 : 0);
    if (chance.happens(0.25)) {
      world.at(world.now() + chance.between(1, 20 * SECOND), () => process.kill());
    }
  };
  for (let count = chance.between(1, 3); count > 0; count--) {
    const contents = chance.happens(0.2) ? 'others' : 'ours';
    later(chance.pick([0, 200, 5 * SECOND]), () =>
      run((run) => chargeOnce(scenario, run, contents)),
    );
  }
  for (let count = chance.between(0, 2); count > 0; count--) {
    later(10 * MINUTE, () => run((run) => chargeOnce(scenario, run, 'ours')));
  }
  for (let count = chance.between(0, 3); count > 0; count--) {
    later(10 * MINUTE, () => run((run) => recoverOnce(scenario, run)));
  }
  if (chance.happens(0.2)) later(20 * SECOND, () => bank.revokeTokens());
  if (chance.happens(0.08)) later(90 * SECOND, () => machine.powerCut());
  if (chance.happens(0.15)) {
    later(90 * SECOND, () =>
      machine.setClock(chance.pick([-HOUR, -MINUTE, 4 * MINUTE, 48 * HOUR])),
    );
  }
}

/** Long after, in calm: whatever stayed open is recovered, and the charge is tried again. */
function aftermath(scenario: Scenario): void {
  const { world, bank, machine } = scenario;
  world.at(world.now() + 40 * MINUTE, () => {
    bank.calm = true;
    // As cron does it: now and again, each time for a moment.
    machine.start(SOUND, (run) => recoverOnce(scenario, run));
    // The lease of a sender whose end nobody sees is over by the third look, and the fourth agrees;
    // by a clock that was set back an hour, and on another boot, it is over half an hour later.
    for (const later of [10, 20, 25, 40, 60, 65]) {
      world.at(world.now() + later * MINUTE, () =>
        machine.start(SOUND, (run) => recoverOnce(scenario, run)),
      );
    }
  });
  world.at(world.now() + 120 * MINUTE, () => {
    machine.start(SOUND, async (run) => {
      scenario.state = await checkEnd(scenario, run, (contents) =>
        chargeOnce(scenario, run, contents),
      );
    });
  });
}

function planOf(chance: Chance): Plan {
  if (chance.happens(0.4)) return { ...SOUND, dieAtStep: chance.between(1, 12) };
  if (!chance.happens(0.15)) return { ...SOUND };
  return { ...SOUND, failAtStep: chance.between(1, 5), forGood: chance.happens(0.5) };
}

export type Contents = 'ours' | 'others' | 'third';

async function chargeOnce(scenario: Scenario, run: Run, contents: Contents): Promise<void> {
  const { parts, chance, operation } = scenario;
  const input = inputOf(operation, contents, scenario.world.now());
  const waitMs = chance.pick([undefined, 0, 0, 10 * SECOND, 4 * MINUTE]);
  try {
    const permission = MAY_CHARGE;
    const outcome = await parts.charge({
      ...run,
      operation,
      input,
      permission,
      options: { waitMs },
    });
    checkOutcome(scenario, outcome, run.plan.failAtStep === 0);
  } catch (error) {
    checkThrown(scenario, run, error);
  }
}

async function recoverOnce({ parts, chance }: Scenario, run: Run): Promise<void> {
  const { journal } = run;
  const waitMs = chance.pick([undefined, 0, 0, 10 * SECOND]);
  try {
    await parts.recover({ journal, connect: async () => run, waitMs });
  } catch (error) {
    if (!(error instanceof parts.PayctlError)) throw error;
  }
}

function inputOf({ id }: Operation, contents: Contents, now: number): Record<string, string> {
  const totalFee = { ours: '100.00', others: '200.00', third: '300.00' }[contents];
  if (id === 'transfer.debitConfirm') {
    const channelDateTime = new Date(now).toISOString().replace('Z', '+00:00');
    return { channelDateTime, tokenizerId: REFERENCE, memo: contents };
  }
  const input = {
    tranType: 'W',
    companyId: '001',
    terminalId: '1',
    outTradeNo: REFERENCE,
    totalFee,
  };
  return id === 'ewallet.pay' ? { ...input, buyerIdentityCode: BUYER_CODE } : input;
}
