import { PayctlError } from '../../core/errors.js';
import type { Message } from '../../core/message.js';
import { tryOrUndefined } from '../../core/try-or-undefined.js';
import { storeAddress } from '../../messages/store-connection.js';

const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof SSL_MODES)[number];

/** Where one server of the store listens. */
export interface StoreHost {
  host: string;
  port: number;
  /** Path of a Unix socket, instead of the host. */
  path?: string;
}

/** The address of the shared store, from the setting `store`. */
export interface StoreAddress {
  /** In the order in which they are tried. */
  hosts: readonly StoreHost[];
  user: string;
  database: string;
  password?: string;
  sslmode: SslMode;
  /** File with the authority, PEM. */
  sslrootcert?: string;
  /** The address for people, without the password. */
  shown: string;
}

const FORM = 'postgres://USER@HOST:PORT/DATABASE?sslmode=verify-full';
const PARAMETERS = ['sslmode', 'sslrootcert', 'host', 'port'];

/** Reads an address. Throws CONFIG, with a message to be shown after the name of the setting. */
export function parseStoreAddress(text: string): StoreAddress {
  const parts = splitAddress(text);
  const url = parts?.url;
  if (parts === undefined || (url?.protocol !== 'postgres:' && url?.protocol !== 'postgresql:')) {
    throw wrongError(storeAddress.form(FORM));
  }
  // The message does not name it: if the password has an unescaped `?`, it is a part of the password.
  if ([...url.searchParams.keys()].some((name) => !PARAMETERS.includes(name))) {
    throw wrongError(storeAddress.unknownParameter(PARAMETERS));
  }
  const parameter = (name: string) => url.searchParams.get(name) || undefined;
  const hosts = parseHosts(parts, parameter('host'), parameter('port'));
  const user = decoded(url.username);
  const database = decoded(url.pathname.slice(1));
  if (user === '') throw wrongError(storeAddress.noUser(FORM));
  if (holdsPassword(url.username)) throw wrongError(storeAddress.passwordInUser);
  if (database === '' || /[@/]/.test(database.normalize('NFKC'))) {
    throw wrongError(storeAddress.noDatabase(FORM));
  }
  if (url.hash !== '') throw wrongError(storeAddress.hash);
  const names = [user, database, ...hosts.map(({ host }) => host)];
  if (names.some((part) => part.includes('\0'))) throw wrongError(storeAddress.nul);
  const needsNoTls = hosts.every(({ path }) => path !== undefined);
  const address: StoreAddress = {
    hosts,
    user,
    database,
    sslmode: needsNoTls ? 'disable' : parseSslMode(parameter('sslmode')),
    shown: shownAs(parts),
  };
  if (url.password !== '') address.password = decoded(url.password);
  const authority = parameter('sslrootcert');
  if (authority !== undefined) address.sslrootcert = authority;
  return address;
}

/** What is wrong with an address; undefined where nothing is. */
export function storeProblem(text: string): Message | undefined {
  try {
    parseStoreAddress(text);
    return undefined;
  } catch (error) {
    if (error instanceof PayctlError) return error.said;
    throw error;
  }
}

/** The servers that an address leads to, in one form whatever its own; undefined where something is wrong. */
export function storeOrigin(text: string): string | undefined {
  if (storeProblem(text) !== undefined) return undefined;
  const names = parseStoreAddress(text).hosts.map((at) =>
    // What separates them, also where the directory of a socket has it.
    shownHost(at).replace(/[%,\s]/g, encodeURIComponent),
  );
  return `postgres://${names.join(',')}`;
}

