import { TRADE_PAID } from '../../bank/ewallet/examples.js';
import type { ExitClass } from '../../core/errors.js';
import { fromPlain, type JsonObject } from '../../core/json.js';
import type { Data, Say } from '../../core/message.js';
import { visible } from '../../core/text.js';
import { VERSION } from '../../core/version.js';
import type { Style } from '../../format/style.js';
import { outputPath } from '../../host/output-file.js';
import { bankFor, type PaceOf } from '../../investigate/ask.js';
import { type BundleFile, createBundle, toZip } from '../../investigate/bundle.js';
import type { Evidence } from '../../investigate/evidence.js';
import type { Case } from '../../investigate/gather.js';
import { Investigator } from '../../investigate/investigator.js';
import { type Report, reportJson } from '../../investigate/report.js';
import type { PageContext } from '../../investigate/report-page.js';
import { formatReport } from '../../investigate/report-text.js';
import type { FailedTicket, Ticket } from '../../investigate/ticket.js';
import { reportWords as words } from '../../messages/report.js';
import { type Command, command, type Result, type Rows } from '../../runtime/command.js';
import { nameOutput, outputFile } from '../../runtime/output-file.js';
import { refuseCurl } from '../../runtime/run-options.js';
import type { Services } from '../../runtime/services.js';
import { absolutePath } from '../../runtime/user-file.js';
import { OutcomeTally } from '../batch/progress.js';
import { INVESTIGATE, previews, readCases } from './cases.js';

export interface WrittenBundle {
  file: string;
  entries: readonly BundleFile[];
}

const SETTINGS = [
  'companyId',
  'terminalId',
  'billerId',
  'merchantId',
  'corporateId',
  'ddMerchantId',
];

async function writeBundle(
  file: string,
  report: Report,
  evidence: Evidence,
  services: Services,
): Promise<WrittenBundle> {
  const { host } = services;
  const { environment, settings } = await services.profile();
  const { baseUrl } = await services.connection();
  const named = SETTINGS.map((name) => [name, settings(name)] as const);
  const profile = { environment, baseUrl, ...Object.fromEntries(named) };
  const about = { payctl: VERSION, platform: host.platform, profile };
  const entries = createBundle(report, evidence, about, {
    secrets: await bundleSecrets(services),
    say: await services.say(),
  });
  const path = outputPath(nameOutput('--bundle', file), absolutePath(host, file));
  host.files.replace(path, await toZip(entries, host.clock.now()));
  return { file, entries };
}

function bundleJson(written: WrittenBundle | undefined): JsonObject {
  if (written === undefined) return {};
  const entries = written.entries.map(({ name, bytes, sha256 }) => {
    return { name, bytes: bytes.length, sha256 };
  });
  return { bundle: fromPlain({ file: written.file, entries }) };
}

/** Lists the contents of the bundle, so that a person can judge what is given away. */
function bundleText(written: WrittenBundle | undefined, say: Say, style: Style): string {
  if (written === undefined) return '';
  const lines = written.entries.map(
    ({ name, bytes }) => `  ${name.padEnd(18)}${say(words.bytes(bytes.length))}\n`,
  );
  const head = style.head(say(words.bundle(visible(written.file))));
  return `\n${head}: ${say(words.bundleHolds)}\n${lines.join('')}`;
}

/**
 * @param onTicket hears of each ticket, with all that was found out about it, while the run goes on
 * @param paceOf of several runs that share the bank's pace
 */
export const investigateWith = (
  onTicket: (ticket: Ticket, services: Services) => Promise<void> | void = () => undefined,
  paceOf?: PaceOf,
): Command =>
  command({
    words: ['investigate'],
    step: 'harmless',
    summary: 'find out what became of a payment, from any reference, slip or QR',
    notes: [
      'Recognises what the reference may be, asks every inquiry that can know it, adds the journal and the received confirmations of this machine, and says what happened, what contradicts what, and what to do next. It only reads: nothing that moves money is ever sent.',
      'Without --date and --since, bill payments of the last three days are found, and of the days after this machine had a code made for them; the verdict names the days that were searched. A reference that nobody knows is tried once more without blanks, -, #, / and ., and in the other letter case. The exit code is that of the verdict: 0 paid, 5 refused or refunded, 6 not found, 8 not final, 10 unknown, 11 in part, 14 a contradiction.',
      '--report writes one page for people, in English or Thai (--lang), whatever the verdict: no names, no account numbers, no words of the bank; of several ids one page with an index. Files of tickets: payctl batch investigate.',
      'With -, a picture, a payload, or ids, one per line, are read from standard input. Several ids give a line of JSON each; the exit code is 0 if all are paid, else 11.',
    ],
    parameters: INVESTIGATE,
    isBankTime: true,
    examples: [
      ...TRADE_PAID,
      'payctl --sandbox investigate SBXDEMO0001',
      'payctl --sandbox investigate SBXDEMO0001 --bundle case.zip',
      'payctl --sandbox --lang th investigate SBXDEMO0001 --report case.html',
    ],
    dryRun: 'shown',
    run: async (services, given) => {
      const { bundle, report } = given;
      const cases = await readCases(services, given);
      const [single] = cases;
      const bank = await bankFor(services);
      if (bundle !== undefined) outputFile(services, '--bundle', bundle);
      const page = report === undefined ? undefined : ReportPage.at(report, services);
      if (services.options.dryRun) {
        refuseCurl(services.options);
        const shown = await Promise.all(cases.map((one) => previews(one, bank)));
        return { data: { dryRun: shown.flat() } };
      }
      const investigator = await Investigator.open(services, { paceOf });
      const tell = (ticket: Ticket) => {
        page?.add(ticket);
        return onTicket(ticket, services);
      };
      if (cases.length > 1 || !single) {
        return { rows: verdictRows(cases, investigator, services, { page, tell }) };
      }
      const result = await investigateOne(single, investigator, services, { bundle, tell });
      await page?.write();
      return result;
    },
  });

