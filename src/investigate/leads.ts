import type { KnownTexts, PaymentKind, Reference } from '../bank/reference.js';
import { withoutUndefined } from '../core/fields.js';
import { jsonText } from '../core/json.js';
import type { Message } from '../core/message.js';
import { bangkokDate } from '../core/time.js';
import { inquiries } from '../messages/inquiries.js';
import type { CodeRecord } from '../state/codes.js';
import type { TransferRecord } from '../state/store.js';
import type { IdReading, PaymentStatement, ReceivedConfirmation, SentCharge } from './evidence.js';
import { hasMoved } from './facts.js';

/** A charge is known by the reference under which its own inquiry knows it. */
export function leadsFromCharge({
  kind,
  family,
  command,
  reference,
  input,
  at,
}: SentCharge): IdReading[] {
  if (kind === undefined) return [];
  const needed = kind.needs.map((name) => [name, jsonText(input[name])] as const);
  const date = kind.needs.includes('date') ? bangkokDate(at) : undefined;
  const why = inquiries.journalHas(command);
  return [
    certainReading(
      kind.field,
      family,
      reference,
      why,
      withoutUndefined({ ...Object.fromEntries(needed), date }),
    ),
  ];
}

export function leadsFromConfirmation({
  event,
  reference,
  family,
  paidAt,
  known,
}: ReceivedConfirmation): IdReading[] {
  if (event.reference === undefined) return [];
  const date = family === 'bill' && paidAt !== undefined ? bangkokDate(paidAt) : undefined;
  const why = inquiries.confirmationNames;
  return [
    certainReading(
      event.reference.field,
      family,
      reference,
      why,
      withoutUndefined({ ...known, date }),
    ),
  ];
}

/** A slip, or what else was paid under a reference of its own, names the bill that it paid. */
export function leadsFromStatement(statement: PaymentStatement): IdReading[] {
  const { kind, family, reference, ref1, ref2: reference2, billerId, paidAt } = statement;
  const isOfBill = family === 'bill' && hasMoved(statement);
  if (!isOfBill || ref1 === undefined || ref1 === reference) return [];
  const date = paidAt === undefined ? undefined : bangkokDate(paidAt);
  const known = withoutUndefined({ billerId, reference2, date });
  const why = kind === 'slip' ? inquiries.slipNames : inquiries.recordNames;
  return [certainReading('reference1', 'bill', ref1, why, known)];
}

export function leadFromTransfer({ tokenizerId, at }: TransferRecord): IdReading {
  const why = inquiries.initiatedHere;
  return certainReading('tokenizerId', 'transfer', tokenizerId, why, {
    date: bangkokDate(Date.parse(at)),
  });
}

/** A code is paid under the reference that its inquiry takes. */
export function leadsFromCode(references: readonly Reference[], code: CodeRecord): IdReading[] {
  const { reference: value, inquiry, known, at: now } = code;
  const asks = ({ ask }: Reference) =>
    ask?.(value, { known, now, settings: () => undefined }).some(
      ({ operation }) => operation === inquiry,
    );
  const kind = references.find(asks);
  if (kind === undefined) return [];
  const needed = kind.needs.map((name) => [name, known[name]] as const);
  const ordered = kind.needs.includes('date') ? bangkokDate(now) : undefined;
  const facts = withoutUndefined({ ...Object.fromEntries(needed), ordered });
  return [certainReading(kind.field, kind.payment, value, inquiries.codeMadeHere, facts)];
}

function certainReading(
  as: string,
  family: PaymentKind,
  value: string,
  why: Message,
  known: KnownTexts,
): IdReading {
  return { as, family, value, fit: 'certain', why, derived: true, known };
}
