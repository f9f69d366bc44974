import { PayctlError } from '../core/errors.js';
import type { Resolved } from './provenance.js';
import { type SecretName, variableOf } from './settings.js';

/** Scheme, host and port; undefined for what is not an address. */
export function originOf(address: unknown): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  return new URL(address).origin;
}

/** What is kept for one address goes to no other, no matter what names the other. */
export function refuseForeign(resolved: Resolved, name: SecretName, origin: string): void {
  const { values, own, profile, origins } = resolved;
  const asked = originOf(values.baseUrl);
  if (asked === undefined || asked === origin) return;
  const foreign = origins.baseUrl === 'environment' && originOf(own.baseUrl) === origin;
  const from = foreign ? variableOf('baseUrl') : describe(resolved);
  throw new PayctlError(
    'CONFIG',
    `the ${name} of the profile ${profile} belongs to ${origin}, but ${from} names ${asked}`,
    {
      hint: foreign
        ? `unset ${variableOf('baseUrl')}, or give ${variableOf(name)} too`
        : `payctl config set-secret ${name} -p ${profile} stores one for the new address`,
    },
  );
}

function describe({ origins }: Resolved): string {
  return origins.baseUrl === 'environment' ? variableOf('baseUrl') : 'its baseUrl now';
}