export const investigate = investigateWith();

interface Extras {
  bundle?: string;
  tell(ticket: Ticket): Promise<void> | void;
}

async function investigateOne(
  investigated: Case,
  investigator: Investigator,
  services: Services,
  { bundle, tell }: Extras,
): Promise<Result> {
  const ticket = await investigator.solve(investigated);
  const { report, evidence } = ticket;
  const written =
    bundle === undefined ? undefined : await writeBundle(bundle, report, evidence, services);
  await tell(ticket);
  return {
    data: { ...reportJson(report), ...bundleJson(written) },
    table: ({ say, style, space }) =>
      formatReport(report, say, style, space) + bundleText(written, say, style),
    exit: report.verdict.class,
  };
}

/** One investigation after the other, each printed when it is done. */
function verdictRows(
  cases: readonly Case[],
  investigator: Investigator,
  services: Services,
  { page, tell }: Extras & { page: ReportPage | undefined },
): Rows {
  const { stopping } = services;
  const tally = new OutcomeTally();
  let shown: NonNullable<Result['table']> = () => '';
  async function* items(): AsyncIterable<Data> {
    for (const investigated of cases) {
      if (stopping.aborted) break;
      const {
        data = null,
        table = () => '',
        exit = 'INTERNAL',
      } = await investigateOne(investigated, investigator, services, { tell });
      tally.add({ class: exit });
      shown = table;
      yield data;
    }
    await page?.write();
  }
  return {
    items: items(),
    separate: {
      line: (_, screen) => shown(screen),
      fields: ['id', 'verdict.class', 'verdict.exit', 'verdict.sentence'],
      end: () => ({ exit: decideExit(tally, stopping) }),
    },
  };
}

function decideExit(tally: OutcomeTally, stopping: AbortSignal): ExitClass {
  if (stopping.aborted) return 'UNAVAILABLE';
  return tally.failed > 0 ? 'PARTIAL' : 'SUCCESS';
}

/** The page of --report: gathers what was investigated, and is written once at the end. */
export class ReportPage {
  readonly #path: string;
  readonly #services: Services;
  readonly #tickets: { ticket: Ticket; place: number }[] = [];
  readonly #failed = new Map<number, FailedTicket>();

  private constructor(path: string, services: Services) {
    this.#path = path;
    this.#services = services;
  }

  /** Checks the file before anything is asked. */
  static at(file: string, services: Services): ReportPage {
    return new ReportPage(outputFile(services, '--report', file), services);
  }

  /** @param place orders the tickets on the page; by default as they are added */
  add(ticket: Ticket, place = this.#tickets.length): void {
    this.#tickets.push({ ticket, place });
  }

  /** A line of the file that could not be looked up, which the page lists too. */
  addFailed(failed: FailedTicket): void {
    this.#failed.set(failed.line, failed);
  }

  /** Throws CONFIG where it cannot be written. */
  async write(): Promise<void> {
    const { host } = this.#services;
    const { reportPage } = await import('../../investigate/report-page.js');
    const { writePage } = await import('../../runtime/page-file.js');
    const ordered = [...this.#tickets].sort((a, b) => a.place - b.place);
    const tickets = ordered.map(({ ticket }) => ticket);
    const failed = [...this.#failed.values()].sort((one, other) => one.line - other.line);
    const page = reportPage(tickets, await caseScope(this.#services), failed);
    writePage(host, this.#path, page);
  }
}

/** The language and time of a page, and what must not appear in it. */
async function caseScope(services: Services): Promise<PageContext> {
  return {
    lang: await services.language(),
    say: await services.say('page'),
    now: services.host.clock.now(),
    secrets: await bundleSecrets(services),
  };
}

/** Secrets to hide: the bundle never contains them, but the other side may have echoed one. */
export async function bundleSecrets(services: Services): Promise<string[]> {
  const { apiKey, applicationId, resourceOwnerId, secret } = await services.connection();
  const store = await services.tokens();
  const tokens = [await store.read('application'), await store.read('user')];
  const open = tokens.flatMap((token) => [token?.accessToken, token?.refreshToken]);
  const all = [apiKey, applicationId, resourceOwnerId, (await secret()).reveal(), ...open];
  return all.flatMap((one) => one ?? []);
}
