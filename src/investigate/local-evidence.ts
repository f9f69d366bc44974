import type { Operation } from '../bank/define.js';
import { type EventShape, eventShape } from '../bank/events.js';
import { isInitiation } from '../bank/transfer/references.js';
import { type Confirmation, field, isAbout } from '../callbacks/confirmation.js';
import { readMentioning, type StoredMessage } from '../callbacks/stored.js';
import { PayctlError } from '../core/errors.js';
import { withoutUndefined } from '../core/fields.js';
import { foldedReference } from '../core/text.js';
import { normalizeBankUrl } from '../journal/claim.js';
import { inspectHistory } from '../journal/history.js';
import { type Attempt, type Journal, knownOperation } from '../journal/journal.js';
import { list } from '../journal/list.js';
import { discreetText, notesOn } from '../journal/notes.js';
import { type ChargeRow, MIN_TEXT_LENGTH, machineName } from '../journal/rows.js';
import { decisiveIndex, groupAttempts, mayRepeat, strongestEvidence } from '../journal/state.js';
import { timeline } from '../messages/timeline.js';
import type { CodeRecord } from '../state/codes.js';
import type { Desk } from '../state/desk.js';
import type { InboxStore } from '../state/inbox.js';
import type { TransferRecord } from '../state/store.js';
import { displayName } from '../state/who.js';
import type { PaymentNote, ReceivedConfirmation, SentCharge } from './evidence.js';

/** What this machine keeps: charges and transfers of the journal, and received confirmations. */
export interface LocalEvidence {
  journal(reference: string): Promise<JournalEvidence>;
  confirmed(reference: string): Promise<ReceivedConfirmation[]>;
  /** References as they are written here, of which this is the folded spelling. */
  spelled?(folded: string): Promise<string[]>;
  /** Codes that were made so that it could be paid. */
  created?(reference: string): CodeRecord[];
  /** What people wrote about it. */
  noted?(reference: string): Promise<PaymentNote[]>;
}

/** What the journal has of a reference. */
export interface JournalEvidence {
  sent: SentCharge[];
  /** Transfers initiated under a partnerTransactionID. */
  initiated: TransferRecord[];
}

/** The archive of one bank: charges that went to another address are about other payments. */
export async function openLocalEvidence(
  journal: Journal,
  baseUrl: string,
  inbox: Pick<InboxStore, 'mentioning'>,
  { codes = [], desk }: { codes?: readonly CodeRecord[]; desk?: Pick<Desk, 'read'> } = {},
): Promise<LocalEvidence> {
  const here = normalizeBankUrl(baseUrl);
  return {
    async journal(reference) {
      const rows = await list(journal, { texts: [reference] });
      const [sent, initiated] = await Promise.all([
        chargesAbout(journal, here, rows, reference),
        initiatedUnder(journal, rows, reference),
      ]);
      return { sent, initiated };
    },
    confirmed: async (reference) =>
      (await readMentioning(inbox, reference)).stored
        .filter(({ confirmation }) => isAbout(confirmation, reference))
        .map((stored) => toConfirmation(stored, reference)),
    async spelled(folded) {
      const rows = await list(journal, { texts: [folded] });
      const all = [...codes, ...rows].filter(
        ({ baseUrl: address }) => normalizeBankUrl(address) === here,
      );
      const references = all.map(({ reference }) => reference);
      return references.filter((reference) => foldedReference(reference) === folded);
    },
    created: (reference) =>
      codes.filter(
        (code) => code.reference === reference && normalizeBankUrl(code.baseUrl) === here,
      ),
    async noted(reference) {
      const notes = desk ? await notesOn(desk, reference, here) : [];
      return notes.flatMap(({ at, by, text }) =>
        text === undefined
          ? []
          : { at: Date.parse(at), by: displayName(by), text: discreetText(text) },
      );
    },
  };
}

/** An initiation moves nothing: what it led to is another source. */
async function chargesAbout(
  journal: Journal,
  here: string,
  rows: readonly ChargeRow[],
  reference: string,
): Promise<SentCharge[]> {
  const candidates = rows.filter(
    ({ baseUrl: address, operation }) =>
      normalizeBankUrl(address) === here && !isInitiation(operation),
  );
  const filed = candidates.filter((row) => row.reference === reference);
  const charges = filed.length > 0 ? filed : await mentioning(journal, candidates, reference);
  return (await Promise.all(charges.map((row) => readCharges(journal, row)))).flat();
}

async function initiatedUnder(
  journal: Journal,
  rows: readonly ChargeRow[],
  reference: string,
): Promise<TransferRecord[]> {
  const records = rows
    .filter((row) => row.reference === reference && isInitiation(row.operation))
    .map(({ key }) => readTransfer(journal, key));
  return (await Promise.all(records)).flat();
}

