import type { Fixes } from '../client/network-failure.js';
import { howToSet, placeOf, type Resolved } from './resolve.js';
import type { SecretStores } from './secrets.js';
import { type SettingName, variableOf } from './settings.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** What mends the way to the bank: each setting with the place that it comes from. */
export function fixesOf(resolved: Resolved, env: Environment): Fixes {
  const { baseUrl = '' } = resolved.values;
  return {
    baseUrl: `is ${baseUrl}, ${fromPlace(resolved, 'baseUrl')}, right? ${howToSet(resolved, 'baseUrl', 'https://…')}`,
    proxy: `is the proxy, ${proxyPlace(resolved, env)}`,
    clientCert: certificateFix(resolved),
    ca: `${howToSet(resolved, 'ca', 'FILE')} with the root certificate that the bank names`,
  };
}

function proxyPlace(resolved: Resolved, env: Environment): string {
  if (resolved.values.proxy !== undefined) {
    const fix = howToSet(resolved, 'proxy', 'http://HOST:PORT');
    return `${fromPlace(resolved, 'proxy')}, right? ${fix}`;
  }
  const variable = env.https_proxy ? 'https_proxy' : 'HTTPS_PROXY';
  return `from ${variable}, right? export ${variable}=http://HOST:PORT, or name the bank in NO_PROXY`;
}

function certificateFix(resolved: Resolved): string {
  const { clientCert, clientPfx } = resolved.values;
  const name = clientPfx === undefined ? 'clientCert' : 'clientPfx';
  const fix = howToSet(resolved, name, 'FILE');
  const pair = clientPfx === undefined ? `${fix}; ${howToSet(resolved, 'clientKey', 'FILE')}` : fix;
  if (clientCert === undefined && clientPfx === undefined) return pair;
  return `is ${resolved.values[name]}, ${fromPlace(resolved, name)}, right? ${pair}`;
}

/** Where the credentials come from, and what gives others, for a person whom the bank refused. */
export function credentialsOf(
  resolved: Resolved,
  stores: SecretStores,
): { from: string; fix: string } {
  const { profile } = resolved;
  const key = fromPlace(resolved, 'apiKey');
  const { place, mark } = stores.source(resolved);
  const anew = `payctl config set-secret apiSecret -p ${profile}`;
  const command = `run what ${placeOf('secretCommand', resolved)} says by hand: does it print the right one? ${howToSet(resolved, 'secretCommand')}`;
  const [from, fix] = {
    environment: [`from ${mark}`, `export ${mark}=…`],
    profile: ['of the built-in profile', 'payctl sandbox reset'],
    command: [`printed by ${placeOf('secretCommand', resolved)}`, command],
    file: [`from its file ${stores.fileOf(profile, 'apiSecret')}`, anew],
    keyring: ['from the keyring', anew],
  }[place];
  return {
    from: `apiKey ${key}, apiSecret ${from}`,
    fix: `for another secret: ${fix}; for another key: ${howToSet(resolved, 'apiKey')}`,
  };
}

/** `from PAYCTL_API_KEY`, `from the profile shop`. */
function fromPlace({ origins, profile }: Resolved, name: SettingName): string {
  if (origins[name] === 'environment') return `from ${variableOf(name)}`;
  return origins[name] === 'profile' ? `from the profile ${profile}` : 'the default';
}