/** A host as people see it. */
export function shownHost({ host, port, path }: StoreHost): string {
  return path ?? `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Whether a server is on this machine, so that nothing needs encryption. */
export function isOnThisMachine({ host, path }: StoreHost): boolean {
  return (
    path !== undefined ||
    host === 'localhost' ||
    host === '::1' ||
    /^127(?:\.\d{1,3}){3}$/.test(host)
  );
}

/** Why a correct address may not be used in this environment: live data would be sent in clear. */
export function inClearProblem(
  address: StoreAddress,
  environment: 'test' | 'live',
): Message | undefined {
  if (
    address.sslmode !== 'disable' ||
    environment === 'test' ||
    address.hosts.every(isOnThisMachine)
  ) {
    return undefined;
  }
  return storeAddress.inClear;
}

export function splitPassword(text: string): { address: string; password?: string } {
  const parts = splitAddress(text);
  if (parts === undefined || parts.url.password === '') return { address: text };
  return { address: shownAs(parts), password: decoded(parts.url.password) };
}

/** Whether a user name contains a password, behind a colon that is escaped or full-width. */
export function holdsPassword(username: string): boolean {
  const name = tryOrUndefined(() => decodeURIComponent(username));
  return name === undefined || name.normalize('NFKC').includes(':');
}

/** Whether a text is a host name: other schemes than http would accept more. */
function isHost(text: string): boolean {
  const whole = `http://${text.includes(':') ? `[${text}]` : text}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  return url?.href === `http://${url?.hostname}/`;
}

function parseSslMode(given = 'verify-full'): SslMode {
  const mode = SSL_MODES.find((known) => known === given);
  if (mode !== undefined) return mode;
  throw wrongError(
    given === 'prefer' || given === 'allow'
      ? storeAddress.optionalEncryption(given)
      : storeAddress.unknownMode(SSL_MODES),
  );
}

/** An address as it was written: URL knows one host, so it holds the first of them. */
interface Parts {
  url: URL;
  /** Each with its port, where it has one. */
  hosts: readonly string[];
}

/** What stands before the hosts, and the hosts. */
const AUTHORITY = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)/i;

function splitAddress(text: string): Parts | undefined {
  const [, , written = ''] = AUTHORITY.exec(text) ?? [];
  // An address of a socket may lack the host before its path, which URL requires.
  const hosts = (written || 'localhost').split(',');
  const whole = text.replace(AUTHORITY, (_, before: string) => before + hosts[0]);
  return URL.canParse(whole) ? { url: new URL(whole), hosts } : undefined;
}

/** As libpq: the parameters count before what stands in the place of the host; one port is for all. */
function parseHosts(
  { url, hosts }: Parts,
  host: string | undefined,
  port: string | undefined,
): StoreHost[] {
  const ports = port?.split(',') ?? [];
  const named = host?.split(',').map((name) => ({ name, port: url.port })) ?? hosts.map(parseHost);
  if (ports.length > 1 && ports.length !== named.length) throw wrongError(storeAddress.wrongPort);
  return named.map(({ name, port: own }, index) =>
    storeHost(name, Number((ports[index] ?? ports[0]) || own || 5432)),
  );
}

function parseHost(written: string): { name: string; port: string } {
  const whole = `postgres://${written}`;
  if (written === '' || !URL.canParse(whole)) throw wrongError(storeAddress.noHost(FORM));
  const { hostname, port } = new URL(whole);
  return { name: decoded(hostname).replace(/^\[|\]$/g, ''), port };
}

function storeHost(host: string, port: number): StoreHost {
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw wrongError(storeAddress.wrongPort);
  if (host.startsWith('/')) return { host, port, path: `${host}/.s.PGSQL.${port}` };
  if (!isHost(host)) throw wrongError(storeAddress.noHost(FORM));
  return { host, port };
}

function shownAs({ url, hosts }: Parts): string {
  const shown = new URL(url);
  shown.password = '';
  if (hosts.length === 1) return shown.href;
  return shown.href.replace(AUTHORITY, (_, before: string) => before + hosts.join(','));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrongError(storeAddress.brokenEscape);
  }
}

function wrongError(why: Message): PayctlError {
  return new PayctlError('CONFIG', why, { executed: 'no' });
}
