import { joinTexts, type Message, type Say } from '../../core/message.js';
import { visible } from '../../core/text.js';
import { smokeMessages as words } from '../../messages/smoke.js';
import type { Result } from '../../runtime/command.js';
import { outputFile, PAGE_ENDINGS } from '../../runtime/output-file.js';
import type { Services } from '../../runtime/services.js';
import {
  comparePlans,
  differenceJson,
  differenceKey,
  type ResponseDifference,
} from '../../smoke/compare.js';
import {
  countOutcomes,
  plansText,
  reportData,
  smokeJunit,
  summarize,
  toAnnotations,
} from '../../smoke/report.js';
import type { PlanResult } from '../../smoke/run.js';
import type { PlanBank } from './run.js';

/** Where two banks differ, and how many differences more were known. */
interface Comparison {
  differences: readonly ResponseDifference[];
  known: number;
}

/** The results of the plans on the bank of the run, and how another one differs. */
export interface Smoked {
  plans: readonly PlanResult[];
  compared?: Comparison;
}

export function compareResults(
  first: readonly PlanResult[],
  second: readonly PlanResult[],
  known: ReadonlySet<string>,
): Comparison {
  const all = comparePlans(first, second);
  const differences = all.filter((difference) => !known.has(differenceKey(difference)));
  return { differences, known: all.length - differences.length };
}

export function smokeResult({ plans, compared }: Smoked): Result {
  if (compared) return comparisonResult(plans, compared);
  const { failed } = countOutcomes(plans);
  return {
    data: reportData(plans),
    table: ({ say }) => plansText(plans, say),
    exit: failed > 0 ? 'PARTIAL' : 'SUCCESS',
  };
}

function comparisonResult(
  plans: readonly PlanResult[],
  { differences, known }: Comparison,
): Result {
  const figures = [summarize(plans), words.differences(differences.length)];
  if (known > 0) figures.push(words.known(known));
  const lines = [...differences.map(differenceLine), joinTexts(figures)];
  return {
    data: { ...reportData(plans), differences: differences.map(differenceJson) },
    table: ({ say }) => lines.map((line) => `${visible(say(line))}\n`).join(''),
    exit: differences.length > 0 ? 'PARTIAL' : 'SUCCESS',
  };
}

function differenceLine({
  plan,
  n,
  call,
  what,
  field,
  first,
  second,
}: ResponseDifference): Message {
  return words.differs({
    where: `${plan} ${n} ${call}`,
    what: field === null ? what : `${what} ${field}`,
    first: first ?? words.none,
    second: second ?? words.none,
  });
}

/** The files of --junit and --report. */
interface Outputs {
  junit?: string;
  report?: string;
}

/** Checks the files before anything is sent. */
export function checkOutputs(services: Services, { junit, report }: Outputs): Outputs {
  return {
    junit: junit && outputFile(services, '--junit', junit),
    report: report && outputFile(services, '--report', report, PAGE_ENDINGS),
  };
}

/** Writes what was asked for beside the result. */
export async function writeOutputs(
  services: Services,
  { junit, report }: Outputs,
  smoked: Smoked,
  banks: readonly PlanBank[],
): Promise<void> {
  const { files } = services.host;
  const say = await services.say();
  if (junit !== undefined) {
    files.replace(junit, new TextEncoder().encode(smokeJunit(smoked.plans, say)));
  }
  if (report !== undefined) await writeReport(services, report, smoked, banks, say);
  await annotate(smoked.plans, services, say);
}

async function writeReport(
  services: Services,
  report: string,
  { plans, compared }: Smoked,
  banks: readonly PlanBank[],
  say: Say,
): Promise<void> {
  const { smokePage } = await import('../../smoke/report-page.js');
  const { writePage } = await import('../../runtime/page-file.js');
  const { host } = services;
  const page = smokePage(plans, {
    ...{ say, compared, lang: await services.language(), now: host.clock.now() },
    banks: banks.map(({ profile }) => profile.name),
  });
  writePage(host, report, page);
}

/** Where GitHub runs it, failures are shown beside the lines of the plan. */
async function annotate(plans: readonly PlanResult[], { host }: Services, say: Say): Promise<void> {
  if (!host.env.GITHUB_ACTIONS) return;
  for (const line of toAnnotations(plans, say)) await host.stderr.write(`${line}\n`);
}
