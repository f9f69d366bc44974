import { FAMILIES, loadOperation } from '../../../bank/families.js';
import type { CallOptions } from '../../../client/exchange.js';
import { type ExitClass, PayctlError, usageError } from '../../../core/errors.js';
import { withoutUndefined } from '../../../core/fields.js';
import { at, fromPlain, type Json, jsonText } from '../../../core/json.js';
import type { Message } from '../../../core/message.js';
import { formatAmount, parseAmount } from '../../../core/money.js';
import { visible } from '../../../core/text.js';
import { channelDateTime } from '../../../core/time.js';
import { bankFor, prepareInquiry } from '../../../investigate/ask.js';
import { investigateLine } from '../../../investigate/next-steps.js';
import { ticketMessages as messages } from '../../../messages/batch.js';
import { flag, group, text } from '../../../runtime/parameter.js';
import type { Services } from '../../../runtime/services.js';
import {
  EXPECTATIONS,
  type Expected,
  judgeSlip,
  type SlipRequirements,
  type Verified,
} from '../../slip/judge.js';
import { type SlipSource, slipFromCodes } from '../../slip/source.js';
import { createPacing } from '../pace.js';
import type { RowResult } from '../result-lines.js';
import type { InputRow } from '../row-reader.js';
import { type RowEnd, type RunContext, STOPS, UNANSWERED, type Work } from '../runner.js';
import { TicketColumns } from './ticket-columns.js';
import {
  parseTicket,
  readTicketCodes,
  type TicketParts,
  type TicketRow,
  type TicketTask,
} from './tickets.js';

const FLAGS = {
  sendingBank: text('--sending-bank <code>', 'bank that issued the slip'),
  once: flag('--once', 'accept the slip, unless it was accepted before', { effect: 'acts' }),
};
const READ = group({ ...FLAGS, expected: group(EXPECTATIONS) });

interface Values {
  readonly sendingBank?: string;
  readonly once: boolean;
  readonly expected: Expected;
}

interface VerifiedSlip extends RowEnd {
  data?: Json;
}

const NAMES = ['id', 'source', 'transRef'];
const FIELDS = ['verdict', 'exit', 'amount', 'paidAt', 'message', 'next', 'code', 'requestUId'];

/** `batch slip.verify`: whether the bank knows the slip of each row, and whether it is the expected one. */
export class SlipTask implements TicketTask<Values, VerifiedSlip> {
  readonly id = 'slips';
  readonly words = 'slip verify';
  readonly moves = 'nothing';
  readonly fields: readonly string[];
  readonly columns: TicketColumns;
  readonly base: Json;
  readonly #parts: TicketParts;

  constructor(parts: TicketParts) {
    this.#parts = parts;
    const { base, options } = parts;
    const { referenceColumn } = options;
    const once = options.once || base.once;
    this.base = fromPlain({ ...base, once, ...withoutUndefined({ referenceColumn }) });
    this.fields = options.output === 'jsonl' ? [...FIELDS, 'data'] : FIELDS;
    const flags = { ...FLAGS, ...EXPECTATIONS };
    const taken = [...FIELDS, 'data'];
    this.columns = new TicketColumns(NAMES, flags, taken, referenceColumn);
  }

