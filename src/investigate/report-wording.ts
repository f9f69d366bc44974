import type { Message, Say } from '../core/message.js';
import { capitalized } from '../core/text.js';
import { inquiries, payloads } from '../messages/inquiries.js';
import { paymentKinds, paymentStates } from '../messages/payments.js';
import type { Undone } from './decision.js';
import type { Evidence, EvidenceSource, PaymentStatement } from './evidence.js';
import { plainId } from './redaction.js';
import type { Report } from './report.js';

/** What the parts of a page about one ticket are made with. */
export interface TicketWording {
  /** Words a text for the readers of the page. */
  say: Say;
  /** The same, without what must not be given away. */
  clean: Say;
  /** How the bank says that a payment stands. */
  standing(statement: Pick<PaymentStatement, 'standing'>): Message;
}

export function ticketWording(
  { undone }: Pick<Report, 'undone'>,
  say: Say,
  clean: Say = say,
): TicketWording {
  return {
    ...{ say, clean },
    // The bank has one word for what it refused and for what was refunded.
    standing: ({ standing }) =>
      standing === 'refused' && undone ? UNDONE[undone] : paymentStates[standing],
  };
}

const UNDONE: Readonly<Record<Undone, Message>> = {
  refunded: paymentStates.reversed,
  closed: inquiries.closed,
  canceled: inquiries.canceled,
};

/** Who was asked, as a person calls it. */
export function inquiryName({ family, kind }: Pick<EvidenceSource, 'family' | 'kind'>): Message {
  return kind ? inquiries[kind] : paymentKinds[family];
}

/** A payload by what it is and the reference in it, which names nobody. */
export function payloadTitle({ decoded, readings }: Evidence, say: Say): string | undefined {
  const [payload] = decoded;
  if (payload === undefined) return undefined;
  const read = readings.find(({ derived }) => !derived);
  return [capitalized(say(payloads[payload.kind])), plainId(read?.value)].filter(Boolean).join(' ');
}
