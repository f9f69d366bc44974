import { type Grant, Secret, type TokenStore } from '../../client/connection.js';
import type { SecretName } from '../../config/settings.js';
import { PayctlError, usageError } from '../../core/errors.js';
import type { Text } from '../../core/message.js';
import { profileCommands as words } from '../../messages/profile-commands.js';
import type { Context } from '../../runtime/context.js';
import { askYes } from '../../runtime/safety.js';
import { Services } from '../../runtime/services.js';

export const SECRET_NAMES: readonly SecretName[] = [
  'apiSecret',
  'clientKeyPassphrase',
  'storePassword',
  'storeKey',
];
const LIMIT = 64 * 1024;

/** A secret from a hidden prompt, or from standard input where that is not a terminal. */
export async function askSecret(context: Context, name: SecretName): Promise<Secret> {
  const { host, globals } = context;
  if (host.stdin.isTTY && globals.input) {
    const { password } = await import('../../host/prompt.js');
    return checked(name, await password(host, name));
  }
  const bytes = await host.stdin.readAll(LIMIT);
  return checked(name, new TextDecoder().decode(bytes).replace(/\r?\n$/, ''));
}

function checked(name: SecretName, text: string): Secret {
  if (text !== '' && !/[\r\n]/.test(text)) return new Secret(text);
  throw usageError(words.oneLineNeeded(name), words.typeOrPipe);
}

export async function keepSecret(
  context: Context,
  profile: string,
  name: SecretName,
  secret: Secret,
  where?: 'keyring' | 'file',
): Promise<void> {
  const stores = await context.services.secrets();
  await notePlace(context, profile, name, await stores.store(profile, name, secret, where));
}

/** A file is worth a warning that names it. */
async function notePlace(
  context: Context,
  profile: string,
  name: SecretName,
  place: 'file' | 'keyring',
): Promise<void> {
  const stores = await context.services.secrets();
  if (place === 'keyring') return context.note(words.inKeyring(name, profile));
  const file = stores.fileOf(profile, name);
  await context.warn(words.inFile({ secret: name, name: profile, file }));
}

/** A person's yes, or --yes. */
export async function confirmed(context: Context, question: Text): Promise<void> {
  await askYes(context, question, {
    unasked: words.cannotAsk(question),
    refused: words.answeredNo,
  });
}

const GRANTS: readonly Grant[] = ['application', 'user'];

/** Takes secrets and tokens along, so that a renamed profile works on, its user still logged in. */
export async function moveBelongings(
  context: Context,
  from: string,
  to: string,
  rename: () => Promise<void>,
): Promise<void> {
  const old = await tokensOf(context, from);
  // Read while their secret is there: no other finds them.
  const tokens = await Promise.all(GRANTS.map(async (grant) => old?.read(grant)));
  await rename();
  const stores = await context.services.secrets();
  for (const name of SECRET_NAMES) {
    const place = await stores.copy(from, to, name);
    if (place) await notePlace(context, to, name, place);
    // Gone from the old place only now that the new one holds it.
    await stores.delete(from, name);
  }
  const renamed = old && (await tokensOf(context, to));
  for (const [index, grant] of GRANTS.entries()) {
    const token = tokens[index];
    if (token) await renamed?.write(grant, token);
  }
  await old?.clear();
}

export async function deleteBelongings(context: Context, profile: string): Promise<void> {
  await (await tokensOf(context, profile))?.clear();
  const stores = await context.services.secrets();
  for (const name of SECRET_NAMES) await stores.delete(profile, name);
}

/** undefined where the profile is not complete enough to have ever had one. */
async function tokensOf(context: Context, profile: string): Promise<TokenStore | undefined> {
  const globals = { ...context.globals, profile, sandbox: false };
  try {
    return await new Services(
      context.host,
      globals,
      context.signals,
      context.services.tell,
    ).tokens();
  } catch (error) {
    if (error instanceof PayctlError && error.exitClass === 'CONFIG') return undefined;
    throw error;
  }
}
