import type { WireRequest } from '../../bank/wire.js';
import { type Transport, TransportFailure } from '../../client/transport.js';
import { PayctlError } from '../../core/errors.js';
import { at, jsonText, readJson } from '../../core/json.js';
import type { Text } from '../../core/message.js';
import { sandboxServer } from '../../messages/sandbox.js';
import type { Bank } from '../bank.js';
import type { RowOf } from '../ledger/table.js';
import { confirmations } from '../ledger/tables.js';
import { confirmationAddress } from './address.js';

/** The result of one attempt to send one confirmation. */
export interface Delivered {
  /** Of the confirmation. */
  id: number;
  url: string;
  /** `payment` or `registration`. */
  kind: string;
  /** transactionId, or reference of the registration. */
  reference: string;
  /** 1 for the first time, up to 4. */
  attempt: number;
  acknowledged: boolean;
  reason?: Text;
}

type Confirmation = RowOf<typeof confirmations>;

/** "Re-sent up to 3 times, 12 seconds apart." */
const RESENDS = 3;
const RESEND_MS = 12_000;
const ATTEMPT_MS = 5000;
const POLL_MS = 250;

/**
 * Sends every confirmation that is due by the sandbox clock, once, in order. Several processes may do so
 * at the same time: each confirmation is claimed first. Throws PayctlError USAGE where the registered
 * address is neither on this machine nor on a host that may be used.
 */
export async function deliverDue(bank: Bank, transport: Transport): Promise<Delivered[]> {
  const delivered: Delivered[] = [];
  const url = bank.look(({ settings }) => confirmationAddress(settings));
  if (url === undefined) return delivered;
  await bank.settle();
  for (
    let confirmation = nextConfirmation(bank);
    confirmation !== undefined;
    confirmation = nextConfirmation(bank)
  ) {
    if (await claim(bank, confirmation))
      delivered.push(await send(bank, transport, url, confirmation));
  }
  return delivered;
}

interface DeliveryWatch {
  signal: AbortSignal;
  onDelivered(delivered: Delivered): void;
  onTrouble(error: PayctlError): void;
}

/** Delivers until the signal, also what other processes enqueue and what a moved clock makes due. */
export async function deliver(
  bank: Bank,
  transport: Transport,
  { signal, onDelivered, onTrouble }: DeliveryWatch,
): Promise<void> {
  let lastError = '';
  while (!signal.aborted) {
    try {
      for (const delivered of await deliverDue(bank, transport)) onDelivered(delivered);
    } catch (error) {
      if (!(error instanceof PayctlError)) throw error;
      if (error.message !== lastError) onTrouble(error);
      lastError = error.message;
    }
    await bank.clock.sleep(POLL_MS, signal);
  }
}

/** Id of the newest confirmation; 0 where there is none. */
export function newestConfirmation(bank: Bank): number {
  return bank.look(({ store }) => confirmations.first(store, 'ORDER BY id DESC LIMIT 1')?.id ?? 0);
}

/** The confirmations that were made after the one with this id. */
export function confirmationsAfter(bank: Bank, id: number): Confirmation[] {
  return bank.look(({ store }) => confirmations.all(store, 'WHERE id > ? ORDER BY id', id));
}

function nextConfirmation(bank: Bank): Confirmation | undefined {
  return bank.look(({ store, now }) =>
    confirmations.first(
      store,
      // Of one moment, what was held goes behind what waits.
      `WHERE state IN ('waiting', 'held') AND next_at <= ?
       ORDER BY next_at, state = 'held', id LIMIT 1`,
      now,
    ),
  );
}

/** Plans the next attempt before making this one, so a crash in between only delays it. */
function claim(bank: Bank, { id, reference, attempts }: Confirmation): Promise<boolean> {
  return bank.act('confirmation', reference, ({ store, now }) => {
    const changed = confirmations.update(
      store,
      { id, attempts },
      {
        attempts: attempts + 1,
        nextAt: now + RESEND_MS,
        state: attempts < RESENDS ? 'waiting' : 'given-up',
      },
    );
    return changed === 1;
  });
}

async function send(
  bank: Bank,
  transport: Transport,
  url: string,
  confirmation: Confirmation,
): Promise<Delivered> {
  const { id, kind, reference, attempts } = confirmation;
  const refusal = await attempt(transport, url, confirmation);
  if (refusal === undefined) {
    await bank.act('confirmation.acknowledged', reference, ({ store }) =>
      // After a reset the id may be that of another one, which was not sent.
      confirmations.update(store, { id, attempts: attempts + 1 }, { state: 'delivered' }),
    );
  }
  const sent = { id, url, kind, reference, attempt: attempts + 1 };
  return refusal === undefined
    ? { ...sent, acknowledged: true }
    : { ...sent, acknowledged: false, reason: refusal };
}

/** Why it was not acknowledged; undefined where it was. */
async function attempt(
  transport: Transport,
  url: string,
  { kind, body }: Confirmation,
): Promise<Text | undefined> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const request: WireRequest = { method: 'POST', url, headers, body };
  try {
    const answer = await transport.send(request, { timeoutMs: ATTEMPT_MS, fresh: true });
    if (answer.status !== 200) return sandboxServer.answeredWith(answer.status);
    // The answer to a registration status is not specified: any 200 counts.
    const reply = readJson(new TextDecoder().decode(answer.body));
    const code = kind === 'payment' ? jsonText(at(reply, 'resCode')) : '00';
    if (code === '00') return undefined;
    return code === undefined ? sandboxServer.resCodeMissing : sandboxServer.resCodeWrong(code);
  } catch (error) {
    if (error instanceof TransportFailure) return error.said;
    throw error;
  }
}
