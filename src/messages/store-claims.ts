import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';
import { ASK_OPERATOR } from './wording.js';

/** Charges, transfers and slips that lie in a shared store. */
export const storeClaims = area('store-claims', () => ({
  notImported: 'files of this machine hold charges that the shared store lacks; nothing was sent',
  displaced: (place: string) => `the shared store has another charge in the place of ${place}`,
  linesMissing: 'the lines are missing',
  outcomeWaits: (why: string) =>
    `${why}; the outcome is kept on this machine, and uploaded to the shared store by whatever runs next`,
  outcomeStays: (why: string) => `${why}; its outcome stays on this machine`,
  unreadable: (name: string) => `the outcome that waits here as ${name} cannot be read`,
  unopened: {
    terminal: (why: string) =>
      phrase`an outcome waits on this machine for the shared store and cannot be opened (${why}): with its old key it goes up, PAYCTL_STORE_KEY_NEW=OLD_KEY ${payctl`store status`}`,
    code: (why: string) =>
      `an outcome waits on this machine for the shared store and cannot be opened (${why}): it was sealed with another storeKey`,
  },
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
  acceptFailover: {
    terminal: phrase`find out what the bank has, then: ${payctl`store accept-failover`}`,
    code: ASK_OPERATOR,
  },
  oldPrimary:
    'this server is the old primary of the shared store: a newer one took over from it; nothing was sent',
  nameNewer: {
    terminal: phrase`name the newer one: ${payctl.ofSettings`config set store postgres://…`}; where that one is lost for good, promote this one anew (pg_ctl promote) until its timeline is not lower`,
    code: 'name the newer one as store',
  },
  left: (machines: string) =>
    `${machines} took everything out of the shared store and may charge over its files, which this machine does not see; nothing was sent`,
  bringBack: {
    terminal: (machines: string) =>
      phrase`bring it back, on ${machines}: ${payctl`store import`}; or leave the store here as well: ${payctl`store export`}`,
    code: () => ASK_OPERATOR,
  },
  alone:
    'the shared store was declared synchronous, and now no standby has to confirm a claim (synchronous_standby_names is empty); nothing was sent',
  nameStandbys: {
    terminal: phrase`set synchronous_standby_names at the server; to go on without a standby: ${payctl`store accept-async`}`,
    code: 'set synchronous_standby_names at the server',
  },
}));
