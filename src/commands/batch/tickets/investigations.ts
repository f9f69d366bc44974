import type { Operation } from '../../../bank/define.js';
import { type ExitClass, PayctlError } from '../../../core/errors.js';
import { withoutUndefined } from '../../../core/fields.js';
import { fromPlain, type Json } from '../../../core/json.js';
import { type Say, wordedData } from '../../../core/message.js';
import { formatAmount, parseAmount } from '../../../core/money.js';
import { channelDateTime } from '../../../core/time.js';
import { bankFor, type PaceOf } from '../../../investigate/ask.js';
import { findPayment } from '../../../investigate/facts.js';
import { Investigator } from '../../../investigate/investigator.js';
import { reportJson } from '../../../investigate/report.js';
import type { Carried, Ticket } from '../../../investigate/ticket.js';
import { ticketMessages as messages } from '../../../messages/batch.js';
import { group } from '../../../runtime/parameter.js';
import type { Services } from '../../../runtime/services.js';
import {
  caseWithCodes,
  INVESTIGATE,
  type PaymentDescription,
  previews,
} from '../../investigate/cases.js';
import { ReportPage } from '../../investigate/investigate.js';
import { createPacing, OwnPace, type Pacing } from '../pace.js';
import type { RowResult } from '../result-lines.js';
import type { InputRow } from '../row-reader.js';
import type { RowEnd, RunContext, Work } from '../runner.js';
import { readCarried, TicketColumns } from './ticket-columns.js';
import {
  parseTicket,
  readTicketCodes,
  type TicketParts,
  type TicketRow,
  type TicketTask,
} from './tickets.js';

const { id: _, bundle: __, report: ___, ...FLAGS } = INVESTIGATE;
const READ = group(FLAGS);

interface Investigated extends RowEnd {
  ticket?: Ticket;
}

const NAMES = ['id', 'source'];
const FIELDS = ['verdict', 'exit', 'amount', 'paidAt', 'message', 'next'];

/** `batch investigate`: what became of the payment of each row. */
export class Investigations implements TicketTask<PaymentDescription, Investigated> {
  readonly id = 'investigate';
  readonly words = 'investigate';
  readonly moves = 'nothing';
  readonly fields = FIELDS;
  readonly columns: TicketColumns;
  readonly base: Json;
  readonly #parts: TicketParts;
  readonly #page: ReportPage | undefined;
  /** For the page, by line. */
  readonly #carried = new Map<number, Carried>();

  constructor(parts: TicketParts) {
    const { services, options, base } = parts;
    const { referenceColumn } = options;
    this.base = fromPlain({ ...base, ...withoutUndefined({ referenceColumn }) });
    this.#parts = parts;
    const flagsOfBatch = ['bundle', 'report'];
    this.columns = new TicketColumns(NAMES, FLAGS, FIELDS, referenceColumn, flagsOfBatch);
    this.#page = options.report === undefined ? undefined : ReportPage.at(options.report, services);
  }

  prepare(row: InputRow) {
    const { startedAt } = this.#parts;
    const ready = parseTicket(row, this.#parts, this.columns, (options): PaymentDescription => {
      return READ.read({ options, words: [], names: [] }, startedAt);
    });
    const carried = readCarried(row.own ?? {});
    if ('problem' in ready) this.#page?.addFailed({ line: ready.line, ended: 'USAGE', carried });
    else if (this.#page) this.#carried.set(ready.line, carried);
    return ready;
  }

  async begin({ cutoff }: RunContext): Promise<Work<TicketRow<PaymentDescription>, Investigated>> {
    const { services, options } = this.#parts;
    const paces = new Paces(services, options.rate);
    const say = await services.say();
    const investigator = await Investigator.open(services, {
      signal: cutoff,
      paceOf: (operation) => paces.of(operation),
    });
    return {
      // Each inquiry waits for its turn, not each row: a row makes several.
      pace: new OwnPace(services.host.clock, undefined),
      stops: new Set(),
      unanswered: UNANSWERED,
      call: (row) => this.#solve(row, investigator, cutoff),
      result: (row, end) => this.#result(row, end, say),
      end: () => paces.end(),
    };
  }

  async preview({ reference, values }: TicketRow<PaymentDescription>): Promise<Json> {
    const { services } = this.#parts;
    const codes = await readTicketCodes(reference, services);
    const investigated = await caseWithCodes(services, reference, codes, values);
    return previews(investigated, await bankFor(services));
  }

  async finish(): Promise<void> {
    await this.#page?.write();
  }

  async #solve(
    { reference, values }: TicketRow<PaymentDescription>,
    investigator: Investigator,
    cutoff: AbortSignal,
  ): Promise<Investigated> {
    const { services } = this.#parts;
    try {
      const codes = await readTicketCodes(reference, services);
      const investigated = await caseWithCodes(services, reference, codes, values);
      const ticket = await investigator.solve(investigated);
      const { class: ended, sentence } = ticket.report.verdict;
      // An investigation that a signal has cut off has no verdict.
      if (cutoff.aborted)
        return { class: 'UNAVAILABLE', message: messages.stopped, executed: 'no' };
      return { class: ended, message: sentence, executed: 'no', ticket };
    } catch (error) {
      if (!(error instanceof PayctlError) || error.exitClass === 'INTERNAL') throw error;
      return { class: error.exitClass, message: error.said, executed: 'no' };
    }
  }

  #result(
    { line, reference }: TicketRow<PaymentDescription>,
    { class: ended, message, ticket }: Investigated,
    say: Say,
  ): RowResult {
    const carried = this.#carried.get(line) ?? {};
    if (ticket === undefined) {
      this.#page?.addFailed({ line, ended, carried });
      return { line, reference, class: ended, message, more: EMPTY };
    }
    this.#page?.add({ ...ticket, carried }, line);
    const { report, evidence } = ticket;
    const { amount, paidAt } = findPayment(evidence);
    const satang = parseAmount(amount ?? '');
    const more = {
      amount: satang === undefined ? '' : formatAmount(satang),
      paidAt: paidAt === undefined ? '' : channelDateTime(paidAt),
      next: say(report.next[0]?.command ?? ''),
    };
    return {
      ...{ line, reference, class: ended, message, more },
      data: wordedData(reportJson(report), say),
      amount: satang,
    };
  }
}

const EMPTY = { amount: '', paidAt: '', next: '' };

/** The bank is unreachable or refuses us: if that lasts, every ticket ends like this. */
const UNANSWERED: ReadonlySet<ExitClass> = new Set(['UNAVAILABLE', 'AUTH', 'TLS', 'CONFIG']);

/** The pace of each operation that is asked. */
class Paces {
  readonly #services: Services;
  readonly #rate: number | undefined;
  readonly #pacings = new Map<string, Promise<Pacing>>();

  constructor(services: Services, rate: number | undefined) {
    this.#services = services;
    this.#rate = rate;
  }

  async of(operation: Operation): ReturnType<PaceOf> {
    const pacing =
      this.#pacings.get(operation.id) ?? createPacing(this.#services, operation, this.#rate);
    this.#pacings.set(operation.id, pacing);
    const { before, turn } = await pacing;
    return {
      before: () => before.turn(this.#services.stopping),
      options: {
        turn,
        onWait: ({ class: ended, retryAfterMs }) => {
          if (ended === 'RATE_LIMITED') before.slower(retryAfterMs);
        },
      },
    };
  }

  async end(): Promise<void> {
    for (const pacing of this.#pacings.values()) await (await pacing).end();
  }
}
