import type { Connection } from '../../client/connection.js';
import { normalizeBankUrl } from '../../journal/claim.js';
import type { BankAccess, Connect } from '../../journal/inquiry.js';
import type { Services } from '../../runtime/services.js';

/**
 * Ways to the banks of open charges: the stored profile that made the charge, or that of this run,
 * and each only where its address is still the one that was called.
 */
export function accessFor(services: Services): Connect {
  const accesses = new Map<string, Promise<BankAccess | undefined>>();
  return (target) => {
    const key = `${target.profile} ${target.baseUrl}`;
    const access = accesses.get(key) ?? connect(services, target);
    accesses.set(key, access);
    return access;
  };
}

interface Target {
  profile: string;
  baseUrl: string;
}

async function connect(services: Services, target: Target): Promise<BankAccess | undefined> {
  const { selection } = services.options;
  const own = await accessTo(services, target);
  if (own?.connection.profile === target.profile) return own;
  const named = selection.sandbox || selection.profile !== undefined;
  if (named || target.profile === 'environment') return own;
  return (
    (await accessTo(services.onProfile(target.profile), target)) ??
    // It may have got another name; what the bank knows is true whoever asks.
    own
  );
}

/** undefined also for a profile that was deleted or lost its secret: the charge stays open, and recover says so. */
async function accessTo(services: Services, { baseUrl }: Target): Promise<OwnAccess | undefined> {
  try {
    const connection = await services.connection();
    if (normalizeBankUrl(connection.baseUrl) !== normalizeBankUrl(baseUrl)) return undefined;
    return { connection, caller: await services.caller() };
  } catch {
    return undefined;
  }
}

type OwnAccess = BankAccess & { connection: Connection };
