import type { Context } from '../../cli/context.js';
import { absolute } from '../../cli/input.js';
import type { ExitClass } from '../../core/errors.js';
import { languageOf } from '../../investigate/investigator.js';
import type { About, Ticket } from '../../investigate/report-page.js';

/** The page of --report: gathers what was investigated, and is written once at the end. */
export class ReportPage {
  readonly #file: string;
  readonly #context: Context;
  readonly #tickets: { ticket: Ticket; place: number }[] = [];
  readonly #failed = new Map<number, ExitClass>();

  constructor(file: string, context: Context) {
    this.#file = file;
    this.#context = context;
  }

  /** Of several, `place` orders them. */
  add(ticket: Ticket, place = this.#tickets.length): void {
    this.#tickets.push({ ticket, place });
  }

  /** Of the file, a line that could not be looked up: it is on the page, too. */
  addFailed(line: number, ended: ExitClass): void {
    this.#failed.set(line, ended);
  }

  /** Throws CONFIG where it cannot be written. */
  async write(): Promise<void> {
    const { host } = this.#context;
    const { reportPage } = await import('../../investigate/report-page.js');
    const { writePage } = await import('../../cli/page-file.js');
    const ordered = [...this.#tickets].sort((a, b) => a.place - b.place);
    const tickets = ordered.map(({ ticket }) => ticket);
    const failed = [...this.#failed].sort(([a], [b]) => a - b);
    const page = reportPage(tickets, await aboutOf(this.#context), failed);
    writePage(host, absolute(host, this.#file), page);
  }
}

/** For whom and when a page is made, and what must not stand in it. */
async function aboutOf(context: Context): Promise<About> {
  return {
    lang: await languageOf(context),
    now: context.host.clock.now(),
    secrets: await secretsOf(context),
  };
}

/** Never in the bundle by its making; hidden all the same, should the other side have echoed one. */
export async function secretsOf({ services }: Context): Promise<string[]> {
  const { apiKey, applicationId, resourceOwnerId, secret } = await services.connection();
  const store = await services.tokens();
  const tokens = [await store.read('application'), await store.read('user')];
  const open = tokens.flatMap((token) => [token?.accessToken, token?.refreshToken]);
  const all = [apiKey, applicationId, resourceOwnerId, (await secret()).reveal(), ...open];
  return all.flatMap((one) => one ?? []);
}
