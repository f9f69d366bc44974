import { usageError } from '../core/errors.js';
import { bank } from '../messages/bank.js';
import type { Operation } from './define.js';
import type { Reference, Search } from './reference.js';

/** A family of the bank's API: one folder, and all that is derived from it. */
interface FamilyEntry {
  summary: string;
  paths: readonly string[];
  /** Loaded one by one, because schemas cost start-up time. */
  load: () => Promise<{ operations: readonly Operation[] }>;
  /** Examples for help, of calls that need earlier calls. */
  examples?: () => Promise<{ examples: Readonly<Record<string, readonly string[]>> }>;
  /** The references that it knows, and where its payments are searched. */
  references?: () => Promise<{
    references: readonly Reference[];
    searches?: readonly Search[];
  }>;
}

/** The one list of families; router, handlers, commands, help and typed client follow it. */
export const FAMILIES = {
  token: {
    summary: 'fetch, show and clear access tokens; log a user in',
    paths: ['/v1/oauth/', '/v2/oauth/'],
    load: () => import('./token/operations.js'),
  },
  ewallet: {
    summary: 'e-wallet QR payments: create, pay, inquire, cancel, refund, close',
    paths: ['/v1/payment/ewallets/'],
    load: () => import('./ewallet/operations.js'),
    examples: () => import('./ewallet/examples.js'),
    references: () => import('./ewallet/references.js'),
  },
  qr: {
    summary: 'Thai QR: create, inquire, void, decode, lint, render',
    paths: ['/v1/payment/qrcode/', '/v2/payment/qrcode/'],
    load: () => import('./qr/operations.js'),
    examples: () => import('./qr/examples.js'),
    references: () => import('./qr/references.js'),
  },
  transfer: {
    summary: 'real-time credit and debit transfers',
    paths: ['/v1/payment/transfer/'],
    load: () => import('./transfer/operations.js'),
    examples: () => import('./transfer/examples.js'),
    references: () => import('./transfer/references.js'),
  },
  dd: {
    summary: 'direct debit: register, charge, inquire',
    paths: ['/v1/registration/', '/v1/payment/direct/', '/v1/payment/inquiry'],
    load: () => import('./dd/operations.js'),
    examples: () => import('./dd/examples.js'),
    references: () => import('./dd/references.js'),
  },
  bill: {
    summary: 'bill payment inquiry',
    paths: ['/v1/payment/billpayment/', '/v3/payment/billpayment/'],
    load: () => import('./bill/operations.js'),
    examples: () => import('./bill/examples.js'),
    references: () => import('./bill/references.js'),
  },
  slip: {
    summary: 'verify the slip of a payment',
    paths: ['/v1/payment/billpayment/transactions/'],
    load: () => import('./slip/operations.js'),
    examples: () => import('./slip/examples.js'),
    references: () => import('./slip/references.js'),
  },
  cpm: {
    summary: 'consumer-presented QR: pay, refund',
    paths: ['/v1/payment/merchant/'],
    load: () => import('./cpm/operations.js'),
    examples: () => import('./cpm/examples.js'),
    references: () => import('./cpm/references.js'),
  },
  deeplink: {
    summary: "links that open the bank's app for a payment: create, inquire",
    paths: ['/v3/deeplink/', '/v2/transactions/'],
    load: () => import('./deeplink/operations.js'),
    examples: () => import('./deeplink/examples.js'),
    references: () => import('./deeplink/references.js'),
  },
  profile: {
    summary: 'customer and merchant profiles of the bank',
    paths: ['/v2/customers/', '/v1/customers/', '/'],
    load: () => import('./profile/operations.js'),
    examples: () => import('./profile/examples.js'),
  },
} satisfies Readonly<Record<string, FamilyEntry>>;

/** First word of an operation's id and of its command. */
export type Family = keyof typeof FAMILIES;

const LIST: Readonly<Record<Family, FamilyEntry>> = FAMILIES;
/** In the order of the list. */
export const FAMILY_NAMES: readonly Family[] = Object.keys(FAMILIES).filter(isFamily);

/** Whether a name is one of them. */
export function isFamily(name: string): name is Family {
  return Object.hasOwn(FAMILIES, name);
}

/** The operations of one family, in the order of the specification. */
export async function loadFamily(name: Family): Promise<readonly Operation[]> {
  return (await FAMILIES[name].load()).operations;
}

/** One operation by its id; undefined for an unknown one. */
export async function findOperation(id: string): Promise<Operation | undefined> {
  const family = familyName(id);
  const operations = isFamily(family) ? await loadFamily(family) : [];
  return operations.find((operation) => operation.id === id);
}

/** One operation by its id. Throws PayctlError USAGE for an unknown one. */
export async function loadOperation(id: string): Promise<Operation> {
  const operation = await findOperation(id);
  if (operation === undefined) throw usageError(bank.unknownOperation(id));
  return operation;
}

/** Every operation of the bank: for documents, routes and checks, never on the way of one call. */
export async function loadCatalogue(): Promise<readonly Operation[]> {
  return (await Promise.all(FAMILY_NAMES.map(loadFamily))).flat();
}

/** Examples for the help of an operation that needs earlier calls; undefined for any other. */
export async function loadExamples(id: string): Promise<readonly string[] | undefined> {
  const family = familyName(id);
  if (!isFamily(family)) return undefined;
  const name = id.slice(family.length + 1);
  const { examples = {} } = (await LIST[family].examples?.()) ?? {};
  return Object.hasOwn(examples, name) ? examples[name] : undefined;
}

/** All kinds of reference, by the rank at which a text is tried as one. */
export async function loadReferences(): Promise<readonly Reference[]> {
  const { REFERENCES_WITHOUT_INQUIRY } = await import('./reference.js');
  const ofFamilies = (await loadFamilyReferences()).flatMap(({ references }) => references);
  return [...ofFamilies, ...REFERENCES_WITHOUT_INQUIRY].sort((a, b) => a.order - b.order);
}

/** All inquiries that list payments of a range of days. */
export async function loadSearches(): Promise<readonly Search[]> {
  return (await loadFamilyReferences()).flatMap(({ searches = [] }) => searches);
}

async function loadFamilyReferences() {
  const modules = await Promise.all(FAMILY_NAMES.map(async (name) => LIST[name].references?.()));
  return modules.flatMap((module) => module ?? []);
}

/** The family with the longest beginning of this path (`/v1/…`); `profile` where none has more than `/`. */
export function familyOfPath(path: string): Family {
  let best: { family: Family; length: number } = { family: 'profile', length: 0 };
  for (const family of FAMILY_NAMES) {
    for (const prefix of FAMILIES[family].paths) {
      if (path.startsWith(prefix) && prefix.length > best.length) {
        best = { family, length: prefix.length };
      }
    }
  }
  return best.family;
}

/** `ewallet` of `ewallet.pay`. */
export function familyName(id: string): string {
  return id.split('.', 1).join('');
}
