import { join } from 'node:path';
import type { Host } from '../../host/host.js';
import type { StoreAddress, StoreHost } from './address.js';

type Machine = Pick<Host, 'env' | 'files' | 'platform'>;

const LONGEST = 1_048_576;

/** The password that libpq would take: of PGPASSWORD, or of its password file. */
export function libpqPassword(
  machine: Machine,
  address: StoreAddress,
  at: StoreHost,
): string | undefined {
  return machine.env.PGPASSWORD || findPassword(machine, address, at);
}

function findPassword(
  machine: Machine,
  { database, user }: StoreAddress,
  { path: socket, host, port }: StoreHost,
): string | undefined {
  const path = passwordFile(machine);
  const stat = path === undefined ? undefined : machine.files.statForeign(path);
  if (path === undefined || stat === undefined) return undefined;
  // As libpq: a password that others can read is none.
  if (machine.platform !== 'win32' && (stat.mode & 0o077) !== 0) return undefined;
  const bytes = machine.files.readForeign(path, LONGEST);
  const lines = bytes === undefined ? [] : Buffer.from(bytes).toString().split(/\r?\n/);
  // The host of a socket is its directory, or `localhost` for libpq's default one, which payctl does not know.
  const hosts = socket === undefined ? [host] : [host, 'localhost'];
  const wanted = [hosts, [String(port)], [database], [user]];
  for (const line of lines) {
    if (line === '' || line.startsWith('#')) continue;
    const [password, ...fields] = splitFields(line).reverse();
    const given = fields.reverse();
    if (given.length !== 4 || password === undefined) continue;
    if (given.every((field, at) => field === '*' || wanted[at]?.includes(field))) return password;
  }
  return undefined;
}

/** Colons apart; a backslash keeps the next character as it is. */
function splitFields(line: string): string[] {
  const fields = [''];
  for (const [token, escaped] of line.matchAll(/\\(.)|./gsu)) {
    if (token === ':' && fields.length < 5) fields.push('');
    else fields[fields.length - 1] += escaped ?? token;
  }
  return fields;
}

function passwordFile({ env, platform }: Machine): string | undefined {
  if (env.PGPASSFILE) return env.PGPASSFILE;
  if (platform === 'win32') return env.APPDATA && join(env.APPDATA, 'postgresql', 'pgpass.conf');
  return env.HOME && join(env.HOME, '.pgpass');
}
