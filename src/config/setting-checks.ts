import { checkedBaseUrl } from '../client/base-url.js';
import { isTimeLimit, millisecondsOf } from '../duration.js';
import { PayctlError } from '../errors.js';

/** Hand-written, because they run at every start: a schema library would cost more than the call. */
export type Check = (text: string) => string | undefined;

export function oneOf(...allowed: readonly string[]): Check {
  return (text) => (allowed.includes(text) ? undefined : `must be ${allowed.join(' or ')}`);
}

export function upTo(length: number): Check {
  return (text) => (text.length <= length ? undefined : `must have at most ${length} characters`);
}

export function digits(count: number): Check {
  return (text) =>
    /^[0-9]+$/.test(text) && text.length === count ? undefined : `must be ${count} digits`;
}

export function letters(count: number): Check {
  return (text) =>
    /^[A-Za-z]+$/.test(text) && text.length === count ? undefined : `must be ${count} letters`;
}

/** Alone: whether it fits the environment is known where both are. */
export const baseUrl: Check = (text) => baseUrlProblem(text, 'test');

export function baseUrlProblem(text: string, environment: 'test' | 'live'): string | undefined {
  try {
    checkedBaseUrl(text, environment);
    return undefined;
  } catch (error) {
    return error instanceof PayctlError
      ? error.message.replace(/^the base URL /, '')
      : String(error);
  }
}

/** The settings file holds no secrets, and so no password of a proxy. */
export const proxyUrl: Check = (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    return 'must begin with http:// or https://';
  }
  return url.password === '' ? undefined : 'holds a password: give it by HTTPS_PROXY instead';
};

export const pathSegment: Check = (text) =>
  /^[A-Za-z0-9_-]+$/.test(text)
    ? undefined
    : 'must be one path segment of letters, digits, - and _';

const TRUE = ['true', '1', 'yes', 'on'];
const FALSE = ['false', '0', 'no', 'off'];

export const booleanText: Check = (text) =>
  [...TRUE, ...FALSE].includes(text.toLowerCase()) ? undefined : 'must be true or false';

/** `test` only where it is said clearly: everything else asks before money moves. */
export function isLive(environment: string | undefined): boolean {
  return environment !== 'test';
}

/** Anything but a clear no counts as yes: this guards a promise not to move money. */
export function isTrue(text: string | undefined): boolean {
  return text !== undefined && !FALSE.includes(text.toLowerCase());
}

export const timeLimit: Check = (text) =>
  isTimeLimit(millisecondsOf(text) ?? 0) ? undefined : 'must be a duration as 30s, at most 24h';
