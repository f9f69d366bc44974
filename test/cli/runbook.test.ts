import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { EXIT, EXIT_CLASSES } from '../../src/core/errors.js';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const RUNBOOK = read('docs/runbook.md');

/** What stands below each heading. */
const sections = new Map(
  RUNBOOK.split(/^#+ /m).map((section) => {
    const [heading = '', ...text] = section.split('\n');
    return [heading, text.join('\n').trim()];
  }),
);

it('each alert leads to steps', () => {
  const alerts = [...read('packaging/prometheus/payctl.rules.yml').matchAll(/alert: (\w+)/g)];
  expect(alerts.length).toBeGreaterThan(6);
  for (const [, alert = ''] of alerts) expect(sections.get(alert), alert).toBeTruthy();
});

it('each exit leads to steps', () => {
  const headings = [...sections.keys()].join('\n');
  for (const name of EXIT_CLASSES.filter((one) => one !== 'SUCCESS')) {
    expect(headings).toMatch(new RegExp(`\\b${EXIT[name]} ${name}\\b`));
  }
  const [signals = ''] = [...sections].find(([heading]) => heading.startsWith('130')) ?? [];
  expect(sections.get(signals)).toBeTruthy();
});

it('the warning of a lost journal names the heading that is there', () => {
  const [, heading = ''] = /"(A [^"]+)"/.exec(read('src/messages/state.ts')) ?? [];
  expect(sections.get(heading)).toContain('payctl config set readOnly true');
});

it('fits three pages', () => {
  expect(RUNBOOK.split(/\s+/).length).toBeLessThan(1_400);
});
