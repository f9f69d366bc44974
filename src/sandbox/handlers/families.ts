import { FAMILY_NAMES, type Family } from '../../bank/families.js';
import type { Handlers } from './handler-context.js';
import type { Payables } from './payable.js';

/** What the embedded bank does for a family. */
interface FamilyHandlers {
  handlers: Handlers;
  /** Absent where the customer pays nothing of it. */
  payables?: Payables;
}

const LOAD: Readonly<Record<Family, () => Promise<FamilyHandlers>>> = {
  token: () => import('./token.js'),
  ewallet: () => import('./ewallet.js'),
  qr: () => import('./qr.js'),
  transfer: () => import('./transfer.js'),
  dd: () => import('./dd.js'),
  bill: () => import('./bill.js'),
  slip: () => import('./slip.js'),
  cpm: () => import('./cpm.js'),
  deeplink: () => import('./deeplink.js'),
  profile: () => import('./profile.js'),
};

/** By the name of the operation within the family. */
export async function loadHandlers(family: Family): Promise<Handlers> {
  return (await LOAD[family]()).handlers;
}

/** All that can be paid. */
export async function loadPayables(): Promise<readonly Payables[]> {
  const families = await Promise.all(FAMILY_NAMES.map((family) => LOAD[family]()));
  return families.flatMap(({ payables = [] }) => payables);
}