  prepare(row: InputRow) {
    const { startedAt, options } = this.#parts;
    return parseTicket(row, this.#parts, this.columns, (said): Values => {
      const given = { ...said, once: options.once || said.once };
      return READ.read({ options: given, words: [], names: [] }, startedAt);
    });
  }

  async begin({ cutoff, name }: RunContext): Promise<Work<TicketRow<Values>, VerifiedSlip>> {
    const { services, options } = this.#parts;
    const { verify } = await FAMILIES.slip.load();
    const pacing = await createPacing(services, verify, options.rate);
    const { turn, before } = pacing;
    return {
      pace: before,
      stops: STOPS,
      unanswered: UNANSWERED,
      // Under its own name a row whose process died after accepting the slip may accept it again.
      call: (row) => this.#check(row, `${name}-${row.line}`, { signal: cutoff, turn }),
      result: await this.#resultMaker(verify.id),
      end: () => pacing.end(),
    };
  }

  async preview({ reference, values }: TicketRow<Values>): Promise<Json> {
    return previewSlip(this.#parts.services, await this.#readSlip(reference, values));
  }

  async finish(): Promise<void> {}

  async #readSlip(reference: string, { sendingBank }: Values) {
    const slip = slipFromCodes(await readTicketCodes(reference, this.#parts.services));
    return sendingBank === undefined ? slip : { ...slip, sendingBank };
  }

  async #check(
    { reference, values }: TicketRow<Values>,
    attempt: string,
    options: CallOptions,
  ): Promise<VerifiedSlip> {
    try {
      const slip = await this.#readSlip(reference, values);
      const wanted = { ...values, attempt };
      const { outcome, problem, firstVerified } = await verifySlip(
        this.#parts.services,
        slip,
        wanted,
        options,
      );
      const usual =
        outcome.class === 'SUCCESS' ? confirmationText(values, outcome) : outcome.message;
      const message = problem?.said ?? usual;
      return {
        ...outcome,
        class: problem?.exitClass ?? outcome.class,
        message: firstVerified ? messages.verifiedBefore(message, firstVerified) : message,
      };
    } catch (error) {
      if (!(error instanceof PayctlError) || error.exitClass === 'INTERNAL') throw error;
      return { class: error.exitClass, message: error.said, executed: 'no' };
    }
  }

  async #resultMaker(operation: string): Promise<Work<TicketRow<Values>, VerifiedSlip>['result']> {
    const { readPayments: says } = await loadOperation(operation);
    const say = await this.#parts.services.say();
    return ({ line, reference }, end): RowResult => {
      const { class: ended, message, code, request, data } = end;
      const [payment] = (data !== undefined && says?.(data, 'SUCCESS', {})) || [];
      const satang = parseAmount(payment?.amount ?? '');
      return {
        ...{ line, reference, class: ended, message, amount: satang, code, data },
        requestUId: request?.requestUId,
        more: {
          amount: satang === undefined ? '' : formatAmount(satang),
          paidAt: payment?.paidAt === undefined ? '' : channelDateTime(payment.paidAt),
          next: say(ASK_ON.has(ended) ? investigateLine(reference) : ''),
        },
      };
    };
  }
}

/** Without an expected amount somebody has to compare the one that the bank has. */
function confirmationText({ once, expected }: Values, { data = null }: VerifiedSlip): Message {
  if (once) return messages.slipAccepted;
  const amount = jsonText(at(data, 'amount'));
  const isCompared = expected.amount !== undefined || amount === undefined;
  return isCompared ? messages.slipConfirmed : messages.slipToCompare(visible(amount));
}

/** What `investigate` may find out more about. */
const ASK_ON: ReadonlySet<ExitClass> = new Set(['REJECTED', 'NOT_FOUND']);

/** What would be sent about a slip. */
async function previewSlip(services: Services, slip: SlipSource): Promise<Json> {
  const { bank, operation, input } = await prepareSlipInquiry(services, slip);
  const { method, url } = await bank.caller.preview(operation, input);
  return fromPlain({ operation: operation.id, method, url });
}

async function prepareSlipInquiry(services: Services, slip: SlipSource) {
  const bank = await bankFor(services);
  const { id } = (await FAMILIES.slip.load()).verify;
  const inquiry = await prepareInquiry(bank, { operation: id, input: { ...slip } });
  if ('why' in inquiry) throw usageError(inquiry.why);
  return { bank, ...inquiry };
}

/** Asks the bank about a slip, and judges it. Throws USAGE for what cannot be asked. */
async function verifySlip(
  services: Services,
  slip: SlipSource,
  wanted: SlipRequirements,
  options: CallOptions,
): Promise<Verified> {
  const { bank, operation, input } = await prepareSlipInquiry(services, slip);
  const outcome = await bank.caller.call(operation, input, { signal: bank.signal, ...options });
  return judgeSlip(services, input, outcome, wanted);
}
