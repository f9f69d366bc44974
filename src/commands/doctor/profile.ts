import { FAMILIES, loadCatalogue } from '../../bank/families.js';
import { flagsOf } from '../../bank/flags.js';
import { isLoopback } from '../../client/address.js';
import { howToSet, type Resolved } from '../../config/provenance.js';
import { environmentOf, isReadOnly } from '../../config/resolve.js';
import type { SecretPlace } from '../../config/secrets.js';
import { isSecretName, isSettingName, type SettingName } from '../../config/settings.js';
import { certificateEnd, loadTls } from '../../config/tls.js';
import { DAY_MS } from '../../core/time.js';
import { type CheckContext, type Finding, failure, ok, refused, warning } from './finding.js';

/** The settings of this run: whether they are right, enough, and fit each other. */
export async function* checkProfile(resolved: Resolved): AsyncGenerator<Finding> {
  const { profile, problems, ignored } = resolved;
  const what = isReadOnly(resolved) ? ', read-only' : '';
  const source = profile === 'environment' ? 'none: settings come from the environment' : profile;
  yield ok('profile', `${source} (${environmentOf(resolved)}${what})`);
  for (const { message, fix } of problems) yield failure('profile', 'CONFIG', message, fix);
  if (ignored.length > 0) {
    yield ok(
      'profile',
      `not read, because the command line names the profile: ${ignored.join(', ')}`,
    );
  }
  for (const name of resolved.unread) yield unreadFinding(name, profile);
  const missing = NEEDED.filter((name) => resolved.values[name] === undefined);
  for (const name of missing) {
    yield failure('profile', 'CONFIG', `there is no ${name}`, setUp(resolved, name));
  }
  if (missing.length > 0) return;
  // A wrong address is among the problems already.
  if (problems.length === 0) yield addressFinding(resolved);
  yield* checkTestRules(resolved);
  yield* checkFamilies(resolved);
}

/** Kept, because a later version may know it; a secret in clear should not stay there. */
function unreadFinding(name: string, profile: string): Finding {
  const unset = `payctl config unset ${name} -p ${profile}`;
  if (!isSecretName(name)) {
    return warning('profile', `it holds ${name}, which payctl does not know`, unset);
  }
  const why = `${name} is in the settings file, where it is not read`;
  return failure(
    'profile',
    'CONFIG',
    why,
    `${unset}; payctl config set-secret ${name} -p ${profile}`,
  );
}

const NEEDED = ['baseUrl', 'apiKey'] as const;

/** Test and live differ in the path of the address only, and in whether money commands ask. */
function addressFinding(resolved: Resolved): Finding {
  const { baseUrl = '' } = resolved.values;
  const { href, hostname } = new URL(baseUrl);
  const looksLikeTest = /sandbox|test|uat|stag|demo/i.test(href);
  const isTest = environmentOf(resolved) === 'test';
  if (isTest && !looksLikeTest && !isLoopback(hostname)) {
    const why = `${baseUrl} does not look like a test address, but environment is test: money commands do not ask`;
    return warning('address', why, howToSet(resolved, 'environment', 'live'));
  }
  if (!isTest && looksLikeTest) {
    const why = `${baseUrl} looks like a test address, but environment is live: its rules are not checked`;
    return warning('address', why, howToSet(resolved, 'environment', 'test'));
  }
  return ok('address', baseUrl);
}

/** What the test environment wants of references and of the company id. */
function* checkTestRules(resolved: Resolved): Generator<Finding> {
  if (environmentOf(resolved) !== 'test') return;
  const { outTradeNoPrefix, companyId } = resolved.values;
  if (outTradeNoPrefix === undefined || !/^[A-Za-z]{3}$/.test(outTradeNoPrefix)) {
    const has = outTradeNoPrefix === undefined ? 'is not set' : `is ${outTradeNoPrefix}`;
    const why = `outTradeNoPrefix ${has}: in the test environment outTradeNo begins with the provider prefix of three letters`;
    yield warning('test rules', why, howToSet(resolved, 'outTradeNoPrefix', 'ABC'));
  } else yield ok('test rules', `outTradeNo must begin with ${outTradeNoPrefix}`);
  if (companyId !== undefined && !/^[0-9]+$/.test(companyId)) {
    const why = `companyId is ${companyId}: in the test environment it must be digits`;
    yield warning('test rules', why, howToSet(resolved, 'companyId'));
  }
}

/** Which commands need flags each time, because the profile lacks what they want. */
async function* checkFamilies(resolved: Resolved): AsyncGenerator<Finding> {
  const wanted = await wantedByFamily();
  const complete: string[] = [];
  for (const [family, names] of wanted) {
    const missing = [...names].filter((name) => resolved.values[name] === undefined);
    if (missing.length === 0) complete.push(family);
    else {
      const why = `${family} needs flags for ${missing.join(', ')}: the profile has no value`;
      yield warning('commands', why, missing.map((name) => howToSet(resolved, name)).join('; '));
    }
  }
  if (complete.length > 0) yield ok('commands', `complete for ${complete.join(', ')}`);
}

async function wantedByFamily(): Promise<Map<string, Set<SettingName>>> {
  const wanted = new Map<string, Set<SettingName>>();
  for (const operation of await loadCatalogue()) {
    const family = operation.id.split('.', 1).join('');
    const names = wanted.get(family) ?? new Set();
    for (const { setting: name, required } of flagsOf(operation)) {
      if (required && name !== undefined && isSettingName(name)) names.add(name);
    }
    wanted.set(family, names);
  }
  return wanted;
}

function setUp(resolved: Resolved, name: SettingName): string {
  const first = resolved.profile === 'environment' ? 'payctl init, or ' : '';
  return first + howToSet(resolved, name);
}

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
    if (material?.pfx) return ok(check, 'the PFX file can be opened');
    const end = material && (await certificateEnd(material));
    if (end === undefined) return ok(check, 'no client certificate is set');
    const now = context.host.clock.now();
    const what = 'the client certificate belongs to its key and';
    return expiry(check, what, end, now, 'ask the bank to renew it');
  } catch (error) {
    return refused(check, error);
  }
}
