import type { Context } from '../../cli/context.js';
import type { Bank } from '../../investigate/ask.js';

/** The bank of this run, for questions that only read. */
export async function bankFor({ services, host, stopping }: Context): Promise<Bank> {
  const { environment, settings } = await services.profile();
  const { clock, random } = host;
  return {
    caller: await services.caller(),
    clock,
    random,
    environment,
    settings,
    signal: stopping,
  };
}
