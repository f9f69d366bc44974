import { GRANTS, Secret, type TokenStore } from '../../client/connection.js';
import { SECRET_NAMES, type SecretName } from '../../config/settings.js';
import { PayctlError, usageError } from '../../core/errors.js';
import { profileCommands as words } from '../../messages/profile-commands.js';
import type { Services } from '../../runtime/services.js';

const LIMIT = 64 * 1024;

/** A secret from a hidden prompt, or from standard input where that is not a terminal. */
export async function askSecret(services: Services, name: SecretName): Promise<Secret> {
  const typed = await services.door.askSecret(name);
  if (typed !== undefined) return checkSecret(name, typed);
  const bytes = await services.host.stdin.readAll(LIMIT);
  return checkSecret(name, new TextDecoder().decode(bytes).replace(/\r?\n$/, ''));
}

function checkSecret(name: SecretName, text: string): Secret {
  if (text !== '' && !/[\r\n]/.test(text)) return new Secret(text);
  throw usageError(words.oneLineNeeded(name), words.typeOrPipe);
}

export async function keepSecret(
  services: Services,
  profile: string,
  name: SecretName,
  secret: Secret,
  where?: 'keyring' | 'file',
): Promise<void> {
  const stores = await services.secrets();
  await notePlace(services, profile, name, await stores.store(profile, name, secret, where));
}

/** Says where the secret is kept; a file is worth a warning. */
async function notePlace(
  services: Services,
  profile: string,
  name: SecretName,
  place: 'file' | 'keyring',
): Promise<void> {
  const stores = await services.secrets();
  if (place === 'keyring') return services.note(words.inKeyring(name, profile));
  const file = stores.secretFile(profile, name);
  await services.warn(words.inFile({ secret: name, name: profile, file }));
}

/** Moves secrets and tokens, so that a renamed profile keeps working and its user stays logged in. */
export async function moveBelongings(
  services: Services,
  from: string,
  to: string,
  rename: () => Promise<void>,
): Promise<void> {
  const old = await tokensIfComplete(services, from);
  // Read before the rename: tokens are found by the secret that bought them.
  const tokens = await Promise.all(GRANTS.map(async (grant) => old?.read(grant)));
  const stores = await services.secrets();
  const secrets = await Promise.all(SECRET_NAMES.map((name) => stores.take(from, name)));
  await rename();
  for (const [index, name] of SECRET_NAMES.entries()) {
    const secret = secrets[index];
    if (secret) await notePlace(services, to, name, await stores.put(to, name, secret));
  }
  const renamed = old && (await tokensIfComplete(services, to));
  for (const [index, grant] of GRANTS.entries()) {
    const token = tokens[index];
    if (token) await renamed?.write(grant, token);
  }
  await old?.clear();
  // Deleted only after the copies, so that a crash loses nothing.
  for (const name of SECRET_NAMES) await stores.delete(from, name);
}

export async function deleteBelongings(services: Services, profile: string): Promise<void> {
  await (await tokensIfComplete(services, profile))?.clear();
  const stores = await services.secrets();
  for (const name of SECRET_NAMES) await stores.delete(profile, name);
}

/** undefined if the profile is too incomplete to have tokens. */
async function tokensIfComplete(
  services: Services,
  profile: string,
): Promise<TokenStore | undefined> {
  try {
    return await services.onProfile(profile).tokens();
  } catch (error) {
    if (error instanceof PayctlError && error.exitClass === 'CONFIG') return undefined;
    throw error;
  }
}
