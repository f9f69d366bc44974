import type { Context } from '../../cli/context.js';
import { formatOf } from '../../cli/output/print.js';
import type { Outcome } from '../../client/outcome.js';
import { PayctlError } from '../../core/errors.js';
import type { Json } from '../../core/json.js';
import { bangkokDateTime } from '../../core/time.js';
import { Untrusted } from '../../host/trust.js';
import { differences, type Expected } from './expect.js';
import { NO_GOODS, nameOf, type Slip } from './name.js';

/** What is wanted of a slip besides that the bank knows it. */
export interface Wanted {
  expected: Expected;
  /** Accepts it, unless it was accepted before. */
  once?: boolean | undefined;
  /** Names who asks: what accepted it under this name before has not been told twice. */
  attempt?: string | undefined;
}

export interface Verified {
  outcome: Outcome;
  /** Why it must not be taken although the bank knows it, or why that cannot be told. */
  problem?: PayctlError;
  /** Bangkok time of the first time before. */
  firstVerified?: string | undefined;
  /** When it was accepted before, and where. */
  acceptedBefore?: string | undefined;
}

/** What the bank's answer is worth: compared with what is expected, and with what was before. */
export async function judgeSlip(
  context: Context,
  input: Readonly<Record<string, unknown>>,
  outcome: Outcome,
  { expected, once = false, attempt }: Wanted,
): Promise<Verified> {
  const sendingBank = String(input.sendingBank);
  if (outcome.class === 'NOT_FOUND') {
    const hint = `the inquiry named bank ${sendingBank} as the sender; if the money came from another bank, set --sending-bank`;
    return { outcome: { ...outcome, hint } };
  }
  if (outcome.class !== 'SUCCESS') return { outcome };
  const record = outcome.data ?? null;
  const { baseUrl } = await context.services.connection();
  const slip = { baseUrl, transRef: String(input.transRef), sendingBank };
  const firstVerified = await firstSeen(slip, context);
  const found = differences(await shownTo(context, record), record, expected);
  if (found.length > 0) return { outcome, firstVerified, problem: otherPayment(found) };
  if (!once) return { outcome, firstVerified };
  return {
    outcome,
    firstVerified,
    ...(await (await import('./accept.js')).accept(record, slip, context, attempt)),
  };
}

function otherPayment(found: ReturnType<typeof differences>): PayctlError {
  const names = found.map(({ field }) => field).join(', ');
  return new PayctlError(
    'REJECTED',
    `the slip is real, but it is not the expected payment: ${names} differ${found.length === 1 ? 's' : ''}`,
    { details: found, executed: 'no', hint: NO_GOODS },
  );
}

/** The record as this format shows it: who was paid is masked where tables are. */
async function shownTo({ host, globals }: Context, record: Json): Promise<Json> {
  if (globals.showPersonal || formatOf(host, globals) !== 'table') return record;
  return (await import('../../bank/privacy.js')).maskPersonal(record);
}

/**
 * Notes that the bank has confirmed a slip, and tells when it first did so on this machine: a slip
 * is good for one sale.
 */
async function firstSeen(slip: Slip, context: Context): Promise<string | undefined> {
  try {
    const { slips } = await context.services.store();
    return await slips.firstSeen(nameOf('', slip), bangkokDateTime(context.host.clock.now()));
  } catch (error) {
    if (!(error instanceof PayctlError) || error instanceof Untrusted) throw error;
    await context.note(
      `warning: cannot tell whether this slip was verified before: ${error.message}`,
    );
    return undefined;
  }
}
