import type { TlsMaterial } from '../client/connection.js';
import { toFailure } from '../client/network-failure.js';
import { proxyFor, proxySettings } from '../client/proxy.js';
import type { FailureReason } from '../client/transport.js';
import type { Resolved } from '../config/resolve.js';
import { loadTls } from '../config/tls.js';
import { PayctlError } from '../errors.js';
import type { Probe } from '../host/probe.js';
import { expiry } from './expiry.js';
import { type Finding, failure, ok, warning } from './finding.js';
import type { Patient, Reach } from './patient.js';

const LIMIT_MS = 5_000;
/** The Date header counts whole seconds, and the answer takes its time. */
const SKEW_MS = 10_000;

/** The way to the bank, step by step, without credentials. Returns whether the bank answered. */
export async function* checkNetwork(
  patient: Patient,
  reach: Reach,
  resolved: Resolved,
): AsyncGenerator<Finding, boolean> {
  const { clock, env } = patient.host;
  const url = new URL(resolved.values.baseUrl ?? '');
  const proxy = proxyFor(url, proxySettings(env, resolved.values.proxy));
  if (proxy === 'unusable') {
    yield failure(
      'proxy',
      'CONFIG',
      'the proxy (profile or HTTPS_PROXY) is not a URL',
      MENDS.proxy,
    );
    return false;
  }
  yield ok('proxy', proxy ? `${proxy.protocol}//${proxy.host}` : 'none');
  try {
    if (proxy === undefined) {
      const addresses = await reach.lookup(url.hostname.replace(/^\[|\]$/g, ''), LIMIT_MS);
      yield ok('dns', `${url.hostname} is ${addresses.join(', ')}`);
    }
    const tls = await material(patient, resolved);
    const askedAt = clock.now();
    const seen = await reach.probe(url, { tls, proxy, timeoutMs: LIMIT_MS });
    const answeredAt = clock.now();
    yield tlsFinding(url, seen, answeredAt);
    yield clockFinding(seen, askedAt, answeredAt);
    return true;
  } catch (error) {
    yield unreachable(error, url.hostname, proxy !== undefined);
    return false;
  }
}

/** What cannot be used was named by the check of the certificate. */
async function material(patient: Patient, resolved: Resolved) {
  try {
    return buffers(await loadTls(patient.host, resolved, await patient.secrets()));
  } catch (error) {
    if (error instanceof PayctlError) return undefined;
    throw error;
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

function tlsFinding({ protocol, hostname }: URL, { chainEnd }: Probe, now: number): Finding {
  if (protocol === 'http:') return ok('tls', 'none: the address is this machine');
  if (chainEnd === undefined) return ok('tls', `the chain of ${hostname} is trusted`);
  return expiry('tls', `the trusted chain of ${hostname}`, chainEnd, now, 'the bank must renew it');
}

function clockFinding({ date }: Probe, askedAt: number, answeredAt: number): Finding {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return ok('clock', 'the answer names no time to compare');
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

const MENDS = {
  proxy: 'mend HTTPS_PROXY or NO_PROXY, or: payctl config set proxy http://HOST:PORT',
  dns: 'payctl config get baseUrl; is the name right?',
  other: 'a firewall, or the bank is down: try again, ask your network people',
} as const;

function unreachable(error: unknown, host: string, proxied: boolean): Finding {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  const { reason, message } = toFailure(code, { host, ready: false, answered: false, proxied });
  const check = CHECKS[reason] ?? 'connection';
  if (code !== undefined && NO_NETWORK.has(code)) {
    return warning(check, `${message}; this machine seems to be offline`, 'connect it');
  }
  if (reason === 'tls') return failure(check, 'TLS', message, tlsMend(code ?? ''));
  const mend = reason === 'proxy' || reason === 'dns' ? MENDS[reason] : MENDS.other;
  return failure(check, 'UNAVAILABLE', message, mend);
}

function tlsMend(code: string): string {
  if (/EXPIRED|NOT_YET_VALID/.test(code))
    return 'is the clock right (date)? else the bank must renew it';
  if (/ALTNAME|HOSTNAME/.test(code)) return MENDS.dns;
  if (/ALERT/.test(code))
    return 'payctl config show --origin: is clientCert the one that the bank knows?';
  return 'payctl config set ca FILE, with the root certificate that the bank names';
}
