import type { Operation } from '../bank/define.js';
import { type EventShape, eventOf } from '../bank/events.js';
import { isInitiation } from '../bank/transfer/initiations.js';
import { type Confirmation, field, isAbout } from '../callbacks/confirmation.js';
import type { Stored } from '../callbacks/stored.js';
import { defined } from '../core/fields.js';
import { bankOf } from '../journal/claim.js';
import { inspectHistory } from '../journal/history.js';
import { type Attempt, type Journal, knownOperation } from '../journal/journal.js';
import { list } from '../journal/list.js';
import type { Row } from '../journal/rows.js';
import { attemptsOf, evidenceOf } from '../journal/state.js';
import type { CodeRecord } from '../state/codes.js';
import type { TransferRecord } from '../state/store.js';
import type { Confirmed, Sent } from './evidence.js';

/** What this machine keeps: charges and transfers of the journal, and received confirmations. */
export interface Archive {
  sent(reference: string): Promise<Sent[]>;
  confirmed(reference: string): Confirmed[];
  /** Transfers initiated under a partnerTransactionID. */
  initiated(reference: string): TransferRecord[];
  /** Codes that were made so that it could be paid. */
  created?(reference: string): CodeRecord[];
}

/** An id that no charge is filed under may stand inside one; shorter texts would stand in many. */
const SHORTEST_INSIDE = 12;

/** The archive of one bank: charges that went to another address are about other payments. */
export async function openArchive(
  journal: Journal,
  baseUrl: string,
  received: readonly Stored[],
  codes: readonly CodeRecord[] = [],
): Promise<Archive> {
  const here = bankOf(baseUrl);
  const isHere = new Map<string, boolean>();
  const rows = (await list(journal)).filter(({ baseUrl: address, operation }) => {
    const known = isHere.get(address) ?? bankOf(address) === here;
    isHere.set(address, known);
    // An initiation moves nothing: what it led to is another source.
    return known && !isInitiation(operation);
  });
  const mentions = new Mentions(journal, rows);
  // A damaged record leads nowhere; the transfer itself complains of it.
  const transfers = [...(await journal.store.transfers.list()).values()];
  return {
    async sent(reference) {
      const filed = rows.filter((row) => row.reference === reference);
      const found = filed.length > 0 ? filed : await mentions.of(reference);
      return (await Promise.all(found.map((row) => sentOf(journal, row)))).flat();
    },
    confirmed: (reference) =>
      received
        .filter(({ confirmation }) => isAbout(confirmation, reference))
        .map((stored) => confirmedOf(stored, reference)),
    created: (reference) =>
      codes.filter((code) => code.reference === reference && bankOf(code.baseUrl) === here),
    initiated: (reference) =>
      transfers.flatMap((one) => (one?.reference === reference ? [one] : [])),
  };
}

/** Charges by what stands inside them. Their histories are read once, when it is first asked for. */
class Mentions {
  readonly #journal: Journal;
  readonly #rows: readonly Row[];
  #known: Promise<ReadonlyMap<string, readonly Row[]>> | undefined;

  constructor(journal: Journal, rows: readonly Row[]) {
    this.#journal = journal;
    this.#rows = rows;
  }

  async of(text: string): Promise<readonly Row[]> {
    const direct = this.#rows.filter(({ requestUId }) => requestUId === text);
    if (text.length < SHORTEST_INSIDE) return direct;
    this.#known ??= this.#read();
    const inside = (await this.#known).get(text) ?? [];
    return [...new Set([...direct, ...inside])];
  }

  async #read(): Promise<ReadonlyMap<string, readonly Row[]>> {
    const known = new Map<string, Row[]>();
    for (const row of this.#rows) {
      const { history } = await inspectHistory(this.#journal, row.key);
      const texts = new Set(textsIn(history.entries).filter(isLong));
      for (const text of texts) known.set(text, [...(known.get(text) ?? []), row]);
    }
    return known;
  }
}

function isLong(text: string): boolean {
  return text.length >= SHORTEST_INSIDE;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The attempts of a charge, oldest first. */
export async function sentOf(journal: Journal, { key }: Pick<Row, 'key'>): Promise<Sent[]> {
  const { history } = await inspectHistory(journal, key);
  const [intent] = history.entries.flatMap((entry) => (entry.type === 'intent' ? [entry] : []));
  const operation = intent && (await knownOperation(journal, intent.operation));
  return attemptsOf(history.entries).map((attempt) => attemptOf(journal, attempt, operation));
}

function attemptOf(journal: Journal, attempt: Attempt, operation: Operation | undefined): Sent {
  const { intent, ending } = attempt;
  const wallet = operation?.resolution?.reference.wallet?.(intent.input);
  return {
    family: operation?.payment ?? 'other',
    operation: intent.operation,
    command: (operation?.command ?? [intent.operation]).join(' '),
    role: operation?.role === 'reversal' ? 'reversal' : 'payment',
    ...(operation?.undoes !== undefined && { undoes: operation.undoes }),
    ...(operation?.resolution && { kind: operation.resolution.reference }),
    reference: intent.reference,
    ...(intent.amount !== undefined && { amount: intent.amount }),
    ...(wallet !== undefined && { wallet }),
    at: Date.parse(intent.at),
    requestUId: intent.requestUId,
    state: evidenceOf(journal, attempt).state,
    ...(ending && { answer: answerOf(ending) }),
    later: laterOf(attempt),
    input: intent.input,
  };
}

function answerOf({ at, outcome }: NonNullable<Attempt['ending']>): Sent['answer'] {
  const { state, code, http } = outcome;
  return {
    at: Date.parse(at),
    class: outcome.class,
    ...(state !== undefined && { word: state }),
    ...(code !== undefined && { code }),
    ...(http && { httpStatus: http.status, ms: http.ms }),
  };
}

function laterOf({ inquiries, resolution, settlement }: Attempt): Sent['later'] {
  const asked = inquiries.map(({ at, operation, found, state, requestUId }) => ({
    at: Date.parse(at),
    what: `${operation} was asked: ${state ?? found}`,
    requestUId,
  }));
  const resolved = resolution && [
    {
      at: Date.parse(resolution.at),
      what: `resolved as ${resolution.outcome.class}`,
      requestUId: resolution.outcome.request.requestUId,
    },
  ];
  const settled = settlement && [
    { at: Date.parse(settlement.at), what: `settled by hand as ${settlement.as}` },
  ];
  return [...asked, ...(resolved ?? []), ...(settled ?? [])];
}

export function confirmedOf(stored: Stored, looked: string): Confirmed {
  const { confirmation, receivedAt, machine, differs, forwarding } = stored;
  const event = eventOf(confirmation.kind);
  const transactionId = field(confirmation, 'transactionId');
  const { id, fingerprint, amount, paidAt } = confirmation;
  return {
    family: event.payment,
    event,
    id,
    fingerprint,
    reference: field(confirmation, event.reference?.in ?? '') ?? looked,
    ...(transactionId !== undefined && { transactionId }),
    ...(amount !== undefined && { amount }),
    receivedAt: Date.parse(receivedAt),
    ...(machine !== undefined && { machine }),
    ...(paidAt !== undefined && { paidAt }),
    differs: differs ?? [],
    ...(forwarding && { forwarding }),
    known: knownOf(confirmation, event),
  };
}

/** Whose payment it is comes from the profile alone: anyone may have sent the message. */
function knownOf(confirmation: Confirmation, { known = {} }: EventShape): Confirmed['known'] {
  const told = Object.entries(known).map(([name, at]) => [name, field(confirmation, at)]);
  return defined<string>(Object.fromEntries(told));
}
