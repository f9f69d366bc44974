import type { AttackResult, Finding } from '../../attack/attack.js';
import { eventLine, meaningOf } from '../../attack/event-words.js';
import { CLASSES } from '../../attack/judge.js';
import { ordersIn } from '../../attack/unclear.js';
import { type CommandLine, payctl } from '../../core/command-line.js';
import { fromPlain } from '../../core/json.js';
import { type Data, joined, type Message, type Say } from '../../core/message.js';
import { visible } from '../../core/text.js';
import { attack as words } from '../../messages/attack.js';

/** How to play a finding again. */
export function againOf({ seed, id }: Pick<Finding, 'seed' | 'id'>): CommandLine {
  return payctl.withoutProfile`attack --seed ${seed} --only ${id}`;
}

/** As `-o json` prints it. */
export function dataOf(result: AttackResult): Data {
  const { seed, scenarios, findings } = result;
  const { all, judged } = ordersIn(result);
  const counted = CLASSES.map(
    (name) => [name, findings.filter((one) => one.class === name).length] as const,
  );
  return fromPlain({
    seed,
    scenarios,
    findings: findings.map((finding) => ({
      id: finding.id,
      scenario: finding.scenario,
      seed: finding.seed,
      order: finding.reference,
      class: finding.class,
      bank: finding.bank,
      application: finding.application,
      events: finding.events,
    })),
    summary: {
      orders: all,
      notJudged: all - judged,
      findings: findings.length,
      classes: Object.fromEntries(counted.filter(([, count]) => count > 0)),
    },
  });
}

function summaryOf(result: AttackResult): Message {
  const { scenarios, findings } = result;
  const { all, judged } = ordersIn(result);
  return findings.length === 0
    ? words.nothingFound(judged, scenarios.length)
    : words.found(findings.length, all, scenarios.length);
}

/** Bank and application, side by side. */
export function statesOf({ bank, application }: Finding): Message {
  const { state, amount } = application;
  return joined([
    words.bankHas(bank.state, bank.amount),
    words.applicationSays(state === null ? words.noSuchOrder : state, amount ?? ''),
  ]);
}

/** For a person: each finding with its history, and the command that plays it again. */
export function textOf(result: AttackResult, say: Say): string {
  const lines = result.findings.flatMap((finding) => [
    `${finding.class}  ${finding.scenario}  ${visible(finding.reference)}`,
    `  ${say(meaningOf(finding))}`,
    `  ${visible(say(statesOf(finding)).trimEnd())}`,
    ...finding.events.map((event) => `    ${visible(say(eventLine(event)))}`),
    `  ${say(words.again(againOf(finding)))}`,
    '',
  ]);
  return `${[...lines, say(summaryOf(result))].join('\n')}\n`;
}
