import { area } from '../core/message.js';

/** Charges, transfers and slips that lie in a shared store. */
export const storeClaims = area('store-claims', () => ({
  notImported: 'files of this machine hold charges that the shared store lacks; nothing was sent',
  displaced: (place: string) => `${place}: the shared store has another charge in its place`,
  linesMissing: 'the lines are missing',
  outcomeWaits: (why: string) =>
    `${why}; the outcome is kept on this machine, and uploaded to the shared store by whatever runs next`,
  outcomeStays: (why: string) => `${why}; its outcome stays on this machine`,
  unreadable: (name: string) => `the outcome that waits here as ${name} cannot be read`,
  unopened: {
    terminal: (why: string) =>
      `an outcome waits on this machine for the shared store and cannot be opened (${why}): with its old key it goes up, PAYCTL_STORE_KEY_NEW=OLD_KEY payctl store status`,
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
