import type { Context } from '../cli/context.js';
import type { Bank } from './ask.js';

/** The bank of this run, for questions that only read. */
export async function bankFor({ services, host, stopping }: Context): Promise<Bank> {
  const { name, environment, settings } = await services.profile();
  const { clock, random } = host;
  return {
    caller: await services.caller(),
    clock,
    random,
    environment,
    settings,
    signal: stopping,
    ...(name === 'sandbox' && !services.isReplay && { perSecond: () => rateOfSandbox(services) }),
  };
}

/** The embedded bank says itself how many calls a second it bears. */
export async function rateOfSandbox(services: Context['services']): Promise<number> {
  const bank = await services.bank();
  return bank.look(({ settings: { rateLimit } }) => rateLimit || Number.POSITIVE_INFINITY);
}
