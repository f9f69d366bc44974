import { area } from '../core/message.js';

/** Why nothing that must happen once may rest on a shared store. */
export const storeDistrust = area('store-distrust', () => ({
  forgotten:
    'the shared store was restored or failed over, and may have forgotten what was sent before; nothing was sent',
  acceptFailover: {
    terminal: 'find out what the bank has, then: payctl store accept-failover',
    code: 'whoever operates the store brings it in order: docs/shared-store.md',
  },
  oldPrimary:
    'this server is the old primary of the shared store: a newer one took over from it; nothing was sent',
  nameNewer: {
    terminal:
      'name the newer one: payctl config set store postgres://…; where that one is lost for good, promote this one anew (pg_ctl promote) until its timeline is not lower',
    code: 'name the newer one as store',
  },
  left: (machines: string) =>
    `${machines} took everything out of the shared store and may charge over its files, which this machine does not see; nothing was sent`,
  bringBack: {
    terminal: (machines: string) =>
      `bring it back, on ${machines}: payctl store import; or leave the store here as well: payctl store export`,
    code: () => 'whoever operates the store brings it in order: docs/shared-store.md',
  },
  alone:
    'the shared store was declared synchronous, and now no standby has to confirm a claim (synchronous_standby_names is empty); nothing was sent',
  nameStandbys: {
    terminal:
      'set synchronous_standby_names at the server; to go on without a standby: payctl store accept-async',
    code: 'set synchronous_standby_names at the server',
  },
}));
