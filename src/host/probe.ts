import { lookup as resolveName } from 'node:dns/promises';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type DetailedPeerCertificate, TLSSocket } from 'node:tls';

import { tlsFloor } from '../core/tls-floor.js';

export interface ProbeOptions {
  /** Contents, not paths. */
  tls?: { ca?: Buffer; cert?: Buffer; key?: Buffer; pfx?: Buffer; passphrase?: string };
  proxy?: URL;
  timeoutMs: number;
}

export interface Probe {
  status: number;
  date?: string;
  /** The earliest expiry in its certificate chain, in milliseconds since the epoch. */
  chainEnd?: number;
}

/** The addresses of a name. Rejects with Node's error, EAI_AGAIN where no name server answers in time. */
export async function lookup(name: string, timeoutMs: number): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failedError('EAI_AGAIN')), timeoutMs);
  });
  try {
    const addresses = await Promise.race([resolveName(name, { all: true }), late]);
    return addresses.map(({ address }) => address);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * One GET without credentials, with the certificate chain verified. Rejects with Node's error,
 * ETIMEDOUT after `timeoutMs`.
 */
export async function probe(url: URL, options: ProbeOptions): Promise<Probe> {
  const { tls, proxy, timeoutMs } = options;
  const settings: RequestOptions = { agent: false, signal: AbortSignal.timeout(timeoutMs) };
  const floor = await tlsFloor();
  if (proxy !== undefined) {
    const { HttpsProxyAgent } = await import('hpagent');
    const proxyRequestOptions = { headers: {}, ...floor };
    settings.agent = new HttpsProxyAgent({ proxy, keepAlive: false, proxyRequestOptions });
  }
  return new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage): void => {
      const { statusCode = 0, headers, socket } = response;
      const chainEnd =
        socket instanceof TLSSocket ? firstExpiry(socket.getPeerCertificate(true)) : undefined;
      response.destroy();
      resolve({
        status: statusCode,
        ...(headers.date !== undefined && { date: headers.date }),
        chainEnd,
      });
    };
    const request =
      url.protocol === 'https:'
        ? requestHttps(url, { ...settings, ...tls, ...floor }, answered)
        : requestHttp(url, settings, answered);
    request.on('error', (error) => {
      // Nothing but the time limit aborts it.
      reject(/^(Abort|Timeout)Error$/.test(error.name) ? failedError('ETIMEDOUT') : error);
    });
    request.end();
  });
}

function failedError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function firstExpiry(leaf: DetailedPeerCertificate): number | undefined {
  const ends: number[] = [];
  const seen = new Set<string>();
  let certificate: DetailedPeerCertificate | undefined = leaf;
  while (certificate?.fingerprint256 && !seen.has(certificate.fingerprint256)) {
    seen.add(certificate.fingerprint256);
    ends.push(Date.parse(certificate.valid_to));
    certificate = certificate.issuerCertificate;
  }
  return ends.length === 0 ? undefined : Math.min(...ends);
}

/** Such as `20.17.0`. */
export function nodeVersion(): string {
  return process.versions.node;
}
