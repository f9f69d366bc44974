import { eventShape } from '../bank/events.js';
import { field } from '../callbacks/confirmation.js';
import type { StoredMessage } from '../callbacks/stored.js';
import type { Message } from '../core/message.js';
import { finding } from '../messages/finding.js';
import {
  type PaymentState,
  paymentKind,
  referenceKey,
  type Sighting,
  transactionKey,
} from './payment.js';

/** The sighting that a confirmation gives; undefined if it is not about a payment. */
export function confirmationSighting(
  stored: StoredMessage,
  ownCompany: string | undefined,
): Sighting | undefined {
  const { confirmation, receivedAt, state, bankAmount } = stored;
  const { payment, reference: carried, own } = eventShape(confirmation.kind);
  const kind = paymentKind(payment);
  if (kind === undefined) return undefined;
  const reference = (carried && field(confirmation, carried.in)) ?? '';
  const transactionId = field(confirmation, 'transactionId') ?? '';
  const payer = field(confirmation, 'payerName');
  const { amount, paidAt } = confirmation;
  const doubt = findDoubt(stored);
  const company =
    payment === 'ewallet' ? (field(confirmation, own?.companyId ?? '') ?? ownCompany) : undefined;
  return {
    ...{ source: 'confirmation', kind, reference, transactionId },
    keys: [...transactionKey(transactionId), ...referenceKey(payment, reference, company)],
    at: paidAt ?? Date.parse(receivedAt),
    state: STATES[state],
    amount,
    bankAmount,
    payer,
    ...(kind === 'bill' && reference !== '' && { ref1: reference }),
    doubt,
    ...(stored.machine !== undefined && { machine: stored.machine }),
  };
}

const STATES: Readonly<Record<StoredMessage['state'], PaymentState>> = {
  verified: 'paid',
  hint: 'unverified',
  contradicted: 'unverified',
};

/** Names fields but never repeats their contents, because confirmations are unsigned. */
function findDoubt({ contradicts, differs = [], state }: StoredMessage): Message | undefined {
  if (contradicts) return finding.confirmationsDiffer(differs);
  return state === 'contradicted' ? finding.contradicted : undefined;
}
