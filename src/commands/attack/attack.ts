import type { AttackOptions, AttackResult } from '../../attack/attack.js';
import { type HistoryReplay, planHistory } from '../../attack/history.js';
import type { AttackPlan } from '../../attack/plan.js';
import { MOST_SEEDS, type Scenario } from '../../attack/scenario.js';
import { SCENARIOS } from '../../attack/scenarios.js';
import { unclearWarnings } from '../../attack/unjudged.js';
import { isLoopback } from '../../client/address.js';
import { usageError } from '../../core/errors.js';
import { fromPlain } from '../../core/json.js';
import { meant } from '../../core/meant.js';
import type { Message } from '../../core/message.js';
import { visible } from '../../core/text.js';
import { endedBy } from '../../host/signals.js';
import { attack as words } from '../../messages/attack.js';
import { PLAIN } from '../../reconcile/mapping.js';
import { command, type Result } from '../../runtime/command.js';
import { outputFile } from '../../runtime/output-file.js';
import { flag, option, text, texts, type ValuesOf } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { readUserText } from '../../runtime/user-text.js';
import { count, duration, port } from '../../runtime/value-parsers.js';
import type { ApplicationCalls } from './door.js';
import { formatFindings, toData } from './shown.js';

const APPLICATION = { group: 'The application' };
const HISTORIES = { group: 'The histories' };
const RESULT = { group: 'Result' };

const ATTACK = {
  start: text(
    '--start <command>',
    'starts the application; without it, it runs already and is never killed',
    APPLICATION,
  ),
  create: text(
    '--create <command>',
    'has it make an order; prints {"reference","amount","payload"}',
    APPLICATION,
  ),
  orders: text(
    '--orders <command>',
    'lists its orders as JSON, JSON Lines or CSV: reference, state, amount',
    APPLICATION,
  ),
  confirmTo: text(
    '--confirm-to <url>',
    'where it takes confirmations, on this machine',
    APPLICATION,
  ),
  map: text('--map <file>', 'what its words for states mean, as for payctl reconcile', {
    ...APPLICATION,
    effect: 'reads',
  }),
  plan: text('--plan <file>', 'all of this as YAML; an option wins over it', {
    ...APPLICATION,
    effect: 'reads',
  }),
  bankPort: option(
    '--bank-port <n>',
    'port of the hostile bank, for an application that runs already (a free one)',
    port,
    APPLICATION,
  ),
  scenario: texts('--scenario <name>', 'only this one; several times', {
    ...HISTORIES,
    choices: SCENARIOS.map(({ name }) => name),
  }),
  seed: option(
    '--seed <n>',
    'the first seed; the same one gives the same histories (1)',
    count,
    HISTORIES,
  ),
  seeds: option(
    '--seeds <n>',
    'how many histories of each scenario are played at once (2, or 1 where the application is slow)',
    parseSeeds,
    HISTORIES,
  ),
  settle: option(
    '--settle <duration>',
    'how long an order may take to come right (5s)',
    duration,
    HISTORIES,
  ),
  duration: option(
    '--duration <duration>',
    'after this long no scenario is begun once something was found (55s)',
    duration,
    HISTORIES,
  ),
  only: text('--only <id>', 'play one finding again', HISTORIES),
  list: flag('--list', 'print the names of the scenarios, and attack nothing', HISTORIES),
  junit: text('--junit <file>', 'write the results as JUnit XML', { ...RESULT, effect: 'writes' }),
  report: text('--report <file>', 'write a page to read and print, FILE.html', {
    ...RESULT,
    effect: 'writes',
  }),
};
type Given = ValuesOf<typeof ATTACK>;

export const attack = command({
  words: ['attack'],
  summary: 'attack your own application with the faults, orders and lies of a bank',
  notes: [
    'A hostile bank is made and served for this run alone. The application is told PAYCTL_BANK_URL, PAYCTL_API_KEY, PAYCTL_API_SECRET, PAYCTL_BILLER_ID and PAYCTL_CONFIRM_URL. Nothing leaves this machine.',
    'Customers pay, and confirmations come twice, late, forged or not at all, while answers get lost and the application is killed. Then what --orders says is compared with the ledger of the bank. docs/attack.md shows it with a small shop.',
  ],
  parameters: ATTACK,
  examples: ['payctl attack --list', 'payctl attack --list -o json'],
  run,
});

async function run(services: Services, given: Given): Promise<Result> {
  if (given.list) return listScenarios();
  const plan = await loadPlan(services, given.plan);
  const output = (option: string, file: string | undefined) =>
    file === undefined ? undefined : outputFile(services, option, file);
  const files = {
    junit: output('--junit', given.junit),
    report: output('--report', given.report),
  };
  const application = readApplication(given, plan);
  const histories = await readHistories(services, given, plan, application);
  const result = await playAttack(services, application, histories);
  await writeFiles(services, result, files);
  for (const why of unclearWarnings(result)) await services.warn(why);
  if (result.skipped.length > 0) await services.warn(words.skipped(result.skipped.join(', ')));
  const { received } = services.signals;
  return {
    data: toData(result),
    table: ({ say }) => formatFindings(result, say),
    exit: received ? endedBy(received) : result.findings.length > 0 ? 'PARTIAL' : 'SUCCESS',
  };
}

/** The application under attack, and how it is spoken to. */
interface Attacked {
  start: string | undefined;
  confirmTo: URL;
  calls: ApplicationCalls;
}

