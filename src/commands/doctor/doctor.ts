import { PayctlError, usageError } from '../../core/errors.js';
import { at, type Json, jsonText } from '../../core/json.js';
import type { Data, Message, Say } from '../../core/message.js';
import { visible } from '../../core/text.js';
import { type Cell, columns, width } from '../../format/width.js';
import { type CheckName, checkNames, checks } from '../../messages/checks.js';
import { wording } from '../../messages/wording.js';
import { command, type Result, type Screen } from '../../runtime/command.js';
import { MONITORED } from '../../runtime/monitoring/parameters.js';
import { flag } from '../../runtime/parameter.js';
import { isShaped } from '../../runtime/run-options.js';
import type { Services } from '../../runtime/services.js';
import type { CheckContext, CheckResult } from './finding.js';

export const doctor = command({
  words: ['doctor'],
  step: 'harmless',
  summary: 'check the machine, the profile, the connection to the bank and the journal',
  notes: [
    'Every line that is not ok says how to fix it. The only requests are those without credentials, and one for a token if none is cached. The exit code is that of the first failure; warnings alone exit 0.',
  ],
  parameters: {
    fix: flag(
      '--fix',
      'fix the modes of files and directories, restore missing backup links of the journal, and remove old files that nothing needs any more',
      { effect: 'acts' },
    ),
    check: flag('--check', 'change nothing (the default)', { effect: 'form' }),
    offline: flag('--offline', 'skip everything that needs the network'),
    ...MONITORED,
  },
  examples: ['payctl --sandbox doctor', 'payctl --sandbox doctor --offline -o json'],
  run: async (services, { fix, check, offline }) => {
    if (check && fix) {
      throw usageError(checks.checkOrFix, wording.giveOne);
    }
    const { diagnose } = await import('./diagnose.js');
    const findings: CheckResult[] = [];
    const diagnosis = diagnose(await createContext(services, fix, offline));
    const items = collectFindings(diagnosis, findings, services.stopping);
    if (services.options.output.format !== 'table' || isShaped(services.options.output)) {
      const data: Data[] = [];
      for await (const item of items) data.push(item);
      return { data, ...toResult(findings, services.stopping) };
    }
    // A person sees each line when its check is done: the network may take seconds.
    const end = () => toResult(findings, services.stopping);
    return { rows: { items, separate: { line: formatFinding, fields: [], end } } };
  },
});

async function createContext(
  services: Services,
  fix: boolean,
  offline: boolean,
): Promise<CheckContext> {
  const { host } = services;
  const { lookup, nodeVersion, probe } = await import('../../host/probe.js');
  const { loadDriver } = await import('../../host/sqlite.js');
  return {
    host,
    nodeVersion: nodeVersion(),
    paths: services.paths,
    loadSqlite: loadDriver,
    ...(!offline && { network: { lookup, probe } }),
    fix,
    resolve: async () => (await services.profile()).resolved,
    secrets: services.secrets,
    tokens: services.tokens,
    session: async () => {
      // Read first: a cached token may belong to an earlier secret.
      await (await services.connection()).secret();
      return (await services.caller()).session;
    },
    journal: services.journal,
    server: services.server,
  };
}

/** After a signal no further check begins: what was found until then is shown. */
async function* collectFindings(
  diagnosis: AsyncIterable<CheckResult>,
  findings: CheckResult[],
  stopping: AbortSignal,
): AsyncGenerator<Data> {
  for await (const finding of diagnosis) {
    findings.push(finding);
    const { check, status, message, fix } = finding;
    yield { check, status, message, ...(fix !== undefined && { fix }) };
    if (stopping.aborted) return;
  }
}

/** The findings are printed already: the first failure decides the exit, and says how to go on. */
function toResult(findings: readonly CheckResult[], stopping: AbortSignal): Result {
  // The signal decides: not all was checked.
  if (stopping.aborted) return { exit: 'UNAVAILABLE' };
  const failures = findings.filter(({ status }) => status === 'failure');
  const [first] = failures;
  if (first === undefined) return {};
  const message = checks.failed({
    failed: failures.length,
    all: findings.length,
    check: checkNames[first.check],
    message: first.message,
  });
  return { problem: new PayctlError(first.exit ?? 'CONFIG', message, { hint: first.fix }) };
}

const SIGNS = { ok: 'good', warning: 'waiting', failure: 'bad' } as const;

/** Widths of status and check, alike for all findings; the message wraps in the column behind them. */
function widthsFor(say: Say): [status: number, check: number] {
  const widest = (words: readonly Message[]) => Math.max(...words.map((word) => width(say(word))));
  return [widest([checks.ok, checks.warning, checks.failure]), widest(Object.values(checkNames))];
}

const GAP = 2;

function formatFinding(item: Json, { say, style, space }: Screen): string {
  const text = (name: string) => visible(jsonText(at(item, name)) ?? '');
  const word = text('status');
  const status = word === 'warning' || word === 'failure' ? word : 'ok';
  const check = text('check');
  const name = isCheckName(check) ? say(checkNames[check]) : check;
  const row: Cell[] = [[say(checks[status]), style[SIGNS[status]]], [name], [text('message')]];
  const fix = text('fix');
  // A command stays in one line, so that it can be pasted.
  const widths = widthsFor(say);
  const indent = widths.reduce((sum, cells) => sum + cells + GAP, 0);
  const below = fix === '' ? [] : [' '.repeat(indent) + say(checks.fix(fix))];
  return [...columns([row], space, widths), ...below].join('\n');
}

function isCheckName(name: string): name is CheckName {
  return Object.hasOwn(checkNames, name);
}
