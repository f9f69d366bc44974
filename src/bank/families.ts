import { PayctlError } from '../core/errors.js';
import type { Family, Operation } from './define.js';

/** One file a family; nothing loads more than the family that is asked for, because schemas cost start-up time. */
export const FAMILIES: Readonly<
  Record<Family, () => Promise<{ operations: readonly Operation[] }>>
> = {
  token: () => import('./token/operations.js'),
  ewallet: () => import('./ewallet/operations.js'),
  qr: () => import('./qr/operations.js'),
  transfer: () => import('./transfer/operations.js'),
  dd: () => import('./dd/operations.js'),
  bill: () => import('./bill/operations.js'),
  slip: () => import('./slip/operations.js'),
  cpm: () => import('./cpm/operations.js'),
  profile: () => import('./profile/operations.js'),
};

/** The operations of one family, in the order of the specification. */
export async function loadFamily(name: Family): Promise<readonly Operation[]> {
  return (await FAMILIES[name]()).operations;
}

/** One operation by its id. Throws PayctlError USAGE for an unknown one. */
export async function loadOperation(id: string): Promise<Operation> {
  const family = id.split('.', 1).join('');
  const operations = isFamily(family) ? await loadFamily(family) : [];
  const found = operations.find((operation) => operation.id === id);
  if (found === undefined) throw new PayctlError('USAGE', `there is no operation ${id}`);
  return found;
}

/** Every operation of the bank: for documents, routes and checks, never on the way of one call. */
export async function loadCatalogue(): Promise<readonly Operation[]> {
  const families = await Promise.all(Object.values(FAMILIES).map((load) => load()));
  return families.flatMap(({ operations }) => operations);
}

function isFamily(name: string): name is Family {
  return Object.hasOwn(FAMILIES, name);
}
