import type { TokenStore } from '../../../src/client/connection.js';
import type { Session } from '../../../src/client/session.js';
import { diagnose } from '../../../src/commands/doctor/diagnose.js';
import type { CheckContext, CheckResult } from '../../../src/commands/doctor/finding.js';
import { resolve } from '../../../src/config/resolve.js';
import { SecretStores } from '../../../src/config/secrets.js';
import { PayctlError } from '../../../src/core/errors.js';
import type { Probe } from '../../../src/host/probe.js';
import { bankChecks } from '../../../src/messages/checks.js';
import { openFileStore } from '../../../src/state/files/store.js';
import { withTrustedFiles } from '../../../src/state/own-files.js';
import { findPaths } from '../../../src/state/paths.js';
import { type FakeHost, fakeHost } from '../../fixtures/fake-host.js';
import { EMPTY_KEYRING, NO_KEYRING } from '../../fixtures/keyrings.js';

export const SHOP = {
  baseUrl: 'https://api.bank.example/partners',
  apiKey: 'key-1',
  environment: 'live',
};

export const CONFIG = '/home/tester/.config/payctl';
export const STATE = '/home/tester/.local/state/payctl';

export interface Setup {
  env?: Record<string, string>;
  /** Settings of the profile `shop`, the current one; none: no settings file. */
  profile?: Record<string, string>;
  files?: Record<string, string>;
  modes?: Record<string, number>;
  nodeVersion?: string;
  now?: number;
  fix?: boolean;
  offline?: boolean;
  keyring?: boolean;
  platform?: string;
  loadSqlite?: () => Promise<unknown>;
  /** What the network does; 200 with the right time and a long certificate unless given. */
  lookup?: () => Promise<string[]>;
  probe?: (host: FakeHost) => Promise<Probe>;
  token?: () => Promise<number>;
}

const HOUR_MS = 3_600_000;

/** A secret is kept for one address. */
function originOf(profile: object): string {
  const { baseUrl }: { baseUrl?: unknown } = profile;
  return typeof baseUrl === 'string' && URL.canParse(baseUrl)
    ? new URL(baseUrl).origin
    : 'https://api.bank.example';
}

/** A machine in memory, in good health but for the setup. */
export function machineWith(setup: Setup = {}): { context: CheckContext; host: FakeHost } {
  const { profile, env = {}, files = {}, modes = {}, now } = setup;
  const config = { version: 1, current: 'shop', profiles: { shop: profile } };
  const bare = fakeHost({
    env,
    ...(now !== undefined && { now }),
    ...(setup.platform !== undefined && { platform: setup.platform }),
    files: {
      ...(profile && { [`${CONFIG}/config.json`]: JSON.stringify(config) }),
      ...(profile && { [`${CONFIG}/secrets/shop.apiSecret`]: `made-up\n${originOf(profile)}\n` }),
      ...files,
    },
  });
  for (const [path, mode] of Object.entries(modes)) bare.files.chmod(path, mode);
  const host = withTrustedFiles({
    ...bare,
    keyring: setup.keyring === false ? NO_KEYRING : EMPTY_KEYRING,
  });
  const paths = findPaths(host);
  const secrets = new SecretStores(host, paths, noCommand);
  const healthy = async (): Promise<Probe> => ({
    status: 404,
    date: new Date(host.clock.now()).toUTCString(),
    chainEnd: host.clock.now() + 90 * 24 * HOUR_MS,
  });
  const { lookup = async () => ['192.0.2.7'], probe = healthy } = setup;
  const context: CheckContext = {
    host,
    nodeVersion: setup.nodeVersion ?? '22.10.0',
    paths,
    loadSqlite: setup.loadSqlite ?? (async () => undefined),
    ...(!setup.offline && { network: { lookup, probe: () => probe(host) } }),
    fix: setup.fix ?? false,
    resolve: async () => resolve(host, paths, {}, { apiKey: 'sandbox' }),
    secrets: async () => secrets,
    tokens: async () => noTokens,
    session: async () => sessionOf(host, setup.token),
    server: async () => undefined,
    journal: async () => ({
      ...host,
      store: openFileStore(host.files, paths.state),
      loadOperation: () => Promise.reject(new Error('no call is made')),
      warn: () => undefined,
    }),
  };
  return { context, host };
}

interface EnglishFinding extends Omit<CheckResult, 'message' | 'fix'> {
  message: string;
  fix?: string;
}

/** What the doctor finds, in English. */
export async function findings(setup: Setup = {}): Promise<EnglishFinding[]> {
  const inEnglish: EnglishFinding[] = [];
  for await (const { message, fix, ...finding } of diagnose(machineWith(setup).context)) {
    inEnglish.push({
      ...finding,
      message: String(message),
      ...(fix !== undefined && { fix: String(fix) }),
    });
  }
  return inEnglish;
}

/** As a person reads it, without what is in order. */
export async function complaints(setup: Setup): Promise<string[]> {
  const all = await findings(setup);
  return all
    .filter(({ status }) => status !== 'ok')
    .map(({ check, status, message, fix, exit }) => {
      const grade = exit === undefined ? status : `${status} ${exit}`;
      return `${check} ${grade}: ${message} -> ${fix}`;
    });
}

function noCommand(): Promise<never> {
  throw new PayctlError('CONFIG', bankChecks.giveSecret);
}

const noTokens: TokenStore = {
  read: async () => undefined,
  renew: (_grant, _isStale, obtain) => obtain(undefined),
  write: async () => {},
  clear: async () => {},
};

function sessionOf(host: FakeHost, expiresAt = async () => host.clock.now() + HOUR_MS): Session {
  const token = async () => ({
    accessToken: 'made-up',
    tokenType: 'Bearer',
    receivedAt: host.clock.now(),
    expiresAt: await expiresAt(),
  });
  return {
    token: async () => ({ grant: 'application', token: await token() }),
    replace: async () => ({ grant: 'application', token: await token() }),
    login: token,
    renew: token,
    authorize: () => Promise.reject(new Error('not here')),
  };
}
