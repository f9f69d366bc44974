import type { Session } from '../../client/session.js';
import type { Resolved } from '../../config/provenance.js';
import { type ExitClass, PayctlError } from '../../core/errors.js';
import type { Message } from '../../core/message.js';
import type { Host } from '../../host/host.js';
import type { Probe, ProbeOptions } from '../../host/probe.js';
import type { CheckName } from '../../messages/checks.js';
import type { Services } from '../../runtime/services.js';
import type { Server } from '../../state/postgres/server.js';

/** How many names of a directory are looked at without --fix: a check costs the same however many there are. */
export const MOST_NAMES = 1_000;

/** What one check found, and how to fix it. */
export interface CheckResult {
  check: CheckName;
  status: 'ok' | 'warning' | 'failure';
  message: Message;
  fix?: Message;
  /** The class with which a command would end; failures only. */
  exit?: ExitClass;
}

export function ok(check: CheckName, message: Message): CheckResult {
  return { check, status: 'ok', message };
}

export function warning(check: CheckName, message: Message, fix?: Message): CheckResult {
  return { check, status: 'warning', message, fix };
}

export function failure(
  check: CheckName,
  exit: ExitClass,
  message: Message,
  fix?: Message,
): CheckResult {
  return { check, status: 'failure', message, fix, exit };
}

/** A PayctlError as a failure of the check; any other error is a bug and rethrown. */
export function refused(check: CheckName, error: unknown): CheckResult {
  if (!(error instanceof PayctlError)) throw error;
  return failure(check, error.exitClass, error.said, error.facts.hint);
}

/** The network; tests bring their own. */
export interface Network {
  /** Addresses of a name. Rejects with Node's error. */
  lookup(name: string, timeoutMs: number): Promise<string[]>;
  /** One request without credentials. Rejects with Node's error. */
  probe(url: URL, options: ProbeOptions): Promise<Probe>;
}

/** All that the checks look at. The functions reject with PayctlError, as they do for any command. */
export interface CheckContext extends Pick<Services, 'paths' | 'secrets' | 'tokens' | 'journal'> {
  host: Host;
  /** Of Node, as `20.17.0`. */
  nodeVersion: string;
  /** Rejects with SqliteError where the machine has none. */
  loadSqlite(): Promise<unknown>;
  /** Absent: nothing may leave the machine. */
  network?: Network;
  /** Whether wrong modes are changed, not only named. */
  fix: boolean;
  resolve(): Promise<Resolved>;
  session(): Promise<Session>;
  /** Of the shared store; undefined where there is none. */
  server(): Promise<Pick<Server, 'query' | 'greeting'> | undefined>;
}
