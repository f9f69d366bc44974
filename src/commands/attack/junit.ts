import type { AttackResult } from '../../attack/attack.js';
import { eventLine, findingMeaning } from '../../attack/event-words.js';
import type { Finding } from '../../attack/finding.js';
import type { Say } from '../../core/message.js';
import { type JunitCase, junitXml } from '../../format/junit.js';
import { compareStates, replayCommand } from './shown.js';

/** JUnit XML: a suite for a scenario, a case for each finding, or one that passed. */
export function attackJunit({ scenarios, findings, skipped }: AttackResult, say: Say): string {
  const classname = 'attack';
  const suites = scenarios.map(({ name }) => {
    const found = findings.filter(({ scenario }) => scenario === name);
    const cases = found.map((one) => failedCase(one, say));
    return { name, cases: cases.length > 0 ? cases : [{ name, classname }] };
  });
  const left = skipped.map((name) => ({ name, cases: [{ name, classname, skipped: '' }] }));
  return junitXml('payctl attack', [...suites, ...left]);
}

function failedCase(finding: Finding, say: Say): JunitCase {
  const lines = [compareStates(finding), ...finding.events.map(eventLine), replayCommand(finding)];
  const message = `${finding.class}: ${say(findingMeaning(finding))}`;
  const failure = { message, text: lines.map(say).join('\n') };
  return { name: finding.id, classname: 'attack', failure };
}
