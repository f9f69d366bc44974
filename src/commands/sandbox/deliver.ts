import { PayctlError } from '../../core/errors.js';
import { sandboxServer } from '../../messages/sandbox-server.js';
import type { Context } from '../../runtime/context.js';
import type { Bank } from '../../sandbox/bank.js';
import type { Delivered } from '../../sandbox/delivery/delivery.js';

/** Sends each due confirmation once; unacknowledged ones are sent again while the sandbox is served. */
export async function deliverNow(context: Context, bank: Bank): Promise<void> {
  if (bank.look(({ settings }) => settings.confirmationUrl) === '') return;
  const { deliverDue } = await import('../../sandbox/delivery/delivery.js');
  const transport = await openTransport();
  try {
    for (const delivered of await deliverDue(bank, transport))
      await noteDelivery(context, delivered);
  } catch (error) {
    // The payment stands even if its confirmation is not sent.
    if (!(error instanceof PayctlError)) throw error;
    await context.note(sandboxServer.noneSent(error.said));
  } finally {
    await transport.close();
  }
}

/** Sends what falls due until the first signal. */
export async function keepDelivering(context: Context, bank: Bank): Promise<void> {
  const { deliver } = await import('../../sandbox/delivery/delivery.js');
  const transport = await openTransport();
  await deliver(bank, transport, {
    signal: context.stopping,
    onDelivered: (delivered) => void noteDelivery(context, delivered),
    onTrouble: (error) => void context.note(sandboxServer.noneCanBeSent(error.said)),
  });
  await transport.close();
}

async function openTransport() {
  const { gotTransport } = await import('../../client/transport-got.js');
  return gotTransport();
}

function noteDelivery(context: Context, delivered: Delivered): Promise<void> {
  const { kind, reference, attempt, acknowledged, reason: why = '' } = delivered;
  const what =
    kind === 'payment' ? sandboxServer.confirmation(reference) : sandboxServer.status(reference);
  if (attempt > 1) {
    return context.note(
      acknowledged
        ? sandboxServer.acknowledgedAgain(what, attempt)
        : sandboxServer.unacknowledgedAgain({ what, attempt, why }),
    );
  }
  return context.note(
    acknowledged ? sandboxServer.acknowledged(what) : sandboxServer.unacknowledged({ what, why }),
  );
}
