import { eventOf } from '../bank/events.js';
import { field } from '../callbacks/confirmation.js';
import type { Stored } from '../callbacks/stored.js';
import { parseAmount } from '../core/money.js';
import { bankOf } from '../journal/claim.js';
import { type Journal, knownOperation } from '../journal/journal.js';
import { list } from '../journal/list.js';
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
  stored: Stored;
}

/** Charges to this bank; without an address, all but those to the embedded one. Oldest first. */
export async function chargesOf(journal: Journal, baseUrl: string | undefined): Promise<Charge[]> {
  const rows = (await list(journal)).filter(atBank(baseUrl));
  if (rows.length === 0) return [];
  const roles = new Map<string, string | undefined>();
  for (const operation of new Set(rows.map((row) => row.operation))) {
    roles.set(operation, (await knownOperation(journal, operation))?.role);
  }
  const ofRole = (role: string) => rows.filter(({ operation }) => roles.get(operation) === role);
  const given = reversalsIn(ofRole('reversal'));
  // What only creates something is in the journal where it initiates a transfer.
  const initiated = await initiationsIn(journal, ofRole('creation'));
  return rows
    .filter(({ operation, reference }) => {
      const role = roles.get(operation);
      return reference !== '' && role !== 'reversal' && role !== 'creation';
    })
    .map((row) => chargeOf(row, given, initiated.get(row.reference)));
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

type Given = ReadonlyMap<string, number | undefined>;

/** What was given back, by reference; undefined satang are all of it. */
function reversalsIn(rows: readonly Row[]): Given {
  const done = rows.filter(({ state }) => stateOf(state) === 'succeeded');
  return new Map(done.map(({ reference, amount }) => [reference, satang(amount)]));
}

interface Initiation {
  alias: string;
  amount: string | null;
}

/** By tokenizerId: what was initiated, and for how much. */
async function initiationsIn(
  { store }: Journal,
  initiations: readonly Row[],
): Promise<Map<string, Initiation>> {
  const amounts = new Map(initiations.map(({ reference, amount }) => [reference, amount]));
  const found = new Map<string, Initiation>();
  if (amounts.size === 0) return found;
  for (const record of (await store.transfers.list()).values()) {
    if (record === undefined) continue;
    const amount = amounts.get(record.reference) ?? null;
    found.set(record.tokenizerId, { alias: record.reference, amount });
  }
  return found;
}

function chargeOf(row: Row, given: Given, initiation: Initiation | undefined): Charge {
  const amount = satang(row.amount ?? initiation?.amount ?? null);
  const back = given.get(row.reference);
  return {
    reference: row.reference,
    ...(initiation && { alias: initiation.alias }),
    ...(amount !== undefined && { amount }),
    state: stateOf(row.state),
    reversed: given.has(row.reference) && (back === undefined || back === amount),
    at: Date.parse(row.startedAt),
    key: row.key,
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
      stored: one,
    };
  });
}
