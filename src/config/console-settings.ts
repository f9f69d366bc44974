import { checkedBaseUrl, isInClear, isLoopback, UnusableAddress } from '../client/address.js';
import { parseRecord } from '../core/fields.js';
import type { Message } from '../core/message.js';
import { parseAmount } from '../core/money.js';
import { address } from '../messages/address.js';
import { field } from '../messages/bank.js';
import { settingsMessages } from '../messages/settings.js';

/** The roles of people who sign in to the console. */
const ROLE_NAMES = ['viewer', 'agent', 'refunder', 'approver', 'unmask', 'auditor'] as const;
export type RoleName = (typeof ROLE_NAMES)[number];

/** Where people sign in: https, and http on this machine alone. */
export function issuerProblem(text: string): Message | undefined {
  try {
    return isInClear(checkedBaseUrl(text, 'test')) ? address.notHttps : undefined;
  } catch (error) {
    if (error instanceof UnusableAddress) return error.why;
    throw error;
  }
}

/** Scheme, host and port by which browsers reach the console. */
export function originProblem(text: string): Message | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.origin !== text) return settingsMessages.notOrigin;
  const isSafe =
    url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return isSafe ? undefined : address.notHttps;
}

/** Groups by role; a JSON object. */
export function rolesProblem(text: string): Message | undefined {
  const given = parseRecord(text);
  if (given === undefined) return settingsMessages.notRoles(ROLE_NAMES);
  const isRight = Object.entries(given).every(
    ([role, groups]) => isRole(role) && Array.isArray(groups) && groups.every(isGroup),
  );
  return isRight ? undefined : settingsMessages.notRoles(ROLE_NAMES);
}

export function limitProblem(text: string): Message | undefined {
  return parseAmount(text) === undefined ? field.notAmount : undefined;
}

/** The roles of whoever is in these groups. */
export function findRoles(setting: string, groups: readonly string[]): RoleName[] {
  const given = parseRecord(setting) ?? {};
  return ROLE_NAMES.filter((role) => {
    const wanted = given[role];
    return Array.isArray(wanted) && wanted.some((group) => groups.some((own) => own === group));
  });
}

function isRole(name: string): boolean {
  return ROLE_NAMES.some((known) => known === name);
}

function isGroup(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
