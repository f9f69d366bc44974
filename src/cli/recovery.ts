import type { Caller } from '../client/caller.js';
import type { RecoverRequest } from '../journal/recover.js';
import type { Context } from './context.js';
import { createWiring } from './wiring.js';

/**
 * Callers for the banks of open charges: the profile of this run, or the stored one that made the
 * charge, and each only where its address is still the one that was called.
 */
export function callersFor(context: Context): RecoverRequest['connect'] {
  const known = new Map<string, Promise<Caller | undefined>>();
  return (target) => {
    const key = `${target.profile} ${target.baseUrl}`;
    const found = known.get(key) ?? connect(context, target);
    known.set(key, found);
    return found;
  };
}

async function connect(
  context: Context,
  target: { profile: string; baseUrl: string },
): Promise<Caller | undefined> {
  const { wiring } = context;
  const own = await addressOf(context);
  if (own === target.baseUrl) return wiring.caller();
  const named = context.globals.sandbox || context.globals.profile !== undefined;
  if (named || target.profile === 'environment') return undefined;
  try {
    const other = createWiring(
      context.host,
      { ...context.globals, profile: target.profile },
      context.signals,
    );
    const connection = await other.connection();
    return connection.baseUrl === target.baseUrl ? await other.caller() : undefined;
  } catch {
    // A profile that was deleted or lost its secret: the charge stays open, and recover says so.
    return undefined;
  }
}

async function addressOf({ wiring }: Context): Promise<string | undefined> {
  try {
    return (await wiring.connection()).baseUrl;
  } catch {
    return undefined;
  }
}
