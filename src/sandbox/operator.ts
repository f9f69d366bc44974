import { loadCatalogue } from '../bank/families.js';
import { requireOneOf } from '../bank/require-operation.js';
import { PayctlError, usageError } from '../core/errors.js';
import { formatAmount } from '../core/money.js';
import { readMoment } from '../core/time.js';
import type { ProcessMark } from '../host/host.js';
import { sandboxOperator } from '../messages/sandbox.js';
import type { Bank } from './bank.js';
import { confirmationAddress } from './delivery/address.js';
import { addFault, type Fault, type FaultOrder, readFaults, removeFaults } from './faults.js';
import { directDebitPublicKey } from './handlers/encryption.js';
import type { TransferPlan } from './handlers/transfer.js';
import { readSettings } from './ledger/books.js';
import { seedStore } from './ledger/ledger.js';
import { ACTS, type LogFilter, type LogLine } from './ledger/log.js';
import { readGeneration, readMeta, writeMeta } from './ledger/meta.js';
import { empty } from './ledger/schema.js';
import { transfers } from './ledger/tables.js';
import type { SandboxSettings } from './settings.js';

/** Time of the sandbox clock, and how far it is ahead of the machine's, in milliseconds. */
interface SandboxClock {
  now: number;
  offset: number;
  stopped: boolean;
}

export function showClock(bank: Bank): SandboxClock {
  const now = bank.now();
  return { now, offset: now - bank.clock.now(), stopped: bank.isStopped() };
}

/** What really happened, oldest first. Throws USAGE for an operation that no line can have. */
export async function showLog(bank: Bank, filter: LogFilter): Promise<LogLine[]> {
  requireLogged(
    filter.operation,
    (await loadCatalogue()).map(({ id }) => id),
  );
  return bank.log(filter);
}

/** Throws USAGE for an operation that no line of the log can have. */
export function requireLogged(operation: string | undefined, operations: readonly string[]): void {
  if (operation === undefined || /^[A-Z]+ \//.test(operation)) return;
  requireOneOf(operation, [...operations, ...ACTS]);
}

async function stopClock(bank: Bank, moment = bank.now()): Promise<SandboxClock> {
  return changeMeta(bank, { clockStopped: String(moment) });
}

/** The clock runs, from a moment on, by default the present one. */
async function runClock(bank: Bank, moment = bank.now()): Promise<SandboxClock> {
  return changeMeta(bank, { clockStopped: '', clockOffset: String(moment - bank.clock.now()) });
}

async function changeMeta(
  bank: Bank,
  changes: Readonly<Record<string, string>>,
): Promise<SandboxClock> {
  await bank.act('operator.clock', undefined, ({ store }) => {
    for (const [key, value] of Object.entries(changes)) writeMeta(store, key, value);
  });
  await bank.settle();
  return showClock(bank);
}

/**
 * A change of the clock as a person writes it; carries out what becomes due. Throws USAGE for anything
 * else.
 */
export async function changeClock(bank: Bank, change: string): Promise<SandboxClock> {
  if (change === 'stop') return stopClock(bank);
  if (change === 'start') return runClock(bank);
  if (change === 'now') return runClock(bank, bank.clock.now());
  const moment = readMoment(change, bank.now());
  if (moment === undefined) {
    throw usageError(
      sandboxOperator.clockWrong(JSON.stringify(change)),
      sandboxOperator.clockForms,
    );
  }
  return bank.isStopped() ? stopClock(bank, moment) : runClock(bank, moment);
}

export function listAccounts(bank: Bank) {
  return bank.accounts().map(({ id, currency, balance, name }) => ({
    account: id,
    currency,
    balance: formatAmount(balance),
    name,
  }));
}

export function setFault(bank: Bank, order: FaultOrder): Promise<number> {
  return bank.act('operator.fault', undefined, ({ store }) => addFault(store, order));
}

/** All faults, in the order in which they were set. */
export function listFaults(bank: Bank): Fault[] {
  return bank.look(({ store }) => readFaults(store));
}

export async function clearFaults(bank: Bank, id?: number): Promise<void> {
  await bank.act('operator.fault', undefined, ({ store }) => removeFaults(store, id));
}

/** The settings that a served bank has while it is served, and the process that serves it. */
interface ServedSettings {
  by: ProcessMark;
  settings: Partial<SandboxSettings>;
}

/** Notes what holds for calls to a served bank alone, for `sandbox settings` of another process. */
export function noteServed(bank: Bank, served: ServedSettings | undefined): void {
  bank.note((store) => writeMeta(store, 'served', served ? JSON.stringify(served) : ''));
}

/** What holds for calls to the served bank alone; empty where no process serves it any more. */
export function servedSettings(
  bank: Bank,
  isAlive: (mark: ProcessMark) => boolean,
): Partial<SandboxSettings> {
  const text = bank.look(({ store }) => readMeta(store, 'served'));
  if (!text) return {};
  const { by, settings }: ServedSettings = JSON.parse(text);
  return isAlive(by) ? settings : {};
}

/** The settings that are stored; those of a running `serve` are not among them. */
export function showSettings(bank: Bank): SandboxSettings {
  return bank.look(({ settings }) => settings);
}

/** Keeps settings with the state, for all processes. Throws USAGE for an address that may not be used. */
export async function setSettings(bank: Bank, changes: Partial<SandboxSettings>): Promise<void> {
  await bank.act('operator.settings', undefined, ({ store }) => {
    const settings = { ...readSettings(store), ...changes };
    if ('confirmationUrl' in changes || 'deliverTo' in changes) confirmationAddress(settings);
    writeMeta(store, 'settings', JSON.stringify(settings));
  });
}

/** Plans how the confirmation of a transfer ends; without a plan, balance and accounts decide. */
export async function planTransfer(
  bank: Bank,
  tokenizerId: string,
  plan: TransferPlan,
): Promise<void> {
  await bank.act('operator.transfer', tokenizerId, ({ store }) => {
    if (transfers.find(store, { tokenizer: tokenizerId }) === undefined) {
      throw new PayctlError('NOT_FOUND', sandboxOperator.noTransfer(tokenizerId));
    }
    transfers.update(store, { tokenizer: tokenizerId }, { plan });
  });
}

/** In PEM, for partners that encrypt direct debit payloads. */
export function directDebitPem(bank: Bank): string {
  return bank.look(({ store }) => directDebitPublicKey(store));
}

/**
 * A new bank: history, faults, settings and clock are gone. The direct debit key stays, and so does
 * where confirmations go: whoever listens has not gone away.
 */
export async function reset(bank: Bank): Promise<void> {
  await bank.act('operator.reset', undefined, ({ store, now }) => {
    const key = readMeta(store, 'directDebitKey');
    const generation = Number(readGeneration(store));
    const epoch = Number(readMeta(store, 'epoch') ?? 0);
    const { confirmationUrl, deliverTo } = readSettings(store);
    const served = readMeta(store, 'served');
    empty(store);
    seedStore(store, now, generation + 1);
    writeMeta(store, 'epoch', String(epoch + 1));
    if (key !== undefined) writeMeta(store, 'directDebitKey', key);
    if (served) writeMeta(store, 'served', served);
    writeMeta(store, 'settings', JSON.stringify({ confirmationUrl, deliverTo }));
  });
}
