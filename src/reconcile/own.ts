import { eventOf } from '../bank/events.js';
import { field } from '../callbacks/confirmation.js';
import type { Stored } from '../callbacks/stored.js';
import { parseAmount } from '../core/money.js';
import { bankOf } from '../journal/claim.js';
import { type Journal, knownOperation } from '../journal/journal.js';
import { charges } from '../journal/list.js';
import type { Row } from '../journal/rows.js';
import { isOpen, mayRepeat } from '../journal/state.js';

/** A charge of the journal that can have paid somebody. */
export interface Charge {
  reference: string;
  /** The partner's own id of a transfer, which the journal files under the bank's. */
  alias?: string;
  /** Satang; undefined where the call names none. */
  amount?: number;
  /** refused: proven not to have been executed, or rejected. */
  state: 'succeeded' | 'open' | 'refused';
  /** All of it was given back later. */
  reversed: boolean;
  /** Milliseconds since the epoch. */
  at: number;
  /** Names its files in the journal. */
  key: string;
}

/** A confirmation that the bank has sent by itself, and that nothing contradicts. */
export interface Told {
  reference: string;
  transactionId: string;
  amount?: number;
  /** Milliseconds since the epoch. */
  at: number;
  /** Id of the message, by which its inbox has it. */
  message: string;
}

/** Charges to this bank; without an address, all but those to the embedded one. Oldest first. */
export async function chargesOf(journal: Journal, baseUrl: string | undefined): Promise<Charge[]> {
  const isHere = atBank(baseUrl);
  const roles = new Map<string, string | undefined>();
  const found: Charge[] = [];
  const given: Given = new Map();
  const initiated = new Map<string, string | null>();
  for await (const row of charges(journal)) {
    if (!isHere(row)) continue;
    const { operation, reference, amount } = row;
    if (!roles.has(operation)) {
      roles.set(operation, (await knownOperation(journal, operation))?.role);
    }
    const role = roles.get(operation);
    // What only creates something is in the journal where it initiates a transfer.
    if (role === 'creation') initiated.set(reference, amount);
    else if (role !== 'reversal') {
      if (reference !== '') found.push(chargeOf(row));
    } else if (stateOf(row.state) === 'succeeded') given.set(reference, satang(amount));
  }
  const initiations = await initiationsIn(journal, initiated);
  return found.map((charge) => completed(charge, given, initiations.get(charge.reference)));
}

function atBank(baseUrl: string | undefined): (row: Row) => boolean {
  if (baseUrl === undefined) return ({ profile }) => profile !== 'sandbox';
  const here = bankOf(baseUrl);
  const known = new Map<string, boolean>();
  return ({ baseUrl: address }) => {
    const is = known.get(address) ?? (address !== '' && bankOf(address) === here);
    known.set(address, is);
    return is;
  };
}

/** What was given back, by reference; undefined satang are all of it. */
type Given = Map<string, number | undefined>;

interface Initiation {
  alias: string;
  amount: string | null;
}

/** By tokenizerId: what was initiated, and for how much. */
async function initiationsIn(
  { store }: Journal,
  amounts: ReadonlyMap<string, string | null>,
): Promise<Map<string, Initiation>> {
  const found = new Map<string, Initiation>();
  if (amounts.size === 0) return found;
  for (const record of (await store.transfers.list()).values()) {
    if (record === undefined) continue;
    const amount = amounts.get(record.reference) ?? null;
    found.set(record.tokenizerId, { alias: record.reference, amount });
  }
  return found;
}

function chargeOf({ reference, amount, state, startedAt, key }: Row): Charge {
  const named = satang(amount);
  return {
    reference,
    ...(named !== undefined && { amount: named }),
    ...{ state: stateOf(state), reversed: false, at: Date.parse(startedAt), key },
  };
}

/** With what other charges tell of it. */
function completed(charge: Charge, given: Given, initiation: Initiation | undefined): Charge {
  const { reference } = charge;
  if (initiation === undefined && !given.has(reference)) return charge;
  const amount = charge.amount ?? satang(initiation?.amount ?? null);
  const back = given.get(reference);
  return {
    ...charge,
    ...(initiation && { alias: initiation.alias }),
    ...(amount !== undefined && { amount }),
    reversed: given.has(reference) && (back === undefined || back === amount),
  };
}

function stateOf(state: Row['state']): Charge['state'] {
  if (state === 'corrupt' || isOpen(state)) return 'open';
  return state === 'rejected' || mayRepeat(state) ? 'refused' : 'succeeded';
}

function satang(amount: string | null): number | undefined {
  const parsed = amount === null ? undefined : parseAmount(amount);
  return parsed === undefined ? undefined : Number(parsed);
}

/** What confirmations tell of payments. A message that another one contradicts proves nothing. */
export function toldIn(stored: readonly Stored[]): Told[] {
  return stored.flatMap((one) => {
    const { confirmation, contradicts, state, receivedAt } = one;
    const { payment, reference } = eventOf(confirmation.kind);
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
