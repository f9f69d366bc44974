import { area } from '../core/message.js';

/** Charges, transfers and slips that lie in a shared store. */
export const storeClaims = area('store-claims', () => ({
  notImported: 'files of this machine hold charges that the shared store lacks; nothing was sent',
  displaced: (place: string) => `${place}: the shared store has another charge in its place`,
  linesMissing: 'the lines are missing',
  outcomeWaits: (why: string) =>
    `${why}; the outcome is kept on this machine, and the next command uploads it to the shared store`,
  outcomeStays: (why: string) => `${why}; its outcome stays on this machine`,
  unreadable: (name: string) => `the outcome that waits here as ${name} cannot be read`,
  unopened: (why: string) =>
    `an outcome waits on this machine for the shared store and cannot be opened (${why}): with its old key it goes up, PAYCTL_STORE_KEY_NEW=OLD_KEY payctl store status`,
  damagedTransfer: (place: string) =>
    `the record of an initiated transfer is damaged: ${place}; nothing was sent`,
  askBank: 'ask the bank what it has under this reference',
  mayNotArchive: (user: string, owner: string) =>
    `${user} may not take lines out of the shared store: that needs the rights of ${owner}`,
  nameOwner:
    'name a user who has them, for this command alone: PAYCTL_STORE=postgres://USER@HOST:PORT/DATABASE',
  seenOn: (moment: string, machine: string) => `${moment}, on ${machine}`,
  sharedStore: 'the shared store',
}));

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
