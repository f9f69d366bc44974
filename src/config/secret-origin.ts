import { PayctlError } from '../core/errors.js';
import type { Resolved } from './provenance.js';
import { type SecretName, setting, variableOf } from './settings.js';

/** Scheme, host and port; undefined for what is not an address. */
export function originOf(address: unknown): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  const { origin, protocol, host } = new URL(address);
  return origin === 'null' ? `${protocol}//${host}` : origin;
}

/** The setting with the address that a secret is for. */
export function homeOf(name: SecretName): 'baseUrl' | 'store' {
  return setting(name).shared ? 'store' : 'baseUrl';
}

/** What is kept for one address goes to no other, no matter what names the other. */
export function refuseForeign(resolved: Resolved, name: SecretName, origin: string): void {
  const { values, own, profile, origins } = resolved;
  const home = homeOf(name);
  const asked = originOf(values[home]);
  if (asked === undefined || asked === origin) return;
  const foreign = origins[home] === 'environment' && originOf(own[home]) === origin;
  const from = foreign ? variableOf(home) : describe(resolved, home);
  throw new PayctlError(
    'CONFIG',
    `the ${name} of the profile ${profile} belongs to ${origin}, but ${from} names ${asked}`,
    {
      hint: foreign
        ? `unset ${variableOf(home)}, or give ${variableOf(name)} too`
        : `payctl config set-secret ${name} -p ${profile} stores one for the new address`,
    },
  );
}

function describe({ origins }: Resolved, home: 'baseUrl' | 'store'): string {
  return origins[home] === 'environment' ? variableOf(home) : `its ${home} now`;
}
