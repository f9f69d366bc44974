import type { Groups } from '../../runtime/command.js';
import { connectionValues } from '../../runtime/globals.js';
import { type Profile, readProfile } from '../../runtime/profile.js';
import type { Services } from '../../runtime/services.js';
import type { Plan } from '../../smoke/plan.js';
import { type PlanOptions, type PlanResult, runPlan, type SmokeTarget } from '../../smoke/run.js';
import { callsFor } from './steps.js';

/** A bank that the plans run on. */
export interface PlanBank {
  profile: Profile;
  target: SmokeTarget;
}

/** The bank of this run, and then the one that it is compared with. */
export async function openBanks(
  services: Services,
  compared: string | undefined,
): Promise<[PlanBank, ...PlanBank[]]> {
  const { host, paths, options } = services;
  const own = toBank(await services.profile(), connectionValues(options.selection));
  if (compared === undefined) return [own];
  const selection = { ...options.selection, sandbox: false, profile: compared };
  return [own, toBank(await readProfile(host, paths, selection), { profile: compared })];
}

function toBank(profile: Profile, connection: SmokeTarget['connection']): PlanBank {
  const { name, environment } = profile;
  const target = { connection, isSandbox: name === 'sandbox', isLive: environment === 'live' };
  return { profile, target };
}

/** Runs all plans on one bank after another, and returns their results by bank. */
export async function runOnBanks(
  services: Services,
  groups: Groups,
  plans: readonly Plan[],
  banks: readonly PlanBank[],
  width: number,
): Promise<PlanResult[][]> {
  const { host, signals } = services;
  // Opened here, so that it is reported once, and all steps share the position in it.
  const { seedOf } = await services.recording();
  const steps = plans.reduce((sum, plan) => sum + plan.steps.length, 0);
  const progress = services.door.progress('smoke', steps * banks.length);
  let done = 0;
  const options = {
    ...{ host, signals, seedOf },
    callsOf: (plan: Plan, { connection }: SmokeTarget) =>
      callsFor(groups, plan, { host, signals, connection }),
    toTheEnd: banks.length > 1,
    onStep: () => progress.update(++done),
  };
  const results: PlanResult[][] = [];
  try {
    for (const { target } of banks) {
      results.push(await runAll(plans, { ...options, target }, width));
    }
    return results;
  } finally {
    await progress.clear();
  }
}

/** Runs plans, `width` side by side. */
async function runAll(
  plans: readonly Plan[],
  options: PlanOptions,
  width: number,
): Promise<PlanResult[]> {
  const results: PlanResult[] = [];
  const left = plans.entries();
  const work = async (): Promise<void> => {
    for (const [at, plan] of left) results[at] = await runPlan(plan, options);
  };
  await Promise.all(Array.from({ length: Math.max(1, width) }, work));
  return results;
}
