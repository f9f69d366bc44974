import { FAMILIES, familyName, loadCatalogue } from '../../bank/families.js';
import { listFlags } from '../../bank/flags.js';
import { isLoopback } from '../../client/address.js';
import { howToSet, type Resolved } from '../../config/provenance.js';
import { isReadOnly, resolvedEnvironment } from '../../config/resolve.js';
import type { SecretPlace } from '../../config/secrets.js';
import { isSecretName, isSettingName, type SettingName } from '../../config/settings.js';
import { certificateEnd, loadTls } from '../../config/tls.js';
import { payctl, phrase } from '../../core/command-line.js';
import { joinTexts, type Message } from '../../core/message.js';
import { DAY_MS } from '../../core/time.js';
import { bankChecks, type CheckName } from '../../messages/checks.js';
import { certificates } from '../../messages/settings.js';
import { type CheckContext, type CheckResult, failure, ok, refused, warning } from './finding.js';

/** The settings of this run: whether they are right, enough, and fit each other. */
export async function* checkProfile(resolved: Resolved): AsyncGenerator<CheckResult> {
  const { profile, problems, ignored } = resolved;
  yield ok(
    'profile',
    bankChecks.profile({
      name: profile === 'environment' ? bankChecks.noProfile : profile,
      environment: resolvedEnvironment(resolved),
      readOnly: isReadOnly(resolved),
    }),
  );
  for (const { message, fix } of problems) yield failure('profile', 'CONFIG', message, fix);
  if (ignored.length > 0) {
    yield ok('profile', bankChecks.variablesUnread(ignored.join(', ')));
  }
  for (const name of resolved.unread) yield unreadFinding(name, profile);
  const missing = NEEDED.filter((name) => resolved.values[name] === undefined);
  for (const name of missing) {
    yield failure('profile', 'CONFIG', bankChecks.missing(name), setUp(resolved, name));
  }
  if (missing.length > 0) return;
  // A wrong address is among the problems already.
  if (problems.length === 0) yield addressFinding(resolved);
  yield* checkTestRules(resolved);
  yield* checkFamilies(resolved);
}

/** Kept, because a later version may know it; a secret in clear should not stay there. */
function unreadFinding(name: string, profile: string): CheckResult {
  const unset = payctl.on(profile)`config unset ${name}`;
  if (!isSecretName(name)) {
    return warning('profile', bankChecks.unknownSetting(name), unset);
  }
  return failure(
    'profile',
    'CONFIG',
    bankChecks.secretInSettings(name),
    phrase`${unset}; ${payctl.on(profile)`config set-secret ${name}`}`,
  );
}

const NEEDED = ['baseUrl', 'apiKey'] as const;

/** The bank's test and live addresses differ only in their paths, and only live asks before payments. */
function addressFinding(resolved: Resolved): CheckResult {
  const { baseUrl = '' } = resolved.values;
  const { href, hostname } = new URL(baseUrl);
  // At the beginning of a word: the live address of a bank may well have `latest` or `postage` in it.
  const looksLikeTest = /sandbox|(?<![a-z])(?:test|uat|stag|demo)/i.test(href);
  const isTest = resolvedEnvironment(resolved) === 'test';
  if (isTest && !looksLikeTest && !isLoopback(hostname)) {
    const fix = howToSet(resolved, 'environment', 'live');
    return warning('address', bankChecks.looksLive(baseUrl), fix);
  }
  if (!isTest && looksLikeTest) {
    const fix = howToSet(resolved, 'environment', 'test');
    return warning('address', bankChecks.looksLikeTest(baseUrl), fix);
  }
  return ok('address', bankChecks.address(baseUrl));
}

/** The rules of the test environment for references and the company id. */
function* checkTestRules(resolved: Resolved): Generator<CheckResult> {
  if (resolvedEnvironment(resolved) !== 'test') return;
  const { outTradeNoPrefix, companyId } = resolved.values;
  if (outTradeNoPrefix === undefined || !/^[A-Za-z]{3}$/.test(outTradeNoPrefix)) {
    const why =
      outTradeNoPrefix === undefined
        ? bankChecks.prefixMissing
        : bankChecks.prefixWrong(outTradeNoPrefix);
    const fix = howToSet(resolved, 'outTradeNoPrefix', 'ABC');
    yield warning('test rules', why, fix);
  } else yield ok('test rules', bankChecks.prefixNeeded(outTradeNoPrefix));
  if (companyId !== undefined && !/^[0-9]+$/.test(companyId)) {
    const fix = howToSet(resolved, 'companyId');
    yield warning('test rules', bankChecks.companyIdWrong(companyId), fix);
  }
}

