import { isInClear, proxyFor, proxySettings, UNUSABLE_PROXY } from '../../client/address.js';
import type { TlsMaterial } from '../../client/connection.js';
import { codeOf, type Fixes, toFailure } from '../../client/network-failure.js';
import type { FailureReason } from '../../client/transport.js';
import { fixesOf, type Resolved } from '../../config/provenance.js';
import { loadTls } from '../../config/tls.js';
import { PayctlError } from '../../core/errors.js';
import type { Probe } from '../../host/probe.js';
import { type CheckContext, type Finding, failure, ok, type Reach, warning } from './finding.js';
import { expiry } from './profile.js';

const LIMIT_MS = 5_000;
/** The Date header counts whole seconds, and the answer takes its time. */
const SKEW_MS = 10_000;

/** The way to the bank, step by step, without credentials. Returns whether the bank answered. */
export async function* checkNetwork(
  context: CheckContext,
  reach: Reach,
  resolved: Resolved,
): AsyncGenerator<Finding, boolean> {
  const { clock, env } = context.host;
  const url = new URL(resolved.values.baseUrl ?? '');
  const proxy = proxyFor(url, proxySettings(env, resolved.values.proxy));
  if (proxy === 'unusable') {
    yield failure('proxy', 'CONFIG', UNUSABLE_PROXY, fixesOf(resolved, env).proxy);
    return false;
  }
  yield ok('proxy', proxy ? `${proxy.protocol}//${proxy.host}` : 'none');
  try {
    if (proxy === undefined) {
      const addresses = await reach.lookup(url.hostname.replace(/^\[|\]$/g, ''), LIMIT_MS);
      yield ok('dns', `${url.hostname} is ${addresses.join(', ')}`);
    }
    const tls = buffers(await loadTls(context.host, resolved, await context.secrets()));
    const askedAt = clock.now();
    const seen = await reach.probe(url, { tls, proxy, timeoutMs: LIMIT_MS });
    const answeredAt = clock.now();
    yield tlsFinding(url, seen, answeredAt);
    yield clockFinding(seen, askedAt, answeredAt);
    return true;
  } catch (error) {
    // Without what it trusts and shows, a handshake says nothing; the check of the certificate named it.
    if (error instanceof PayctlError) return false;
    yield unreachable(error, url, proxy, fixesOf(resolved, env));
    return false;
  }
}

function buffers({ ca, cert, key, pfx, passphrase }: TlsMaterial = {}) {
  return {
    ...(ca && { ca: Buffer.from(ca) }),
    ...(cert && { cert: Buffer.from(cert) }),
    ...(key && { key: Buffer.from(key) }),
    ...(pfx && { pfx: Buffer.from(pfx) }),
    ...(passphrase && { passphrase: passphrase.reveal() }),
  };
}

function tlsFinding(url: URL, { chainEnd }: Probe, now: number): Finding {
  const { protocol, hostname } = url;
  if (isInClear(url)) {
    const why = `none: traffic to ${hostname} is not encrypted`;
    return warning('tls', why, 'use https outside of tests');
  }
  if (protocol === 'http:') return ok('tls', 'none: the address is this machine');
  if (chainEnd === undefined) return ok('tls', `the chain of ${hostname} is trusted`);
  return expiry('tls', `the trusted chain of ${hostname}`, chainEnd, now, 'the bank must renew it');
}

function clockFinding({ date }: Probe, askedAt: number, answeredAt: number): Finding {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return ok('clock', 'the answer has no time to compare with');
  const ahead = (askedAt + answeredAt) / 2 - (theirs + 500);
  if (Math.abs(ahead) <= SKEW_MS) return ok('clock', 'agrees with the clock of the bank');
  const seconds = Math.round(Math.abs(ahead) / 1000);
  const way = ahead > 0 ? 'ahead of' : 'behind';
  const message = `this machine is ${seconds} s ${way} the clock of the bank`;
  return warning('clock', message, 'set the clock by the network: timedatectl set-ntp true');
}

/** Codes that say something of this machine and nothing of the bank. */
const NO_NETWORK = new Set(['EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN']);

const CHECKS: Partial<Record<FailureReason, string>> = { dns: 'dns', tls: 'tls', proxy: 'proxy' };

function unreachable(error: unknown, { host }: URL, proxy: URL | undefined, fixes: Fixes): Finding {
  const code = codeOf(error);
  const at = {
    host,
    ready: false,
    answered: false,
    proxied: proxy !== undefined,
    tlsProxy: proxy?.protocol === 'https:',
    fixes,
  };
  const { reason, message, fix } = toFailure(code, at);
  const check = CHECKS[reason] ?? 'connection';
  if (code !== undefined && NO_NETWORK.has(code)) {
    return warning(check, `${message}; this machine seems to be offline`, 'connect it');
  }
  return failure(check, reason === 'tls' ? 'TLS' : 'UNAVAILABLE', message, fix);
}
