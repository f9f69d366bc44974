import { FAMILIES } from '../../bank/families.js';
import type { Context } from '../../cli/context.js';
import type { CallOptions } from '../../client/exchange.js';
import { PayctlError } from '../../core/errors.js';
import { fromPlain, type Json } from '../../core/json.js';
import { prepare } from '../../investigate/ask.js';
import { bankFor } from '../../investigate/bank.js';
import { judgeSlip, type Verified, type Wanted } from './judge.js';
import type { SlipSource } from './source.js';

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
