import { area } from '../core/message.js';

/** Why a program, a server and the schema or key of a shared store do not fit. */
export const storeSchema = area('store-schema', () => ({
  noSchema: 'the shared store has no schema of payctl',
  tooOld: ({ schema, least, most }: { schema: number; least: number; most: number }) =>
    `the shared store has schema ${schema}, and this version of payctl needs ${least} or ${most}`,
  /** `needed`: empty where the store does not say. */
  tooNew: ({ schema, program, needed }: { schema: number; program: string; needed: string }) =>
    `the shared store has schema ${schema}, which payctl ${program} is too old for${needed === '' ? '' : `: it needs ${needed}`}`,
  installNewer: 'install a newer version of payctl',
  oldServer: (version: string) =>
    `the shared store is PostgreSQL ${version}; payctl needs 14 or newer`,
  upgradeServer: 'upgrade the server, or name another as store',
  otherKey: (own: readonly string[], store: string) =>
    `this machine has another key (${own.join(', ')}) than the shared store (${store || 'none'})`,
  sealedOtherwise: (store: string, own: string) =>
    `the shared store is sealed with another key (${store}) than this machine has (${own})`,
  setKey: {
    terminal: 'payctl config set-secret storeKey, or PAYCTL_STORE_KEY, with the key of the store',
    code: 'give the key of the store as storeKey',
  },
}));
