import type { Question as Asking, Hand, Known, PaymentKind, Reference } from '../bank/reference.js';
import { defined } from '../core/fields.js';
import { textOf } from '../core/json.js';
import { bangkokDate } from '../core/time.js';
import type { Confirmed, Reading, Sent, Statement } from './evidence.js';

/** An inquiry that can know a reference. */
export interface Question extends Asking {
  family: PaymentKind;
  reference: string;
}

/** What the person and the profile say beside the id. */
export interface Scope {
  /** Milliseconds since the epoch. */
  now: number;
  /** Bangkok day of the payment, YYYY-MM-DD. */
  date?: string;
  reference2?: string;
  sendingBank?: string;
  refDateTime?: string;
  settings(name: string): string | undefined;
}

/** The questions of one reading; none where no inquiry takes such a reference. */
export function questionsFor(
  references: readonly Reference[],
  reading: Reading,
  scope: Scope,
): Question[] {
  const { as, value, family, known } = reading;
  const reference = references.find(({ field }) => field === as);
  const questions = reference?.ask?.(value, handOf(known, scope)) ?? [];
  return questions.map((question) => ({ ...question, family, reference: value }));
}

/** What was learnt on the way beats what the person said, which was said of the id; reference 2 narrows it. */
function handOf(known: Known, { now, settings, ...said }: Scope): Hand {
  const { date, reference2, sendingBank, refDateTime } = said;
  const given = defined({ date, sendingBank, refDateTime });
  return { now, settings, known: { ...given, ...known, ...defined({ reference2 }) } };
}

/** A transfer that this machine initiated: what its partnerTransactionID led to. */
export interface Initiated {
  tokenizerId: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** A charge is known by the reference under which its own inquiry knows it. */
export function leadOfSent({ leads, family, command, reference, input, at }: Sent): Reading[] {
  if (leads === undefined) return [];
  const known = leads.needs.map((name) => [name, textOf(input[name])] as const);
  const date = leads.needs.includes('date') ? bangkokDate(at) : undefined;
  const why = `the journal has it: ${command}`;
  return [
    lead(leads.field, family, reference, why, defined({ ...Object.fromEntries(known), date })),
  ];
}

export function leadOfConfirmed({ event, reference, family, paidAt, known }: Confirmed): Reading[] {
  if (event.reference === undefined) return [];
  const date = family === 'bill' && paidAt !== undefined ? bangkokDate(paidAt) : undefined;
  const why = 'a confirmation names it';
  return [lead(event.reference.field, family, reference, why, defined({ ...known, date }))];
}

/** A slip names the bill that it paid. */
export function leadOfStatement(statement: Statement): Reading[] {
  const { kind, ref1, ref2: reference2, billerId, paidAt } = statement;
  if (kind !== 'slip' || ref1 === undefined) return [];
  const date = paidAt === undefined ? undefined : bangkokDate(paidAt);
  const known = defined({ billerId, reference2, date });
  return [lead('reference1', 'bill', ref1, 'the slip names it', known)];
}

export function leadOfInitiated({ tokenizerId, at }: Initiated): Reading {
  const why = 'this machine initiated it under that partnerTransactionID';
  return lead('tokenizerId', 'transfer', tokenizerId, why, { date: bangkokDate(at) });
}

function lead(as: string, family: PaymentKind, value: string, why: string, known: Known): Reading {
  return { as, family, value, fit: 'certain', why, origin: 'lead', known };
}
