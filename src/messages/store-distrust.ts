import { area } from '../core/message.js';

/** Why nothing that must happen once may rest on a shared store. */
export const storeDistrust = area('store-distrust', () => ({
  forgotten:
    'the shared store was restored or failed over, and may have forgotten what was sent before; nothing was sent',
  acceptFailover: 'find out what the bank has, then: payctl store accept-failover',
  oldPrimary:
    'this server is the old primary of the shared store: a newer one took over from it; nothing was sent',
  nameNewer:
    'name the newer one: payctl config set store postgres://…; where that one is lost for good, promote this one anew (pg_ctl promote) until its timeline is not lower',
  left: (machines: string) =>
    `${machines} took everything out of the shared store and may charge over its files, which this machine does not see; nothing was sent`,
  bringBack: (machines: string) =>
    `bring it back, on ${machines}: payctl store import; or leave the store here as well: payctl store export`,
  alone:
    'the shared store was declared synchronous, and now no standby has to confirm a claim (synchronous_standby_names is empty); nothing was sent',
  nameStandbys:
    'set synchronous_standby_names at the server; to go on without a standby: payctl store accept-async',
}));
