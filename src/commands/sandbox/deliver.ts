import { PayctlError } from '../../core/errors.js';
import type { Message } from '../../core/message.js';
import { sandboxServer } from '../../messages/sandbox.js';
import type { Services } from '../../runtime/services.js';
import type { Bank } from '../../sandbox/bank.js';
import type { Delivered } from '../../sandbox/delivery/delivery.js';

/**
 * Sends each due confirmation once, and says what became of those that the work made; unacknowledged
 * ones are sent again while the sandbox is served.
 */
export async function withDelivery<T>(
  services: Services,
  bank: Bank,
  work: () => Promise<T>,
): Promise<T> {
  const { confirmationsAfter, newestConfirmation } = await import(
    '../../sandbox/delivery/delivery.js'
  );
  const before = newestConfirmation(bank);
  const result = await work();
  const sent = await deliverNow(services, bank);
  const made = confirmationsAfter(bank, before);
  if (made.some(({ state }) => state === 'unaddressed')) {
    await services.note(sandboxServer.noAddress(prefixFor(services)));
  } else if (sent !== undefined) {
    for (const { id, kind, reference, attempts } of made) {
      if (sent.some((delivered) => delivered.id === id)) continue;
      const what = deliveryName(kind, reference);
      await services.note(
        attempts > 0 ? sandboxServer.sentElsewhere(what) : sandboxServer.heldBack(what),
      );
    }
  }
  return result;
}

/** For a command about the bank of this name. */
export function prefixFor(services: Services): string {
  const name = services.bankName();
  return name === undefined ? '' : `PAYCTL_SANDBOX=${name} `;
}

/** undefined where none could be sent. */
async function deliverNow(services: Services, bank: Bank): Promise<Delivered[] | undefined> {
  const { deliverDue } = await import('../../sandbox/delivery/delivery.js');
  if (bank.look(({ settings }) => settings.confirmationUrl) === '') return [];
  const transport = await openTransport();
  try {
    const sent = await deliverDue(bank, transport);
    for (const delivered of sent) await noteDelivery(services, delivered);
    return sent;
  } catch (error) {
    // The payment stands even if its confirmation is not sent.
    if (!(error instanceof PayctlError)) throw error;
    await services.note(sandboxServer.noneSent(error.said));
    return undefined;
  } finally {
    await transport.close();
  }
}

/** Sends what falls due until the first signal. */
export async function keepDelivering(services: Services, bank: Bank): Promise<void> {
  const { deliver } = await import('../../sandbox/delivery/delivery.js');
  const transport = await openTransport();
  await deliver(bank, transport, {
    signal: services.stopping,
    onDelivered: (delivered) => void noteDelivery(services, delivered),
    onTrouble: (error) => void services.note(sandboxServer.noneCanBeSent(error.said)),
  });
  await transport.close();
}

async function openTransport() {
  const { gotTransport } = await import('../../client/transport-got.js');
  return gotTransport();
}

function noteDelivery(services: Services, delivered: Delivered): Promise<void> {
  const { kind, reference, url, attempt, acknowledged, reason: why = '' } = delivered;
  const what = deliveryName(kind, reference);
  if (attempt > 1) {
    return services.note(
      acknowledged
        ? sandboxServer.acknowledgedAgain({ what, url, attempt })
        : sandboxServer.unacknowledgedAgain({ what, url, attempt, why }),
    );
  }
  return services.note(
    acknowledged
      ? sandboxServer.acknowledged({ what, url })
      : sandboxServer.unacknowledged({ what, url, why }),
  );
}

function deliveryName(kind: string, reference: string): Message {
  return kind === 'payment'
    ? sandboxServer.confirmation(reference)
    : sandboxServer.status(reference);
}
