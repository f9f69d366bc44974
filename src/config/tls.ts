import type { X509Certificate } from 'node:crypto';
import type { TlsMaterial } from '../client/connection.js';
import { configError, PayctlError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import type { Host } from '../host/host.js';
import { certificates } from '../messages/settings.js';
import { readNamedFile, refuseOpenKey } from '../state/own-files.js';
import { type Resolved, settingFix } from './provenance.js';
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
  const authorities = await loadAuthorities(host, resolved, 'ca');
  if (authorities) material.ca = authorities;
  if (clientPfx) {
    material.pfx = readKeyFile(host, resolved, 'clientPfx', clientPfx);
    material.passphrase = (await stores.read(resolved, 'clientKeyPassphrase'))?.secret;
    await checkPfx(host, resolved, clientPfx, material);
  } else if (clientCert && clientKey) {
    material.cert = readFile(host, resolved, 'clientCert', clientCert);
    material.key = readKeyFile(host, resolved, 'clientKey', clientKey);
    material.passphrase = (await stores.read(resolved, 'clientKeyPassphrase'))?.secret;
    await checkPair(host, resolved, clientCert, clientKey, material);
  } else if (clientCert || clientKey) {
    const absent = clientCert ? 'clientKey' : 'clientCert';
    throw configError(certificates.keyNotSet(absent), settingFix(resolved, absent));
  }
  return material;
}

/** The certificates to trust that a setting names, read and checked; undefined where it names none. */
export async function loadAuthorities(
  host: Machine,
  resolved: Resolved,
  name: 'ca' | 'consoleCa',
): Promise<Uint8Array | undefined> {
  const path = resolved.values[name];
  if (!path) return undefined;
  const bytes = readFile(host, resolved, name, path);
  await parseCertificate(path, bytes);
  return bytes;
}

/** When the client certificate ends, in milliseconds since the epoch; undefined where there is none. */
export async function certificateEnd(material: TlsMaterial): Promise<number | undefined> {
  const { cert, pfx } = material;
  if (pfx !== undefined) return endOf(await openPfx(material));
  if (cert === undefined) return undefined;
  const { X509Certificate } = await import('node:crypto');
  return endOf(new X509Certificate(cert));
}

function endOf(certificate: X509Certificate | undefined): number | undefined {
  return certificate && Date.parse(certificate.validTo);
}

async function parseCertificate(path: string, bytes: Uint8Array): Promise<X509Certificate> {
  const { X509Certificate } = await import('node:crypto');
  return usableOr(
    certificates.noCertificate(path),
    certificates.giveCertificate,
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
  const certificate = await parseCertificate(certPath, cert);
  const locked = isLocked(key);
  if (locked && passphrase === undefined) throw noPassphraseError(resolved, keyPath);
  const why = locked ? certificates.wrongPassphrase : certificates.noKey;
  const fix = locked ? settingFix(resolved, 'clientKeyPassphrase') : certificates.giveKey;
  const opened = usableOr(why(keyPath), fix, () =>
    createPrivateKey({ key: Buffer.from(key), passphrase: passphrase?.reveal() }),
  );
  if (!certificate.checkPrivateKey(opened)) {
    throw new PayctlError('TLS', certificates.notOfKey(keyPath, certPath), {
      hint: certificates.issuedTogether,
    });
  }
  checkDates(host, certPath, certificate);
}

function checkDates(host: Machine, path: string, certificate: X509Certificate): void {
  const { validFrom: from, validTo: to } = certificate;
  const now = host.clock.now();
  if (now > Date.parse(to)) {
    throw new PayctlError('TLS', certificates.expired(path, to), {
      hint: certificates.askBankToRenew,
    });
  }
  if (now < Date.parse(from)) {
    throw new PayctlError('TLS', certificates.notYetValid(path, from), {
      hint: certificates.checkClock,
    });
  }
}

async function checkPfx(
  host: Machine,
  resolved: Resolved,
  path: string,
  material: TlsMaterial,
): Promise<void> {
  const certificate = await openPfx(material).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : '';
    if (!/mac verify failure/i.test(why)) {
      const old = /unsupported/i.test(why);
      throw old
        ? unusableError(certificates.oldCipher(path), error, certificates.convert)
        : unusableError(certificates.notPfx(path), error, certificates.givePfx);
    }
    if (material.passphrase === undefined) throw noPassphraseError(resolved, path);
    const fix = settingFix(resolved, 'clientKeyPassphrase');
    throw unusableError(certificates.wrongPassphrase(path), error, fix);
  });
  if (certificate) checkDates(host, path, certificate);
}

/** The client certificate of a PFX file; undefined where it holds none. */
async function openPfx({
  pfx = NOTHING,
  passphrase,
}: TlsMaterial): Promise<X509Certificate | undefined> {
  const { createSecureContext, TLSSocket } = await import('node:tls');
  const { Socket } = await import('node:net');
  const secureContext = createSecureContext({
    pfx: Buffer.from(pfx),
    passphrase: passphrase?.reveal(),
  });
  // Node opens these files for connections alone: of one that never connects the certificate is asked.
  const connection = new TLSSocket(new Socket(), { secureContext });
  try {
    return connection.getX509Certificate();
  } finally {
    connection.destroy();
  }
}

function readFile(host: Machine, resolved: Resolved, name: SettingName, path: string): Uint8Array {
  const bytes = readNamedFile(host, path, MAX_FILE);
  if (bytes !== undefined) return bytes;
  throw configError(certificates.noFile(name, path), settingFix(resolved, name));
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

function noPassphraseError(resolved: Resolved, path: string): PayctlError {
  return configError(certificates.noPassphrase(path), settingFix(resolved, 'clientKeyPassphrase'));
}

function usableOr<T>(what: Message, hint: Message, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw unusableError(what, error, hint);
  }
}

function unusableError(what: Message, cause: unknown, hint: Message): PayctlError {
  return new PayctlError('CONFIG', what, { cause, hint });
}