/** Which commands need flags each time, because the profile lacks their settings. */
async function* checkFamilies(resolved: Resolved): AsyncGenerator<CheckResult> {
  const wanted = await settingsByFamily();
  const complete: string[] = [];
  for (const [family, names] of wanted) {
    const missing = [...names].filter((name) => resolved.values[name] === undefined);
    if (missing.length === 0) complete.push(family);
    else {
      const why = bankChecks.needsFlags(family, missing.join(', '));
      const fix = joinTexts(missing.map((name) => howToSet(resolved, name)));
      yield warning('commands', why, fix);
    }
  }
  if (complete.length > 0) yield ok('commands', bankChecks.complete(complete.join(', ')));
}

async function settingsByFamily(): Promise<Map<string, Set<SettingName>>> {
  const wanted = new Map<string, Set<SettingName>>();
  for (const operation of await loadCatalogue()) {
    const family = familyName(operation.id);
    const names = wanted.get(family) ?? new Set();
    for (const { setting: name, required } of listFlags(operation)) {
      if (required && name !== undefined && isSettingName(name)) names.add(name);
    }
    wanted.set(family, names);
  }
  return wanted;
}

function setUp(resolved: Resolved, name: SettingName): Message {
  const fix = howToSet(resolved, name);
  return resolved.profile === 'environment' ? bankChecks.initOr(fix) : fix;
}

/** Renewing a certificate takes people and paperwork: a month's notice. */
const SOON_DAYS = 30;

interface Expiry {
  ends(days: number): Message;
  ended: Message;
  fix: Message;
}

/** How long a certificate still lasts: `left` in milliseconds, negative once it has ended. */
export function expiry(check: CheckName, left: number, { ends, ended, fix }: Expiry): CheckResult {
  const days = Math.floor(left / DAY_MS);
  if (days < 0) return failure(check, 'TLS', ended, fix);
  return days > SOON_DAYS ? ok(check, ends(days)) : warning(check, ends(days), fix);
}

/** The access token: a cached one, or a new one where the bank may be asked. */
export async function checkToken(context: CheckContext, mayAsk: boolean): Promise<CheckResult> {
  const { clock } = context.host;
  const minutesUntil = (at: number) => Math.max(1, Math.round((at - clock.now()) / 60_000));
  try {
    if (mayAsk) {
      const session = await context.session();
      const { token } = await session.token((await FAMILIES.token.load()).issue);
      return ok('token', bankChecks.tokenValid(minutesUntil(token.expiresAt)));
    }
    const token = await (await context.tokens()).read('application');
    if (token && token.expiresAt > clock.now()) {
      return ok('token', bankChecks.tokenCached(minutesUntil(token.expiresAt)));
    }
    return warning('token', bankChecks.noToken, payctl`token`);
  } catch (error) {
    return refused('token', error);
  }
}

/** The keyring, where the secret comes from, and the client certificate. */
export async function* checkCredentials(
  context: CheckContext,
  resolved: Resolved,
): AsyncGenerator<CheckResult> {
  yield await keyringFinding(context);
  yield await secretFinding(context, resolved);
  yield await certificateFinding(context, resolved);
}

async function keyringFinding({ host: { keyring } }: CheckContext): Promise<CheckResult> {
  try {
    await keyring.get('doctor');
    return ok('keyring', bankChecks.keyringAnswers);
  } catch {
    return ok('keyring', bankChecks.noKeyring);
  }
}

async function secretFinding(context: CheckContext, resolved: Resolved): Promise<CheckResult> {
  const { profile } = resolved;
  try {
    const stores = await context.secrets();
    const secret = await stores.read(resolved, 'apiSecret');
    if (secret) return ok('secret', bankChecks.secretFrom(PLACES[secret.place]));
    const fix =
      profile === 'environment'
        ? bankChecks.giveSecret
        : payctl.on(profile)`config set-secret apiSecret`;
    return failure('secret', 'CONFIG', bankChecks.missing('apiSecret'), fix);
  } catch (error) {
    return refused('secret', error);
  }
}

const PLACES: Readonly<Record<SecretPlace, Message>> = {
  environment: bankChecks.fromEnvironment,
  command: bankChecks.fromCommand,
  file: bankChecks.fromFile,
  keyring: bankChecks.fromKeyring,
  profile: bankChecks.fromBuiltIn,
};

async function certificateFinding(context: CheckContext, resolved: Resolved): Promise<CheckResult> {
  const check = 'certificate';
  try {
    const material = await loadTls(context.host, resolved, await context.secrets());
    const end = material && (await certificateEnd(material));
    if (end === undefined) return ok(check, bankChecks.noCertificate);
    return expiry(check, end - context.host.clock.now(), {
      ends: bankChecks.certificateEnds,
      ended: bankChecks.certificateEnded,
      fix: certificates.askBankToRenew,
    });
  } catch (error) {
    return refused(check, error);
  }
}
