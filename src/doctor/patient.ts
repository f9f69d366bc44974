import type { TokenStore } from '../client/connection.js';
import type { Session } from '../client/session.js';
import type { Paths } from '../config/paths.js';
import type { Resolved } from '../config/resolve.js';
import type { SecretStores } from '../config/secrets.js';
import type { Host } from '../host/host.js';
import type { Keyring } from '../host/keyring.js';
import type { Probe, ProbeOptions } from '../host/probe.js';
import type { Journal } from '../journal/journal.js';

/** The network as the doctor looks at it; tests bring their own. */
export interface Reach {
  /** Addresses of a name. Rejects with Node's error. */
  lookup(name: string, timeoutMs: number): Promise<string[]>;
  /** One request without credentials. Rejects with Node's error. */
  probe(url: URL, options: ProbeOptions): Promise<Probe>;
}

/** All that the checks look at. The functions reject with PayctlError, as they do for any command. */
export interface Patient {
  host: Host;
  /** Of Node, as `20.17.0`. */
  nodeVersion: string;
  paths: Paths;
  keyring: Keyring;
  /** Absent: nothing may leave the machine. */
  reach?: Reach;
  /** Modes are mended, not only named. */
  fix: boolean;
  resolve(): Promise<Resolved>;
  secrets(): Promise<SecretStores>;
  tokens(): Promise<TokenStore>;
  session(): Promise<Session>;
  journal(): Promise<Journal>;
}