function readApplication(given: Given, plan: AttackPlan): Attacked {
  const calls: ApplicationCalls = {
    create: orUsageError(given.create ?? plan.create, words.needsCreate, words.giveCreate),
    orders: orUsageError(given.orders ?? plan.orders, words.needsOrders, words.giveOrders),
  };
  for (const call of Object.values(calls)) if (typeof call !== 'string') parseLoopbackUrl(call.url);
  const confirmTo = parseLoopbackUrl(
    orUsageError(given.confirmTo ?? plan.confirmTo, words.needsConfirmTo, words.giveConfirmTo),
  );
  return { start: given.start ?? plan.start, confirmTo, calls };
}

type Histories = Pick<
  AttackOptions,
  'scenarios' | 'only' | 'seed' | 'seeds' | 'settleMs' | 'durationMs' | 'port' | 'status'
>;

async function readHistories(
  services: Services,
  given: Given,
  plan: AttackPlan,
  { start }: Attacked,
): Promise<Histories> {
  const only = await parseReplay(given.only);
  const named = given.scenario.length > 0 ? given.scenario : plan.scenarios;
  const scenarios = only ? [only.scenario] : findScenarios(named);
  // One that was asked for by name is not left out in silence.
  const isNamed = only !== undefined || named !== undefined;
  const deadly = isNamed && start === undefined && scenarios.find(({ kills }) => kills);
  if (deadly) throw usageError(words.needsStart(deadly.name), words.giveStartAgain);
  return {
    ...{ scenarios, only },
    seed: given.seed ?? plan.seed ?? 1,
    seeds: given.seeds ?? plan.seeds,
    settleMs: given.settle ?? parseLength(plan.settle, 'settle') ?? 5_000,
    durationMs: given.duration ?? parseLength(plan.duration, 'duration') ?? 55_000,
    port: given.bankPort ?? 0,
    status: await loadStatusWords(services, given.map, plan),
  };
}

async function playAttack(
  { host, door, stopping }: Services,
  { start, confirmTo, calls }: Attacked,
  histories: Histories,
): Promise<AttackResult> {
  const { runAttack } = await import('../../attack/attack.js');
  const { gotTransport } = await import('../../client/transport-got.js');
  const { ApplicationDoor } = await import('./door.js');
  const transport = gotTransport();
  const progress = door.progress('attack', histories.scenarios.length);
  let number = 0;
  try {
    return await runAttack({
      ...{ host, transport, stopping, ...histories },
      setup: { start, confirmTo },
      doorOf: (application) => new ApplicationDoor(application, transport, host.clock, calls),
      onScenario: (name) => void progress.update(number++, name),
    });
  } finally {
    await progress.clear();
    await transport.close();
  }
}

async function writeFiles(
  services: Services,
  result: AttackResult,
  { junit, report }: { junit: string | undefined; report: string | undefined },
): Promise<void> {
  const { host } = services;
  const say = await services.say();
  if (junit !== undefined) {
    const { attackJunit } = await import('./junit.js');
    host.files.replace(junit, new TextEncoder().encode(attackJunit(result, say)));
  }
  if (report !== undefined) {
    const { attackPage } = await import('../../attack/report.js');
    const { writePage } = await import('../../runtime/page-file.js');
    const lang = await services.language();
    writePage(host, report, attackPage(result, { lang, say, now: host.clock.now() }));
  }
}

function parseSeeds(text: string): number {
  const seeds = count(text, '--seeds');
  if (seeds >= 1 && seeds <= MOST_SEEDS) return seeds;
  throw usageError(words.seedsWrong(seeds, MOST_SEEDS));
}

function listScenarios(): Result {
  const data = SCENARIOS.map((scenario) =>
    fromPlain({
      name: scenario.name,
      orders: planHistory(scenario, 1).length,
      fates: Object.keys(scenario.fates).join(' '),
    }),
  );
  return { data, view: { fields: ['name', 'orders', 'fates'], keep: 1 } };
}

/** Bytes of a plan or a mapping. */
const LIMIT = 1024 * 1024;

async function loadPlan({ host }: Services, file: string | undefined): Promise<AttackPlan> {
  if (file === undefined) return {};
  const { readPlan } = await import('../../attack/plan.js');
  return readPlan(file, await readUserText(host, file, LIMIT));
}

async function loadStatusWords(
  { host }: Services,
  file: string | undefined,
  { status }: AttackPlan,
) {
  if (file === undefined) return { status: { ...PLAIN.status, ...status } };
  const { readMapping } = await import('../../reconcile/mapping-file.js');
  return readMapping(await readUserText(host, file, LIMIT), file).orders;
}

async function parseReplay(id: string | undefined): Promise<HistoryReplay | undefined> {
  if (id === undefined) return undefined;
  const { readId } = await import('../../attack/finding.js');
  return orUsageError(readId(id), words.noFinding(visible(id)), words.findingForm);
}

function findScenarios(names: readonly string[] | undefined): readonly Scenario[] {
  if (names === undefined) return SCENARIOS;
  return names.map((name) => {
    const scenario = SCENARIOS.find((one) => one.name === name);
    if (scenario !== undefined) return scenario;
    const known = SCENARIOS.map((one) => one.name);
    const hint = meant(name, known, words.seeList);
    throw usageError(words.noScenario(visible(JSON.stringify(name))), hint);
  });
}

function parseLength(written: string | undefined, name: string): number | undefined {
  return written === undefined ? undefined : duration(written, name);
}

/** Every address of an attack is on this machine. */
function parseLoopbackUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw usageError(words.notUrl(visible(text)), words.useLoopback);
  if (!isLoopback(url.hostname))
    throw usageError(words.notLoopback(visible(text)), words.useLoopback);
  if (/localhost$/.test(url.hostname)) url.hostname = '127.0.0.1';
  return url;
}

function orUsageError<T>(value: T | undefined, problem: Message, hint: Message): T {
  if (value !== undefined) return value;
  throw usageError(problem, hint);
}
