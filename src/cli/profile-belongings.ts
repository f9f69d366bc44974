import type { Grant, TokenStore } from '../client/connection.js';
import { PayctlError } from '../errors.js';
import type { Context } from './context.js';
import { notePlace, SECRET_NAMES } from './secret-input.js';
import { createWiring } from './wiring.js';

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
  const stores = await context.wiring.secrets();
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
  const stores = await context.wiring.secrets();
  for (const name of SECRET_NAMES) await stores.delete(profile, name);
}

/** undefined where the profile is not complete enough to have ever had one. */
async function tokensOf(context: Context, profile: string): Promise<TokenStore | undefined> {
  const globals = { ...context.globals, profile, sandbox: false };
  try {
    return await createWiring(context.host, globals, context.signals).tokens();
  } catch (error) {
    if (error instanceof PayctlError && error.exitClass === 'CONFIG') return undefined;
    throw error;
  }
}
