import { bankAddress, bankFromEnvironment } from '../config/names.js';
import type { Origin, Resolved } from '../config/provenance.js';
import type { Host } from '../host/host.js';
import type { Paths } from '../state/paths.js';
import type { Selection } from './run-options.js';

/** The profile of a run. */
export interface Profile {
  name: string;
  environment: 'test' | 'live';
  readOnly: boolean;
  /** Where readOnly was set. */
  readOnlyBy?: Origin;
  resolved: Resolved;
  /** The value of a setting from environment, profile or default. */
  settings(name: string): string | undefined;
}

/** The profile that flag, environment and file select. */
export async function readProfile(
  host: Host,
  paths: Paths,
  selection: Selection,
): Promise<Profile> {
  const { resolvedEnvironment, isReadOnly, resolve } = await import('../config/resolve.js');
  const { SANDBOX_PROFILE } = await import('../sandbox/seed/profile.js');
  const baseUrl = bankAddress(SANDBOX_PROFILE.baseUrl, bankFromEnvironment(host.env));
  const builtIn = { ...SANDBOX_PROFILE, baseUrl };
  const resolved = resolve(host, paths, selection, builtIn);
  const values: Partial<Record<string, string>> = resolved.values;
  return {
    name: resolved.profile,
    environment: resolvedEnvironment(resolved),
    readOnly: isReadOnly(resolved),
    readOnlyBy: resolved.origins.readOnly,
    resolved,
    settings: (name) => values[name],
  };
}
