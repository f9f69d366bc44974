import { amongOthers } from './events.js';
import type { HistoryReplay } from './history.js';
import type { FindingClass } from './judge.js';
import type { Played } from './run-scenario.js';
import type { Scenario } from './scenario.js';
import { SCENARIOS } from './scenarios.js';

export interface Finding extends Omit<Played, 'planned' | 'classes' | 'unclear' | 'facts'> {
  /** `SCENARIO.FATE.STEPS`, by which `--only` plays it again. */
  id: string;
  scenario: string;
  seed: number;
  class: FindingClass;
  /** The finding was seen in this history by itself, and leaving out anything more hides it. */
  isShortest: boolean;
}

export function toFinding(
  scenario: Scenario,
  name: FindingClass,
  { planned, reference, events, bank, application }: Played,
  isShortest: boolean,
): Finding {
  const steps = isShortest ? planned.mask.toString(16) : 'all';
  return {
    id: `${scenario.name}.${planned.fate}.${steps}`,
    ...{ scenario: scenario.name, seed: planned.seed, class: name },
    ...{ reference, events, bank, application, isShortest },
  };
}

/** Of each class that the scenario's own orders do not show, an earlier order. */
export function goneWrongFindings(
  scenario: Scenario,
  goneWrong: readonly Played[],
  own: readonly Finding[],
): Finding[] {
  const shown = new Set(own.map((finding) => finding.class));
  return goneWrong.flatMap((one) => {
    const more = one.classes.filter((name) => !shown.has(name));
    for (const name of more) shown.add(name);
    return more.map((name) => toFinding(scenario, name, one, false));
  });
}

/** The application does not start any more, or where it does, makes no orders. */
export function unfitFinding(
  scenario: Scenario,
  played: readonly Played[],
  isUp: boolean,
): Finding[] {
  const [first, ...others] = played;
  if (first === undefined) return [];
  const ms = Math.max(...played.flatMap(({ events }) => events.map((event) => event.ms)));
  const who = { from: 'application', to: 'application' } as const;
  const own = [
    ...first.events,
    { ...who, ms, what: isUp ? 'makesNoOrder' : 'neverStarts' } as const,
  ];
  const events = amongOthers(
    own,
    others.flatMap((one) => one.events),
    { isBroken: true },
  );
  return [toFinding(scenario, isUp ? 'hung' : 'crashed', { ...first, events }, false)];
}

/** What an id of a finding names; undefined for what is none. */
export function readId(
  id: string,
  scenarios: readonly Scenario[] = SCENARIOS,
): HistoryReplay | undefined {
  const [name, fate = '', steps = ''] = id.split('.');
  const scenario = scenarios.find((one) => one.name === name);
  const isKnown = scenario !== undefined && Object.hasOwn(scenario.fates, fate);
  if (!isKnown || !/^(?:all|[0-9a-f]{1,4})$/.test(steps)) return undefined;
  return { scenario, fate, mask: steps === 'all' ? undefined : Number.parseInt(steps, 16) };
}
