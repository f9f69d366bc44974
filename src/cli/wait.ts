import { loadOperation } from '../api/catalogue.js';
import type { Fields, Operation } from '../api/operation.js';
import type { Outcome } from '../client/outcome.js';
import type { Context } from './context.js';
import { duration } from './globals.js';

/** The interval that the wallets ask for, with jitter so that many waiters do not march in step. */
const PAUSE_MS = { least: 3000, spread: 2000 };

/** Under --wait: inquires until the state is final or the time is over. */
export async function waitFor(
  operation: Operation,
  input: Fields,
  outcome: Outcome,
  context: Context,
): Promise<Outcome> {
  const wanted = context.text('wait');
  if (wanted === undefined) return outcome;
  const waitMs = duration(wanted, '--wait');
  const next = await inquiryAfter(operation, input, outcome, context);
  if (next === undefined) return outcome;
  const { clock, random } = context.host;
  const deadline = clock.now() + waitMs;
  let latest = operation.effect === 'read' ? outcome : await next();
  while (isOpen(latest) && clock.now() < deadline && !context.stopping.aborted) {
    await context.note(`${latest.operation}: ${latest.state ?? 'not known yet'}; asking again`);
    const share = (random.bytes(1)[0] ?? 0) / 256;
    const pause = PAUSE_MS.least + Math.round(PAUSE_MS.spread * share);
    await clock.sleep(Math.min(pause, Math.max(0, deadline - clock.now())), context.stopping);
    if (!context.stopping.aborted) latest = await next();
  }
  return latest.class === 'NOT_FOUND' && operation.effect === 'create' ? stillOpen(latest) : latest;
}

/** How to ask again: a read repeats itself, a creation is followed by its inquiry. */
async function inquiryAfter(
  operation: Operation,
  input: Fields,
  outcome: Outcome,
  context: Context,
): Promise<(() => Promise<Outcome>) | undefined> {
  const caller = await context.wiring.caller();
  const { stopping: signal } = context;
  if (operation.effect === 'read') {
    return isOpen(outcome) ? () => caller.call(operation, input, { signal }) : undefined;
  }
  if (outcome.class !== 'SUCCESS' || !operation.resolution) return undefined;
  const { by, input: inputOf } = operation.resolution;
  const inquiry = await loadOperation(by);
  const asked = inputOf(input, context.host.clock.now());
  return () => caller.call(inquiry, asked, { signal });
}

/** Not paid yet may show as a state, or as an unknown reference. */
function isOpen({ class: how }: Outcome): boolean {
  return (
    how === 'PENDING' || how === 'NOT_FOUND' || how === 'RATE_LIMITED' || how === 'UNAVAILABLE'
  );
}

function stillOpen(outcome: Outcome): Outcome {
  return {
    ...outcome,
    class: 'PENDING',
    message: 'not paid within the time of --wait',
    hint: 'inquire again later',
  };
}
