import { PayctlError } from '../core/errors.js';
import type { Bank } from './bank.js';
import {
  addFault,
  type Fault,
  type FaultOrder,
  readFaults,
  removeFaults,
} from './faults/faults.js';
import { directDebitPublicKey } from './handlers/encryption.js';
import type { TransferPlan } from './handlers/transfer.js';
import { readSettings } from './ledger/books.js';
import { seedStore } from './ledger/ledger.js';
import { generationOf, readMeta, writeMeta } from './ledger/meta.js';
import { empty, transfers } from './ledger/schema.js';
import type { Settings } from './settings.js';

/** What the sandbox clock shows, and how far it is ahead of the machine's, in milliseconds. */
export interface SandboxClock {
  now: number;
  offset: number;
}

export function showClock(bank: Bank): SandboxClock {
  return { now: bank.now(), offset: bank.now() - bank.clock.now() };
}

/** Sets the sandbox clock; it goes on from there. What falls due by that happens. */
export async function setClock(bank: Bank, moment: number): Promise<SandboxClock> {
  const offset = moment - bank.clock.now();
  await bank.act('operator.clock', undefined, ({ store }) =>
    writeMeta(store, 'clockOffset', String(offset)),
  );
  await bank.settle();
  return showClock(bank);
}

export function advanceClock(bank: Bank, ms: number): Promise<SandboxClock> {
  return setClock(bank, bank.now() + ms);
}

/** Sets a fault; its id. */
export function setFault(bank: Bank, order: FaultOrder): Promise<number> {
  return bank.act('operator.fault', undefined, ({ store }) => addFault(store, order));
}

export function listFaults(bank: Bank): Fault[] {
  return bank.look(({ store }) => readFaults(store));
}

/** All of them, or one. */
export async function clearFaults(bank: Bank, id?: number): Promise<void> {
  await bank.act('operator.fault', undefined, ({ store }) => removeFaults(store, id));
}

export function showSettings(bank: Bank): Settings {
  return bank.look(({ settings }) => settings);
}

/** Keeps settings with the state, for all processes. */
export async function setSettings(bank: Bank, settings: Partial<Settings>): Promise<void> {
  await bank.act('operator.settings', undefined, ({ store }) =>
    writeMeta(store, 'settings', JSON.stringify({ ...readSettings(store), ...settings })),
  );
}

/** Plans how the confirmation of a transfer ends; without a plan, balance and accounts decide. */
export async function planTransfer(
  bank: Bank,
  tokenizerId: string,
  plan: TransferPlan,
): Promise<void> {
  await bank.act('operator.transfer', tokenizerId, ({ store }) => {
    if (transfers.find(store, { tokenizer: tokenizerId }) === undefined) {
      throw new PayctlError('NOT_FOUND', `The sandbox has no transfer ${tokenizerId}.`);
    }
    transfers.update(store, { tokenizer: tokenizerId }, { plan });
  });
}

/** In PEM, for partners that encrypt direct debit payloads. */
export function directDebitKey(bank: Bank): string {
  return bank.look(({ store }) => directDebitPublicKey(store));
}

/** A new bank: history, faults, settings and clock are gone; only the direct debit key stays. */
export async function reset(bank: Bank): Promise<void> {
  await bank.act('operator.reset', undefined, ({ store, now }) => {
    const key = readMeta(store, 'directDebitKey');
    const generation = Number(generationOf(store));
    empty(store);
    seedStore(store, now, generation + 1);
    if (key !== undefined) writeMeta(store, 'directDebitKey', key);
  });
}
