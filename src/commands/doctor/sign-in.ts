import { proxyFor, proxySettings } from '../../client/address.js';
import { connectionFixes, howToSet, type Resolved, settingFix } from '../../config/provenance.js';
import { loadAuthorities } from '../../config/tls.js';
import { payctl } from '../../core/command-line.js';
import { address } from '../../messages/address.js';
import { bankChecks } from '../../messages/checks.js';
import { type CheckContext, type CheckResult, failure, ok, refused, warning } from './finding.js';
import { buffers, LIMIT_MS, unreachable } from './network.js';

/** Where a provider of OpenID Connect describes itself. */
const DESCRIPTION = '/.well-known/openid-configuration';

/** The way to the provider at which people sign in to a console for a team, without credentials. */
export async function checkSignIn(
  { host, network }: CheckContext,
  resolved: Resolved,
  issuer: string,
): Promise<CheckResult> {
  if (network === undefined) {
    return warning('sign-in', bankChecks.skipped, payctl`doctor`);
  }
  const url = new URL(issuer.replace(/\/$/, '') + DESCRIPTION);
  const fixes = {
    ...connectionFixes(resolved, host.env),
    baseUrl: settingFix(resolved, 'consoleIssuer'),
    ca: bankChecks.rootOfProvider(howToSet(resolved, 'consoleCa', 'FILE')),
  };
  const proxy = proxyFor(url, proxySettings(host.env, resolved.values.proxy));
  if (proxy === 'unusable') return failure('sign-in', 'CONFIG', address.unusableProxy, fixes.proxy);
  let ca: Uint8Array | undefined;
  try {
    ca = await loadAuthorities(host, resolved, 'consoleCa');
  } catch (error) {
    return refused('sign-in', error);
  }
  try {
    const tls = buffers({ ca });
    const { status } = await network.probe(url, { tls, proxy, timeoutMs: LIMIT_MS });
    if (status === 200) return ok('sign-in', bankChecks.providerAnswers(url.host));
    const message = bankChecks.noProvider(url.href, status);
    return failure('sign-in', 'UNAVAILABLE', message, fixes.baseUrl);
  } catch (error) {
    return unreachable(error, url, proxy, fixes, 'sign-in');
  }
}
