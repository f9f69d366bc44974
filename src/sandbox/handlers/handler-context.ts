import { fieldAt } from '../../bank/check.js';
import type { Fields, Operation } from '../../bank/define.js';
import { isLosslessNumber } from '../../core/json.js';
import type { Random } from '../../host/host.js';
import type { Sqlite } from '../../host/sqlite.js';
import type { HandlerAnswer } from '../server/answers.js';
import type { Leniency, SandboxSettings } from '../settings.js';

/** A valid access token, as the gateway knows it. */
export interface GrantedToken {
  access: string;
  /** What `resourceOwnerId` was said to be in the token response. */
  owner: string;
  /** Key of the customer who consented; undefined for an application's token. */
  customer: string | undefined;
  expiresAt: number;
}

/** What a handler works with: the books, the time, the rules, and random numbers. */
export interface HandlerContext {
  store: Sqlite;
  /** By the sandbox clock. */
  now: number;
  settings: SandboxSettings;
  random: Random;
}

/** A request that passed the gateway and the catalogue. */
export interface HandlerCall extends HandlerContext {
  operation: Operation;
  input: Fields;
  /** Header names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Absent for the token family, which needs no token. */
  grant: GrantedToken | undefined;
  /** The payload came encrypted, so the answer is encrypted too. */
  encrypted: boolean;
  /** Origin and prefix under which the caller reached the bank; images are behind it. */
  baseUrl: string;
  /** Settings that let through what the specification refuses. */
  relaxed: Set<Leniency>;
}

/** Whether a setting lets this through; if so, it is noted for the log. */
export function isRelaxed({ settings, relaxed }: HandlerCall, setting: Leniency): boolean {
  if (settings[setting]) relaxed.add(setting);
  return settings[setting];
}

/** Runs inside one transaction of the store; throwing a Refusal undoes whatever it wrote. */
export type Handler = (call: HandlerCall) => HandlerAnswer;

/** By the name of the operation within its family. */
export type Handlers = Readonly<Record<string, Handler>>;

/** Text of a field that the catalogue requires, so that it is there. */
export function required(input: Fields, path: string): string {
  const value = optional(input, path);
  if (value === undefined) throw new TypeError(`${path} should have been checked`);
  return value;
}

/** Text of a field that may be absent; numbers in their digits. */
export function optional(input: Fields, path: string): string | undefined {
  const value = fieldAt(input, path);
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || isLosslessNumber(value) ? String(value) : undefined;
}
