import { agrees } from '../../bank/questions.js';
import type { Outcome } from '../../client/outcome.js';
import { PayctlError, type Problem } from '../../core/errors.js';
import { sha256 } from '../../core/hash.js';
import { at, type Json, jsonText } from '../../core/json.js';
import { foldedReference, visible } from '../../core/text.js';
import { bangkokDateTime } from '../../core/time.js';
import { Untrusted } from '../../host/untrusted.js';
import { slips } from '../../messages/slips.js';
import { option, text, type ValuesOf } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { soughtAmount, soughtDay } from '../../runtime/value-parsers.js';
import { type SlipKey, slipKey } from './source.js';

const GROUP = { group: 'Expected (exit 5 if the slip says something else)' };

export const EXPECTATIONS = {
  amount: option('--expect-amount <amount>', 'amount in baht, to the satang', soughtAmount, GROUP),
  ref1: text('--expect-ref1 <text>', 'reference 1', GROUP),
  ref2: text('--expect-ref2 <text>', 'reference 2', GROUP),
  ref3: text('--expect-ref3 <text>', 'reference 3', GROUP),
  order: text(
    '--expect-order <text>',
    'your own order: one of the references, where the slip has any; a slip is good for one order',
    GROUP,
  ),
  receiver: text(
    '--expect-receiver <text>',
    'name, biller or other id, or account of the receiver, as the bank shows it',
    GROUP,
  ),
  date: option(
    '--expect-date <date>',
    'Bangkok date of the payment: YYYY-MM-DD, today, yesterday',
    soughtDay,
    GROUP,
  ),
};

/** What is expected of the record, by the word after `--expect-`. */
export type Expected = ValuesOf<typeof EXPECTATIONS>;

/** Where the bank's record says something else, each with both sides as `shown` has them. */
function differences(shown: Json, record: Json, expected: Expected): Problem[] {
  return Object.entries(expected).flatMap(([field, want]) => {
    if (want === undefined) return [];
    const values = RECORD_VALUES[field]?.(record) ?? [];
    if (values.some((value) => isSame(field, value, want))) return [];
    // A transfer to an account names no order.
    if (field === 'order' && values.length === 0) return [];
    const said = RECORD_VALUES[field]?.(shown).map(visible).join(', ') || slips.absent;
    return { field, message: slips.differs(said, visible(want)) };
  });
}

/** An order is given as people write it. */
function isSame(field: string, said: string, want: string): boolean {
  if (field === 'order') return foldedReference(said) === foldedReference(want);
  return agrees(said, want, field === 'amount');
}

/** What the record says on each matter; the receiver goes by several names. */
const RECORD_VALUES: Readonly<Record<string, (record: Json) => string[]>> = {
  amount: (record) => texts(record, 'amount'),
  ref1: (record) => texts(record, 'ref1'),
  ref2: (record) => texts(record, 'ref2'),
  ref3: (record) => texts(record, 'ref3'),
  order: (record) => texts(record, 'ref1', 'ref2', 'ref3'),
  date: (record) => texts(record, 'transDate').map(dashed),
  receiver: (record) =>
    texts(
      record,
      'receiver.displayName',
      'receiver.name',
      'receiver.proxy.value',
      'receiver.account.value',
    ),
};

function texts(record: Json, ...paths: string[]): string[] {
  const values = paths
    .map((path) => jsonText(at(record, path)) ?? '')
    .filter((text) => text !== '');
  return [...new Set(values)];
}

/** The record writes `20260131`. */
export function dashed(date: string): string {
  return date.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
}

/** What is wanted of a slip besides that the bank knows it. */
export interface SlipRequirements {
  expected: Expected;
  /** Accepts it, unless it was accepted before. */
  once?: boolean;
  /** Names the attempt: a slip accepted under this name may be accepted under it again. */
  attempt?: string;
}

export interface Verified {
  outcome: Outcome;
  /** Why it must not be taken although the bank knows it, or why that cannot be told. */
  problem?: PayctlError;
  /** When it was seen before: accepted, or verified for another order. */
  firstVerified?: string;
  /** When it was accepted before, and where. */
  acceptedBefore?: string;
}

/** Judges the bank's answer by what is expected of the slip, and by whether it was seen before. */
export async function judgeSlip(
  services: Services,
  input: Readonly<Record<string, unknown>>,
  outcome: Outcome,
  { expected, once = false, attempt }: SlipRequirements,
): Promise<Verified> {
  if (outcome.class === 'NOT_FOUND') {
    return { outcome: { ...outcome, hint: slips.otherBank(String(input.sendingBank)) } };
  }
  if (outcome.class !== 'SUCCESS') return { outcome };
  const record = outcome.data ?? null;
  const { baseUrl } = await services.connection();
  const slip = { baseUrl, transRef: String(input.transRef) };
  const shown = await maskUnlessAsked(services, record);
  const differing = differences(shown, record, expected);
  const order = differing.length > 0 ? undefined : expected.order;
  const firstVerified = await findEarlierAcceptance(record, slip, { order, once }, services);
  if (differing.length > 0) {
    const problem = otherPaymentError(differing, jsonText(at(shown, 'amount')));
    return { outcome, firstVerified, problem };
  }
  if (!once) return { outcome, firstVerified };
  return {
    outcome,
    firstVerified,
    ...(await (await import('./accept.js')).accept(record, slip, services, attempt)),
  };
}

function otherPaymentError(differing: readonly Problem[], paid: string | undefined): PayctlError {
  const names = differing.map(({ field }) => field);
  const message = slips.otherPayment(visible(paid ?? '') || slips.unknown, names);
  return new PayctlError('REJECTED', message, { details: differing, hint: slips.noGoods });
}

/** The record as this format shows it, with the receiver masked in tables. */
async function maskUnlessAsked(
  { options: { showPersonal, output } }: Services,
  record: Json,
): Promise<Json> {
  if (showPersonal || output.format !== 'table') return record;
  return (await import('../../bank/privacy.js')).maskPersonal(record);
}

/**
 * When the slip was accepted, or verified for another order: it is good for one. A look without an
 * order is no use of it, and is not kept.
 */
async function findEarlierAcceptance(
  record: Json,
  given: SlipKey,
  { order, once }: { order: string | undefined; once: boolean },
  services: Services,
): Promise<string | undefined> {
  try {
    const { slips: seen } = await services.store();
    const { acceptedAt, ownName } = await import('./accept.js');
    // Where it is to be accepted, that will tell.
    const accepted = once ? undefined : await acceptedAt(seen, record, given);
    if (accepted !== undefined) return accepted;
    const name = slipKey('ordered', ownName(record, given));
    if (order === undefined) return await seen.seen(name);
    const now = bangkokDateTime(services.host.clock.now());
    // Whoever asks for the same order again has not seen it for another one.
    return await seen.firstSeen(name, now, sha256(foldedReference(order)).slice(0, 32));
  } catch (error) {
    if (!(error instanceof PayctlError) || error instanceof Untrusted) throw error;
    await services.warn(slips.seenBeforeUnknown(error.said));
    return undefined;
  }
}
