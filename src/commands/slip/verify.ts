import { FAMILIES } from '../../bank/families.js';
import type { Context } from '../../cli/context.js';
import { formatOf } from '../../cli/output/print.js';
import type { CallOptions } from '../../client/exchange.js';
import type { Outcome } from '../../client/outcome.js';
import { PayctlError } from '../../core/errors.js';
import { sha256 } from '../../core/hash.js';
import { at, fromPlain, type Json, textOf } from '../../core/json.js';
import { visible } from '../../core/text.js';
import { bangkokDateTime } from '../../core/time.js';
import { Untrusted } from '../../host/trust.js';
import { prepare } from '../../investigate/ask.js';
import { bankFor } from '../../investigate/investigator.js';
import { bankOf } from '../../journal/claim.js';
import { differences, type Expected } from './expect.js';
import type { SlipSource } from './source.js';

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

/** What would be sent about a slip. */
export async function previewSlip(context: Context, slip: SlipSource): Promise<Json> {
  const { bank, operation, input } = await prepared(context, slip);
  const { method, url } = await bank.caller.preview(operation, input);
  return fromPlain({ operation: operation.id, method, url });
}

async function prepared(context: Context, slip: SlipSource) {
  const bank = await bankFor(context);
  const { id } = (await FAMILIES.slip.load()).verify;
  const found = await prepare(bank, { operation: id, input: { ...slip } });
  if ('why' in found) throw new PayctlError('USAGE', found.why, { executed: 'no' });
  return { bank, ...found };
}

/** Asks the bank about a slip, and judges it. Throws USAGE for what cannot be asked. */
export async function verifySlip(
  context: Context,
  slip: SlipSource,
  wanted: Wanted,
  options: CallOptions = {},
): Promise<Verified> {
  const { bank, operation, input } = await prepared(context, slip);
  const outcome = await bank.caller.call(operation, input, { signal: bank.signal, ...options });
  return judgeSlip(context, input, outcome, wanted);
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
    const hint = `The inquiry named bank ${sendingBank} as the sender. If the money came from another bank, set --sending-bank.`;
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
  return { outcome, firstVerified, ...(await accept(ownName(record, slip), context, attempt)) };
}

interface Slip {
  baseUrl: string;
  sendingBank: string;
  transRef: string;
}

/** As the bank writes it, so that no other spelling makes another slip of it. */
function ownName(record: Json, slip: Slip): Slip {
  const said = (name: 'transRef' | 'sendingBank') => textOf(at(record, name) ?? null) || slip[name];
  return {
    baseUrl: bankOf(slip.baseUrl),
    transRef: said('transRef'),
    sendingBank: said('sendingBank'),
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

const NO_GOODS = 'do not hand over goods for this slip';

/** The record as this format shows it: who was paid is masked where tables are. */
async function shownTo({ host, globals }: Context, record: Json): Promise<Json> {
  if (globals.showPersonal || formatOf(host, globals) !== 'table') return record;
  return (await import('../../bank/privacy.js')).maskPersonal(record);
}

/**
 * Accepts a slip for one sale: of all who ask, on all machines of the store, one is the first. What
 * accepts it is a record that can be made only once, so no crash makes it two.
 */
async function accept(
  slip: Slip,
  { services, host }: Context,
  attempt: string | undefined,
): Promise<Pick<Verified, 'problem' | 'acceptedBefore'>> {
  const now = bangkokDateTime(host.clock.now());
  const moment = `${now} (Bangkok), by process ${host.process.self.pid}`;
  try {
    const { slips, shared } = await services.store();
    await shared?.refuseForgetful();
    const acceptedBefore = await slips.firstSeen(nameOf('accepted', slip), moment, attempt);
    if (acceptedBefore === undefined) return {};
    const problem = new PayctlError(
      'REJECTED',
      `this slip was accepted before: ${visible(acceptedBefore)}`,
      {
        executed: 'no',
        hint: `${NO_GOODS}; if that process ended before it said so, a person decides`,
      },
    );
    return { problem, acceptedBefore };
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    const problem = new PayctlError(
      error.exitClass,
      `the slip is real, but it was not accepted: ${error.message}`,
      { ...error.facts, executed: 'no' },
    );
    return { problem };
  }
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

/** A hash: nobody reads references out of the store. */
function nameOf(what: '' | 'accepted', { baseUrl, sendingBank, transRef }: Slip): string {
  const words = [what, baseUrl, sendingBank, transRef].filter(Boolean);
  return sha256(JSON.stringify(words)).slice(0, 32);
}
