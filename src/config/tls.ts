import type { X509Certificate } from 'node:crypto';
import type { TlsMaterial } from '../client/connection.js';
import { PayctlError } from '../core/errors.js';
import type { Host } from '../host/host.js';
import { readNamedFile, refuseOpenKey } from '../state/own-files.js';
import { fixOf, type Resolved } from './provenance.js';
import type { SecretStores } from './secrets.js';
import type { SettingName } from './settings.js';

type Machine = Pick<Host, 'files' | 'platform' | 'clock'>;

const MAX_FILE = 1_048_576;
const NOTHING = new Uint8Array();

/**
 * Reads and checks what two-way TLS needs; undefined where the profile names none of it. Throws,
 * naming the file: CONFIG where it is missing, open to others, unreadable or locked, TLS where the
 * certificate is out of date or not of that key.
 */
export async function loadTls(
  host: Machine,
  resolved: Resolved,
  stores: SecretStores,
): Promise<TlsMaterial | undefined> {
  const { clientCert, clientKey, clientPfx, ca } = resolved.values;
  if (!clientCert && !clientKey && !clientPfx && !ca) return undefined;
  const material: TlsMaterial = {};
  if (ca) material.ca = await trusted(host, resolved, ca);
  if (clientPfx) {
    material.pfx = readKeyFile(host, resolved, 'clientPfx', clientPfx);
    material.passphrase = (await stores.read(resolved, 'clientKeyPassphrase'))?.secret;
    await checkPfx(resolved, clientPfx, material);
  } else if (clientCert && clientKey) {
    material.cert = readFile(host, resolved, 'clientCert', clientCert);
    material.key = readKeyFile(host, resolved, 'clientKey', clientKey);
    material.passphrase = (await stores.read(resolved, 'clientKeyPassphrase'))?.secret;
    await checkPair(host, resolved, clientCert, clientKey, material);
  } else if (clientCert || clientKey) {
    const absent = clientCert ? 'clientKey' : 'clientCert';
    throw new PayctlError(
      'CONFIG',
      `a client certificate needs its key, and ${absent} is not set`,
      { hint: fixOf(resolved, absent) },
    );
  }
  return material;
}

/** When the client certificate ends, in milliseconds since the epoch; undefined where there is none. */
export async function certificateEnd(material: TlsMaterial): Promise<number | undefined> {
  if (material.cert === undefined) return undefined;
  const { X509Certificate } = await import('node:crypto');
  return Date.parse(new X509Certificate(material.cert).validTo);
}

async function trusted(host: Machine, resolved: Resolved, path: string): Promise<Uint8Array> {
  const bytes = readFile(host, resolved, 'ca', path);
  await certificateIn(path, bytes);
  return bytes;
}

async function certificateIn(path: string, bytes: Uint8Array): Promise<X509Certificate> {
  const { X509Certificate } = await import('node:crypto');
  return attempt(
    path,
    'holds no certificate in PEM',
    'give the file that begins with -----BEGIN CERTIFICATE-----',
    () => new X509Certificate(bytes),
  );
}

async function checkPair(
  host: Machine,
  resolved: Resolved,
  certPath: string,
  keyPath: string,
  { cert = NOTHING, key = NOTHING, passphrase }: TlsMaterial,
): Promise<void> {
  const { createPrivateKey } = await import('node:crypto');
  const certificate = await certificateIn(certPath, cert);
  const locked = isLocked(key);
  if (locked && passphrase === undefined) throw noPassphrase(resolved, keyPath);
  const why = locked ? 'does not open with its passphrase' : 'holds no private key in PEM';
  const fix = locked
    ? fixOf(resolved, 'clientKeyPassphrase')
    : 'give the file that begins with -----BEGIN PRIVATE KEY-----';
  const opened = attempt(keyPath, why, fix, () =>
    createPrivateKey({ key: Buffer.from(key), passphrase: passphrase?.reveal() }),
  );
  if (!certificate.checkPrivateKey(opened)) {
    throw new PayctlError('TLS', `${keyPath} is not the key of the certificate ${certPath}`, {
      hint: 'use the certificate and key that were issued together',
    });
  }
  checkDates(host, certPath, certificate.validFrom, certificate.validTo);
}

function checkDates(host: Machine, path: string, from: string, to: string): void {
  const now = host.clock.now();
  if (now > Date.parse(to)) {
    throw new PayctlError('TLS', `the client certificate ${path} expired on ${to}`, {
      hint: 'ask the bank to renew it',
    });
  }
  if (now < Date.parse(from)) {
    throw new PayctlError('TLS', `the client certificate ${path} is not valid before ${from}`, {
      hint: "check this machine's clock: payctl doctor",
    });
  }
}

async function checkPfx(
  resolved: Resolved,
  path: string,
  { pfx = NOTHING, passphrase }: TlsMaterial,
): Promise<void> {
  const { createSecureContext } = await import('node:tls');
  try {
    createSecureContext({ pfx: Buffer.from(pfx), passphrase: passphrase?.reveal() });
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    if (!/mac verify failure/i.test(why)) {
      const old = /unsupported/i.test(why);
      const what = old ? 'is encrypted with an outdated cipher' : 'is not a PFX file';
      throw broken(path, what, error, old ? PFX_ANEW : 'give the .pfx or .p12 file');
    }
    if (passphrase === undefined) throw noPassphrase(resolved, path);
    throw broken(
      path,
      'does not open with its passphrase',
      error,
      fixOf(resolved, 'clientKeyPassphrase'),
    );
  }
}

function readFile(host: Machine, resolved: Resolved, name: SettingName, path: string): Uint8Array {
  const bytes = readNamedFile(host, path, MAX_FILE);
  if (bytes !== undefined) return bytes;
  throw new PayctlError('CONFIG', `${name} names ${path}, which does not exist`, {
    hint: fixOf(resolved, name),
  });
}

function readKeyFile(
  host: Machine,
  resolved: Resolved,
  name: SettingName,
  path: string,
): Uint8Array {
  refuseOpenKey(host, path);
  return readFile(host, resolved, name, path);
}

/** PKCS#8 says so in its first line, the older form in a header. */
function isLocked(key: Uint8Array): boolean {
  const text = new TextDecoder().decode(key);
  return /-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED/.test(text);
}

function noPassphrase(resolved: Resolved, path: string): PayctlError {
  return new PayctlError('CONFIG', `${path} is encrypted, and no passphrase is set`, {
    hint: fixOf(resolved, 'clientKeyPassphrase'),
  });
}

const PFX_ANEW =
  'convert it: openssl pkcs12 -legacy -in OLD -nodes | openssl pkcs12 -export -out NEW';

function attempt<T>(path: string, what: string, hint: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw broken(path, what, error, hint);
  }
}

function broken(path: string, what: string, cause: unknown, hint: string): PayctlError {
  return new PayctlError('CONFIG', `${path} ${what}`, { cause, hint });
}