/** Ignores a damaged record; the transfer command itself reports the damage. */
async function readTransfer({ store }: Journal, key: string): Promise<TransferRecord[]> {
  try {
    const record = await store.transfers.read(key);
    return record ? [record] : [];
  } catch (error) {
    if (error instanceof PayctlError) return [];
    throw error;
  }
}

/** Charges that contain an id no charge is filed under. */
async function mentioning(
  journal: Journal,
  rows: readonly ChargeRow[],
  text: string,
): Promise<ChargeRow[]> {
  const matching: ChargeRow[] = [];
  for (const row of rows) if (await isMentionedIn(journal, row, text)) matching.push(row);
  return matching;
}

async function isMentionedIn(journal: Journal, row: ChargeRow, text: string): Promise<boolean> {
  if (row.requestUId === text) return true;
  if (text.length < MIN_TEXT_LENGTH) return false;
  const { history } = await inspectHistory(journal, row.key);
  return JSON.stringify(history.entries).includes(JSON.stringify(text));
}

/** The attempts of a charge, oldest first. */
export async function readCharges(
  journal: Journal,
  { key }: Pick<ChargeRow, 'key'>,
): Promise<SentCharge[]> {
  const { history } = await inspectHistory(journal, key);
  const [intent] = history.entries.flatMap((entry) => (entry.type === 'intent' ? [entry] : []));
  const operation = intent && (await knownOperation(journal, intent.operation));
  const attempts = groupAttempts(history.entries);
  const decisive = decisiveIndex(journal, attempts);
  return attempts.map((attempt, index) => {
    const sent = toSentCharge(journal, attempt, operation);
    const isSuperseded = index !== decisive && mayRepeat(sent.state);
    return { ...sent, ...(isSuperseded && { superseded: true }) };
  });
}

function toSentCharge(
  journal: Journal,
  attempt: Attempt,
  operation: Operation | undefined,
): SentCharge {
  const { intent, ending } = attempt;
  const wallet = operation?.resolution?.reference.wallet?.(intent.input);
  const command = (operation?.command ?? [intent.operation]).join(' ');
  return {
    family: operation?.payment ?? 'other',
    operation: intent.operation,
    command,
    name: operation?.name ?? command,
    role: operation?.role === 'reversal' ? 'reversal' : 'payment',
    ...(operation?.closesUnpaid && { closesUnpaid: true }),
    ...(operation?.resolution && { kind: operation.resolution.reference }),
    reference: intent.reference,
    ...(intent.amount !== undefined && { amount: intent.amount }),
    wallet,
    at: Date.parse(intent.at),
    ...(journal.store.shared && { machine: machineName(intent) }),
    requestUId: intent.requestUId,
    state: strongestEvidence(journal, attempt).state,
    ...(ending && { answer: toAnswer(ending) }),
    later: toLater(attempt),
    input: intent.input,
  };
}

function toAnswer({ at, outcome }: NonNullable<Attempt['ending']>): SentCharge['answer'] {
  const { state, code, http } = outcome;
  return {
    at: Date.parse(at),
    class: outcome.class,
    ...(state !== undefined && { word: state }),
    code,
    ...(http && { httpStatus: http.status, ms: http.ms }),
  };
}

function toLater({ inquiries, resolution, settlement }: Attempt): SentCharge['later'] {
  const asked = inquiries.map(({ at, operation, found, state, requestUId }) => ({
    at: Date.parse(at),
    what: timeline.asked(operation, state ?? found),
    requestUId,
  }));
  const resolved = resolution && [
    {
      at: Date.parse(resolution.at),
      what: timeline.resolved(resolution.outcome.class),
      requestUId: resolution.outcome.request.requestUId,
    },
  ];
  const settled = settlement && [
    { at: Date.parse(settlement.at), what: timeline.settled(settlement.as) },
  ];
  return [...asked, ...(resolved ?? []), ...(settled ?? [])];
}

export function toConfirmation(stored: StoredMessage, lookedUp: string): ReceivedConfirmation {
  const { confirmation, receivedAt, machine, differs, forwarding } = stored;
  const event = eventShape(confirmation.kind);
  const transactionId = field(confirmation, 'transactionId');
  const { id, fingerprint, amount, paidAt } = confirmation;
  return {
    family: event.payment,
    event,
    id,
    fingerprint,
    reference: field(confirmation, event.reference?.in ?? '') ?? lookedUp,
    transactionId,
    amount,
    receivedAt: Date.parse(receivedAt),
    machine,
    paidAt,
    differs: differs ?? [],
    forwarding,
    known: inquiryHints(confirmation, event),
  };
}

/** Values that narrow an inquiry; never who the payee is, because anyone may have sent the message. */
function inquiryHints(
  confirmation: Confirmation,
  { known = {} }: EventShape,
): ReceivedConfirmation['known'] {
  const fields = Object.entries(known).map(([name, at]) => [name, field(confirmation, at)]);
  return withoutUndefined<string>(Object.fromEntries(fields));
}
