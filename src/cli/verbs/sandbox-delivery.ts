import { PayctlError } from '../../errors.js';
import type { Bank } from '../../sandbox/bank.js';
import type { Delivered } from '../../sandbox/delivery.js';
import type { Context } from '../context.js';

/** Sends what is due to the partner, once; what is not acknowledged goes again while the sandbox is served. */
export async function deliverNow(context: Context, bank: Bank): Promise<void> {
  if (bank.look(({ settings }) => settings.confirmationUrl) === '') return;
  const { deliverDue } = await import('../../sandbox/delivery.js');
  const transport = await network();
  try {
    for (const delivered of await deliverDue(bank, transport)) await tell(context, delivered);
  } catch (error) {
    // The payment stands, whatever becomes of the message about it.
    if (!(error instanceof PayctlError)) throw error;
    await context.note(`no confirmation was sent: ${error.message}`);
  } finally {
    await transport.close();
  }
}

/** Sends what falls due until the first signal. */
export async function keepDelivering(context: Context, bank: Bank): Promise<void> {
  const { deliver } = await import('../../sandbox/delivery.js');
  const transport = await network();
  await deliver(bank, transport, {
    signal: context.stopping,
    onDelivered: (delivered) => void tell(context, delivered),
    onTrouble: (error) => void context.note(`no confirmations are sent: ${error.message}`),
  });
  await transport.close();
}

async function network() {
  const { gotTransport } = await import('../../client/transport-got.js');
  return gotTransport();
}

function tell(context: Context, delivered: Delivered): Promise<void> {
  const { kind, reference, attempt, acknowledged, reason } = delivered;
  const what = kind === 'payment' ? 'the confirmation of' : 'the status of';
  const again = attempt > 1 ? `, attempt ${attempt}` : '';
  return context.note(
    acknowledged
      ? `${what} ${reference} was acknowledged${again}`
      : `${what} ${reference} was not acknowledged${again}: ${reason}`,
  );
}
