import type { AttackResult, Finding } from '../../attack/attack.js';
import { eventLine, findingMeaning } from '../../attack/event-words.js';
import type { Say } from '../../core/message.js';
import { xmlText } from '../../smoke/report.js';
import { compareStates, replayCommand } from './shown.js';

/** JUnit XML: a suite for a scenario, a case for each finding, or one that passed. */
export function attackJunit({ scenarios, findings, skipped }: AttackResult, say: Say): string {
  const suites = scenarios.map(({ name }) => {
    const cases = findings
      .filter(({ scenario }) => scenario === name)
      .map((one) => failureElement(one, say));
    const failures = cases.length;
    if (failures === 0) cases.push(`    <testcase name="${name}" classname="attack"/>`);
    return [
      `  <testsuite name="${name}" tests="${cases.length}" failures="${failures}" errors="0" skipped="0">`,
      ...cases,
      '  </testsuite>',
    ].join('\n');
  });
  const left = skipped.map((name) =>
    [
      `  <testsuite name="${name}" tests="1" failures="0" errors="0" skipped="1">`,
      `    <testcase name="${name}" classname="attack"><skipped/></testcase>`,
      '  </testsuite>',
    ].join('\n'),
  );
  const passed = scenarios.filter(
    ({ name }) => !findings.some(({ scenario }) => scenario === name),
  );
  const tests = findings.length + passed.length + skipped.length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="payctl attack" tests="${tests}" failures="${findings.length}" errors="0" skipped="${skipped.length}">`,
    ...suites,
    ...left,
    '</testsuites>',
    '',
  ].join('\n');
}

function failureElement(finding: Finding, say: Say): string {
  const lines = [
    say(compareStates(finding)),
    ...finding.events.map((event) => say(eventLine(event))),
    say(replayCommand(finding)),
  ];
  const message = xmlText(`${finding.class}: ${say(findingMeaning(finding))}`);
  return `    <testcase name="${xmlText(finding.id)}" classname="attack"><failure message="${message}">${xmlText(lines.join('\n'))}</failure></testcase>`;
}
