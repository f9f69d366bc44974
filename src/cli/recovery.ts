import type { Connection } from '../client/connection.js';
import type { Access } from '../journal/case.js';
import { bankOf } from '../journal/claim.js';
import type { RecoverRequest } from '../journal/recover.js';
import type { Context } from './context.js';
import { createWiring, type Wiring } from './wiring.js';

/**
 * Ways to the banks of open charges: the stored profile that made the charge, or that of this run,
 * and each only where its address is still the one that was called.
 */
export function accessFor(context: Context): RecoverRequest['connect'] {
  const known = new Map<string, Promise<Access | undefined>>();
  return (target) => {
    const key = `${target.profile} ${target.baseUrl}`;
    const found = known.get(key) ?? connect(context, target);
    known.set(key, found);
    return found;
  };
}

interface Target {
  profile: string;
  baseUrl: string;
}

async function connect(context: Context, target: Target): Promise<Access | undefined> {
  const own = await accessOf(context.wiring, target);
  if (own?.connection.profile === target.profile) return own;
  const named = context.globals.sandbox || context.globals.profile !== undefined;
  if (named || target.profile === 'environment') return own;
  const globals = { ...context.globals, profile: target.profile };
  return (
    (await accessOf(createWiring(context.host, globals, context.signals), target)) ??
    // It may have got another name; what the bank knows is true whoever asks.
    own
  );
}

/** undefined also for a profile that was deleted or lost its secret: the charge stays open, and recover says so. */
async function accessOf(wiring: Wiring, { baseUrl }: Target): Promise<OwnAccess | undefined> {
  try {
    const connection = await wiring.connection();
    if (bankOf(connection.baseUrl) !== bankOf(baseUrl)) return undefined;
    return { connection, caller: await wiring.caller() };
  } catch {
    return undefined;
  }
}

type OwnAccess = Access & { connection: Connection };
