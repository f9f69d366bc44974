import { FAMILIES } from '../../bank/families.js';
import type { Resolved } from '../../config/provenance.js';
import type { SecretPlace } from '../../config/secrets.js';
import { certificateEnd, loadTls } from '../../config/tls.js';
import { DAY_MS } from '../../core/time.js';
import { type CheckContext, type Finding, failure, ok, refused, warning } from './finding.js';

/** A certificate is renewed by people and letters: they should begin a month before it ends. */
const SOON_DAYS = 30;

/** How long something still lasts; times are milliseconds since the epoch. */
export function expiry(
  check: string,
  what: string,
  end: number,
  now: number,
  fix: string,
): Finding {
  const days = Math.floor((end - now) / DAY_MS);
  if (days < 0) return failure(check, 'TLS', `${what} has ended`, fix);
  const message = `${what} ends in ${days} days`;
  return days > SOON_DAYS ? ok(check, message) : warning(check, message, fix);
}

/** The access token: a cached one, or a new one where the bank may be asked. */
export async function checkToken(context: CheckContext, mayAsk: boolean): Promise<Finding> {
  const { clock } = context.host;
  try {
    if (mayAsk) {
      const session = await context.session();
      const { token } = await session.token((await FAMILIES.token.load()).issue);
      return ok('token', lasting(token.expiresAt - clock.now()));
    }
    const token = await (await context.tokens()).read('application');
    if (token && token.expiresAt > clock.now()) {
      return ok('token', `in the cache, ${lasting(token.expiresAt - clock.now())}`);
    }
    return warning('token', 'none in the cache, and the bank was not asked', 'payctl token');
  } catch (error) {
    return refused('token', error);
  }
}

function lasting(ms: number): string {
  return `valid for another ${Math.max(1, Math.round(ms / 60_000))} minutes`;
}

/** The keyring, where the secret comes from, and the client certificate. */
export async function* checkCredentials(
  context: CheckContext,
  resolved: Resolved,
): AsyncGenerator<Finding> {
  yield await keyringFinding(context);
  yield await secretFinding(context, resolved);
  yield await certificateFinding(context, resolved);
}

async function keyringFinding({ keyring }: CheckContext): Promise<Finding> {
  try {
    await keyring.get('doctor');
    return ok('keyring', 'answers');
  } catch {
    return ok('keyring', 'not available; secrets are stored in files (mode 0600)');
  }
}

async function secretFinding(context: CheckContext, resolved: Resolved): Promise<Finding> {
  const { profile } = resolved;
  try {
    const stores = await context.secrets();
    const found = await stores.read(resolved, 'apiSecret');
    if (found) return ok('secret', `the apiSecret comes from ${WORDS[found.place]}`);
    const fix =
      profile === 'environment'
        ? 'set PAYCTL_API_SECRET or PAYCTL_SECRET_COMMAND, or name its file by PAYCTL_API_SECRET_FILE'
        : `payctl config set-secret apiSecret -p ${profile}`;
    return failure('secret', 'CONFIG', 'there is no apiSecret', fix);
  } catch (error) {
    return refused('secret', error);
  }
}

const WORDS: Readonly<Record<SecretPlace, string>> = {
  environment: 'the environment',
  command: 'secretCommand',
  file: 'its file',
  keyring: 'the keyring',
  profile: 'the built-in profile',
};

async function certificateFinding(context: CheckContext, resolved: Resolved): Promise<Finding> {
  const check = 'certificate';
  try {
    const material = await loadTls(context.host, resolved, await context.secrets());
    if (material?.pfx) return ok(check, 'the PFX file opens');
    const end = material && (await certificateEnd(material));
    if (end === undefined) return ok(check, 'no client certificate is set');
    const now = context.host.clock.now();
    const what = 'the client certificate belongs to its key and';
    return expiry(check, what, end, now, 'ask the bank to renew it');
  } catch (error) {
    return refused(check, error);
  }
}
