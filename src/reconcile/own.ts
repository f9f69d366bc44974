import { eventShape } from '../bank/events.js';
import { field } from '../callbacks/confirmation.js';
import type { StoredMessage } from '../callbacks/stored.js';
import { parseAmount } from '../core/money.js';
import { normalizeBankUrl } from '../journal/claim.js';
import { type Journal, knownOperation } from '../journal/journal.js';
import { charges } from '../journal/list.js';
import type { ChargeRow } from '../journal/rows.js';
import { isOpen, mayRepeat } from '../journal/state.js';

/** A charge of the journal that can have paid somebody. */
export interface OwnCharge {
  reference: string;
  /** The partner's own id of a transfer, which the journal files under the bank's. */
  alias?: string;
  /** Satang; undefined where the call names none. */
  amount?: number;
  /** refused: proven not to have been executed, or rejected. */
  state: 'succeeded' | 'open' | 'refused';
  /** Milliseconds since the epoch. */
  at: number;
  /** Names its files in the journal. */
  key: string;
}

/** A charge of the journal that gave money back, and succeeded. */
export interface Refund {
  reference: string;
  /** Satang; undefined: all of it. */
  amount?: number;
}

/** A confirmation that the bank has sent by itself, and that nothing contradicts. */
export interface ConfirmedPayment {
  reference: string;
  transactionId: string;
  amount?: number;
  /** Milliseconds since the epoch. */
  at: number;
  /** Id of the message, by which its inbox has it. */
  message: string;
}

/** Charges to this bank; without an address, all but those to the embedded one. Oldest first. */
export async function readCharges(
  journal: Journal,
  baseUrl: string | undefined,
): Promise<{ charges: OwnCharge[]; refunds: Refund[] }> {
  const isHere = atBank(baseUrl);
  const roles = new Map<string, string | undefined>();
  const payments: OwnCharge[] = [];
  const refunds: Refund[] = [];
  const initiated = new Map<string, string | null>();
  for await (const row of charges(journal)) {
    if (!isHere(row)) continue;
    const { operation, reference, amount } = row;
    if (!roles.has(operation)) {
      roles.set(operation, (await knownOperation(journal, operation))?.role);
    }
    const role = roles.get(operation);
    // Creations are in the journal only if they initiate a transfer.
    if (role === 'creation') initiated.set(reference, amount);
    else if (role !== 'reversal') {
      if (reference !== '') payments.push(toCharge(row));
    } else if (chargeState(row.state) === 'succeeded') refunds.push(toRefund(row));
  }
  const initiations = await readInitiations(journal, initiated);
  const done = payments.map((charge) => completed(charge, initiations.get(charge.reference)));
  return { charges: done, refunds };
}

function atBank(baseUrl: string | undefined): (row: ChargeRow) => boolean {
  if (baseUrl === undefined) return ({ profile }) => profile !== 'sandbox';
  const here = normalizeBankUrl(baseUrl);
  const isHereByUrl = new Map<string, boolean>();
  return ({ baseUrl: address }) => {
    const is = isHereByUrl.get(address) ?? (address !== '' && normalizeBankUrl(address) === here);
    isHereByUrl.set(address, is);
    return is;
  };
}

interface Initiation {
  alias: string;
  amount: string | null;
}

/** By tokenizerId: what was initiated, and for how much. */
async function readInitiations(
  { store }: Journal,
  amounts: ReadonlyMap<string, string | null>,
): Promise<Map<string, Initiation>> {
  const initiations = new Map<string, Initiation>();
  if (amounts.size === 0) return initiations;
  for (const record of (await store.transfers.list()).values()) {
    if (record === undefined) continue;
    const amount = amounts.get(record.reference) ?? null;
    initiations.set(record.tokenizerId, { alias: record.reference, amount });
  }
  return initiations;
}

function toCharge({ reference, amount, state, startedAt, key }: ChargeRow): OwnCharge {
  const named = satang(amount);
  return {
    reference,
    ...(named !== undefined && { amount: named }),
    ...{ state: chargeState(state), at: Date.parse(startedAt), key },
  };
}

function toRefund({ reference, amount }: ChargeRow): Refund {
  const named = satang(amount);
  return { reference, ...(named !== undefined && { amount: named }) };
}

/** With what its initiation tells of it. */
function completed(charge: OwnCharge, initiation: Initiation | undefined): OwnCharge {
  if (initiation === undefined) return charge;
  const amount = charge.amount ?? satang(initiation.amount);
  return { ...charge, alias: initiation.alias, ...(amount !== undefined && { amount }) };
}

function chargeState(state: ChargeRow['state']): OwnCharge['state'] {
  if (state === 'corrupt' || isOpen(state)) return 'open';
  return state === 'rejected' || mayRepeat(state) ? 'refused' : 'succeeded';
}

function satang(amount: string | null): number | undefined {
  const parsed = amount === null ? undefined : parseAmount(amount);
  return parsed === undefined ? undefined : Number(parsed);
}

/** What confirmations tell of payments. A message that another one contradicts proves nothing. */
export function toConfirmations(stored: readonly StoredMessage[]): ConfirmedPayment[] {
  return stored.flatMap((one) => {
    const { confirmation, contradicts, state, receivedAt } = one;
    const { payment, reference } = eventShape(confirmation.kind);
    if (payment === 'registration' || contradicts || state === 'contradicted') return [];
    const amount = satang(one.bankAmount ?? confirmation.amount ?? null);
    return {
      reference: (reference && field(confirmation, reference.in)) ?? '',
      transactionId: field(confirmation, 'transactionId') ?? '',
      ...(amount !== undefined && { amount }),
      at: confirmation.paidAt ?? Date.parse(receivedAt),
      message: confirmation.id,
    };
  });
}
