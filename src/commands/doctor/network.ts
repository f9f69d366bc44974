import { isInClear, proxyFor, proxySettings } from '../../client/address.js';
import type { TlsMaterial } from '../../client/connection.js';
import { type Fixes, failureFromCode, networkErrorCode } from '../../client/network-failure.js';
import type { FailureReason } from '../../client/transport.js';
import { connectionFixes, type Resolved } from '../../config/provenance.js';
import { loadTls } from '../../config/tls.js';
import { PayctlError } from '../../core/errors.js';
import type { Probe } from '../../host/probe.js';
import { address as addressMessages } from '../../messages/address.js';
import { bankChecks, type CheckName } from '../../messages/checks.js';
import {
  type CheckContext,
  type CheckResult,
  failure,
  type Network,
  ok,
  warning,
} from './finding.js';
import { expiry } from './profile.js';

export const LIMIT_MS = 5_000;
/** The Date header counts whole seconds, and the answer takes its time. */
const SKEW_MS = 10_000;

/** The way to the bank, step by step, without credentials. Returns whether the bank answered. */
export async function* checkNetwork(
  context: CheckContext,
  reach: Network,
  resolved: Resolved,
): AsyncGenerator<CheckResult, boolean> {
  const { clock, env } = context.host;
  const url = new URL(resolved.values.baseUrl ?? '');
  const proxy = proxyFor(url, proxySettings(env, resolved.values.proxy));
  if (proxy === 'unusable') {
    yield failure(
      'proxy',
      'CONFIG',
      addressMessages.unusableProxy,
      connectionFixes(resolved, env).proxy,
    );
    return false;
  }
  yield ok(
    'proxy',
    proxy ? bankChecks.address(`${proxy.protocol}//${proxy.host}`) : bankChecks.noProxy,
  );
  try {
    if (proxy === undefined) {
      const addresses = await reach.lookup(url.hostname.replace(/^\[|\]$/g, ''), LIMIT_MS);
      yield ok('dns', bankChecks.resolves(url.hostname, addresses.join(', ')));
    }
    const tls = buffers(await loadTls(context.host, resolved, await context.secrets()));
    const askedAt = clock.now();
    const response = await reach.probe(url, { tls, proxy, timeoutMs: LIMIT_MS });
    const answeredAt = clock.now();
    yield tlsFinding(url, response, answeredAt);
    yield clockFinding(response, askedAt, answeredAt);
    return true;
  } catch (error) {
    // The TLS settings cannot be read: the check of the certificate has named that.
    if (error instanceof PayctlError) return false;
    yield unreachable(error, url, proxy, connectionFixes(resolved, env));
    return false;
  }
}

export function buffers({ ca, cert, key, pfx, passphrase }: TlsMaterial = {}) {
  return {
    ...(ca && { ca: Buffer.from(ca) }),
    ...(cert && { cert: Buffer.from(cert) }),
    ...(key && { key: Buffer.from(key) }),
    ...(pfx && { pfx: Buffer.from(pfx) }),
    ...(passphrase && { passphrase: passphrase.reveal() }),
  };
}

function tlsFinding(url: URL, { chainEnd }: Probe, now: number): CheckResult {
  const { protocol, hostname } = url;
  if (isInClear(url)) {
    return warning('tls', bankChecks.unencrypted(hostname), bankChecks.useHttps);
  }
  if (protocol === 'http:') return ok('tls', bankChecks.unencryptedHere);
  if (chainEnd === undefined) return ok('tls', bankChecks.chainTrusted(hostname));
  return expiry('tls', chainEnd - now, {
    ends: (days) => bankChecks.chainEnds(hostname, days),
    ended: bankChecks.chainEnded(hostname),
    fix: bankChecks.bankRenews,
  });
}

function clockFinding({ date }: Probe, askedAt: number, answeredAt: number): CheckResult {
  const bankTime = Date.parse(date ?? '');
  if (Number.isNaN(bankTime)) return ok('clock', bankChecks.noDate);
  const ahead = (askedAt + answeredAt) / 2 - (bankTime + 500);
  if (Math.abs(ahead) <= SKEW_MS) return ok('clock', bankChecks.clockAgrees);
  const seconds = Math.round(Math.abs(ahead) / 1000);
  const message = ahead > 0 ? bankChecks.clockAhead(seconds) : bankChecks.clockBehind(seconds);
  return warning('clock', message, bankChecks.setClock);
}

/** Codes by which this machine, not the bank, is the likely cause. */
const NO_NETWORK = new Set(['EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN']);

const CHECKS: Partial<Record<FailureReason, CheckName>> = {
  dns: 'dns',
  tls: 'tls',
  proxy: 'proxy',
};

/** Why nobody answered. @param own the check that it is of, where the reason does not name one */
export function unreachable(
  error: unknown,
  { host }: URL,
  proxy: URL | undefined,
  fixes: Fixes,
  own?: CheckName,
): CheckResult {
  const code = networkErrorCode(error);
  const at = {
    host,
    ready: false,
    answered: false,
    proxied: proxy !== undefined,
    tlsProxy: proxy?.protocol === 'https:',
    fixes: () => fixes,
  };
  const { reason, said, fix } = failureFromCode(code, at);
  const check = own ?? CHECKS[reason] ?? 'connection';
  if (code !== undefined && NO_NETWORK.has(code)) {
    return warning(check, bankChecks.seemsOffline(said), bankChecks.connect);
  }
  return failure(check, reason === 'tls' ? 'TLS' : 'UNAVAILABLE', said, fix);
}
