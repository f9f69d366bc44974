import type { AttackResult } from '../../attack/attack.js';
import { eventLine, findingMeaning } from '../../attack/event-words.js';
import type { Finding } from '../../attack/finding.js';
import { CLASSES } from '../../attack/judge.js';
import { countOrders } from '../../attack/unjudged.js';
import { type CommandLine, payctl } from '../../core/command-line.js';
import { fromPlain } from '../../core/json.js';
import { type Data, joinTexts, type Message, type Say } from '../../core/message.js';
import { visible } from '../../core/text.js';
import { attack as words } from '../../messages/attack.js';

/** How to play a finding again. */
export function replayCommand({ seed, id }: Pick<Finding, 'seed' | 'id'>): CommandLine {
  return payctl.withoutProfile`attack --seed ${seed} --only ${id}`;
}

/** As `-o json` prints it. */
export function toData(result: AttackResult): Data {
  const { seed, scenarios, findings } = result;
  const { all, judged } = countOrders(result);
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

function summarize(result: AttackResult): Message {
  const { scenarios, findings } = result;
  const { all, judged } = countOrders(result);
  return findings.length === 0
    ? words.nothingFound(judged, scenarios.length)
    : words.found(findings.length, all, scenarios.length);
}

/** Bank and application, side by side. */
export function compareStates({ bank, application }: Finding): Message {
  const { state, amount } = application;
  return joinTexts([
    words.bankHas(bank.state, bank.amount),
    words.applicationSays(state === null ? words.noSuchOrder : state, amount ?? ''),
  ]);
}

/** For a person: each finding with its history, and the command that plays it again. */
export function formatFindings(result: AttackResult, say: Say): string {
  const lines = result.findings.flatMap((finding) => [
    `${finding.class}  ${finding.scenario}  ${visible(finding.reference)}`,
    `  ${say(findingMeaning(finding))}`,
    `  ${visible(say(compareStates(finding)).trimEnd())}`,
    ...finding.events.map((event) => `    ${visible(say(eventLine(event)))}`),
    `  ${say(words.again(replayCommand(finding)))}`,
    '',
  ]);
  return `${[...lines, say(summarize(result))].join('\n')}\n`;
}
