import { PayctlError } from '../../core/errors.js';
import type { Message } from '../../core/message.js';
import { tryOrUndefined } from '../../core/try-or-undefined.js';
import { storeAddress } from '../../messages/store-address.js';

const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof SSL_MODES)[number];

/** The address of the shared store, from the setting `store`. */
export interface StoreAddress {
  host: string;
  port: number;
  /** Path of a Unix socket, instead of the host. */
  path?: string;
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
  const url = urlOf(text);
  if (url?.protocol !== 'postgres:' && url?.protocol !== 'postgresql:') {
    throw wrong(storeAddress.form(FORM));
  }
  // The message does not name it: if the password has an unescaped `?`, it is a part of the password.
  if ([...url.searchParams.keys()].some((name) => !PARAMETERS.includes(name))) {
    throw wrong(storeAddress.unknownParameter(PARAMETERS));
  }
  const parameter = (name: string) => url.searchParams.get(name) || undefined;
  const host = parameter('host') ?? decoded(url.hostname).replace(/^\[|\]$/g, '');
  const port = Number(parameter('port') ?? (url.port || 5432));
  const user = decoded(url.username);
  const database = decoded(url.pathname.slice(1));
  if (host === '' || host.includes(',')) throw wrong(storeAddress.severalHosts(FORM));
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw wrong(storeAddress.wrongPort);
  if (!host.startsWith('/') && !isHost(host)) throw wrong(storeAddress.noHost(FORM));
  if (user === '') throw wrong(storeAddress.noUser(FORM));
  if (holdsPassword(url.username)) throw wrong(storeAddress.passwordInUser);
  if (database === '' || /[@/]/.test(database.normalize('NFKC'))) {
    throw wrong(storeAddress.noDatabase(FORM));
  }
  if (url.hash !== '') throw wrong(storeAddress.hash);
  if ([user, database, host].some((part) => part.includes('\0'))) throw wrong(storeAddress.nul);
  const isSocket = host.startsWith('/');
  const address: StoreAddress = {
    host,
    port,
    user,
    database,
    sslmode: isSocket ? 'disable' : sslModeOf(parameter('sslmode')),
    shown: shownAs(url),
  };
  if (isSocket) address.path = `${host}/.s.PGSQL.${port}`;
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

/** Whether the server is on this machine, so that nothing needs encryption. */
export function isOnThisMachine({ host, path }: StoreAddress): boolean {
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
  if (address.sslmode !== 'disable' || isOnThisMachine(address) || environment === 'test') {
    return undefined;
  }
  return storeAddress.inClear;
}

/** The address without its password, and the password. */
export function splitPassword(text: string): { address: string; password?: string } {
  const url = urlOf(text);
  if (url === undefined || url.password === '') return { address: text };
  return { address: shownAs(url), password: decoded(url.password) };
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

function sslModeOf(given = 'verify-full'): SslMode {
  const mode = SSL_MODES.find((known) => known === given);
  if (mode !== undefined) return mode;
  throw wrong(
    given === 'prefer' || given === 'allow'
      ? storeAddress.optionalEncryption(given)
      : storeAddress.unknownMode(SSL_MODES),
  );
}

/** An address of a socket may lack the host before its path, which URL requires. */
function urlOf(text: string): URL | undefined {
  const whole = text.replace(/^([a-z]+:\/\/[^/@]*@)\//, '$1localhost/');
  return URL.canParse(whole) ? new URL(whole) : undefined;
}

function shownAs(url: URL): string {
  const shown = new URL(url);
  shown.password = '';
  return shown.href;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong(storeAddress.brokenEscape);
  }
}

function wrong(why: Message): PayctlError {
  return new PayctlError('CONFIG', why, { executed: 'no' });
}
