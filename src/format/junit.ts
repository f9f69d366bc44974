import { visibleLines } from '../core/text.js';

/** A test of a report in JUnit XML: it passed unless it failed or was skipped. */
export interface JunitCase {
  name: string;
  classname: string;
  ms?: number;
  failure?: { message: string; text: string };
  /** Why; '' where that needs no words. */
  skipped?: string;
}

export interface JunitSuite {
  name: string;
  file?: string;
  cases: readonly JunitCase[];
}

export function junitXml(name: string, suites: readonly JunitSuite[]): string {
  const all = suites.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name, ...figures(all) })}>`,
    ...suites.flatMap(suiteLines),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteLines({ name, file, cases }: JunitSuite): string[] {
  const head = attributes({ name, file, ...figures(cases) });
  return [`  <testsuite${head}>`, ...cases.map(caseLine), '  </testsuite>'];
}

function figures(cases: readonly JunitCase[]) {
  return {
    tests: cases.length,
    failures: cases.filter(({ failure }) => failure !== undefined).length,
    errors: 0,
    skipped: cases.filter(({ skipped }) => skipped !== undefined).length,
    time: seconds(cases),
  };
}

/** undefined where it was not measured. */
function seconds(cases: readonly JunitCase[]): string | undefined {
  const isMeasured = cases.every(({ ms }) => ms !== undefined);
  return isMeasured
    ? (cases.reduce((sum, { ms = 0 }) => sum + ms, 0) / 1_000).toFixed(3)
    : undefined;
}

function caseLine(one: JunitCase): string {
  const { name, classname, failure, skipped } = one;
  const open = `    <testcase${attributes({ name, classname, time: seconds([one]) })}`;
  if (failure) {
    const { message, text } = failure;
    return `${open}><failure${attributes({ message })}>${xmlText(text)}</failure></testcase>`;
  }
  if (skipped === undefined) return `${open}/>`;
  return `${open}><skipped${attributes({ message: skipped || undefined })}/></testcase>`;
}

function attributes(values: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${xmlText(String(value))}"`)
    .join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** What XML cannot hold is made visible. */
function xmlText(text: string): string {
  const safe = visibleLines(text).replace(/[\uFFFE\uFFFF]/g, '\\ufffe');
  return safe.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign).replaceAll('\n', '&#10;');
}
