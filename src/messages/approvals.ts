import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';

/** Proposals, and what a second person says of them. `charge` is as a person names it: ewallet refund ABC123. */
export const approvalMessages = area('approvals', () => ({
  unknown: (id: string) => `there is no proposal ${id}`,
  changed: (id: string, why: string) =>
    `what was said of the proposal ${id} was changed (${why}); nothing was sent`,
  notOurs: 'it is no line of a proposal',
  verify: payctl`journal verify`,
  proposedOtherwise: (charge: string, id: string) =>
    `${charge} is proposed with other contents (${id}); nothing was written`,
  chargedAlready: (charge: string, since: string, user: string) =>
    `${charge} was charged already (${since}${user && `, by ${user}`}); nothing was proposed`,
  chargedWithout: (charge: string, since: string, user: string) =>
    `${charge} was charged without this proposal (${since}${user && `, by ${user}`}); nothing was sent`,
  ownProposal: (id: string) =>
    `the proposal ${id} is your own, or was made with the same account on this machine; nothing was sent`,
  anotherPerson: {
    terminal: (withdraw: string) =>
      `another person releases it, with another account or on another machine; to withdraw it: ${withdraw}`,
    page: () => 'Another person releases it. You may withdraw it.',
  },
  erased: (id: string) => `what the proposal ${id} would send was erased; nothing was sent`,
  proposeAnew: {
    terminal: 'propose it anew, by the same command with --propose --note',
    page: 'It may be proposed anew.',
  },
  expired: (id: string, at: string) => `the proposal ${id} expired on ${at}; nothing was sent`,
  refused: (id: string, by: string, at: string) =>
    `the proposal ${id} was refused by ${by} on ${at}; nothing was sent`,
  released: (id: string, by: string, at: string) =>
    `the proposal ${id} was released by ${by} on ${at} already`,

  // Proposing.
  needsNote: '--propose needs --note: the person who releases it reads why',
  expiresProposal: '--expires belongs to --propose',
  expiresAtOnce: '--expires must be longer than nothing',
  proposed: {
    terminal: (command: string) => `nothing was sent; a second person releases it: ${command}`,
    page: (_command: string) => 'Nothing was sent. A second person releases it.',
  },
  refusalNeedsNote: {
    terminal: 'give --note: whoever proposed it reads why',
    page: 'Write why: whoever proposed it reads it.',
  },

  // Releasing.
  otherBank: (id: string, bank: string) =>
    `the proposal ${id} is for the bank at ${bank}, and this profile calls another; nothing was sent`,
  otherPrincipal: (id: string, profile: string) =>
    `the proposal ${id} was made in the name of another application (profile ${profile}); nothing was sent`,
  otherContents: (id: string) =>
    `the proposal ${id} would not send what it was made for; nothing was sent`,
  otherEnvironment: (id: string, before: string, now: string) =>
    `the proposal ${id} was made for ${before}, and this profile is ${now}; nothing was sent`,
  invalidNow: (id: string) =>
    `the bank would not take the proposal ${id} any more; nothing was sent`,
  sentByRecovery: (charge: string, id: string, ended: string) =>
    `${charge} was released and never sent: it was sent now, by the proposal ${id} (${ended})`,
  stillUnsent: (charge: string, id: string, why: string) =>
    `${charge} was released by the proposal ${id} and is not sent yet: ${why}`,
  releasedInStore: (charge: string, id: string) =>
    phrase`${charge} was released by the proposal ${id} in a shared store that this machine has left, and another machine may send it; from here ${payctl`approvals release ${id}`} does`,
  endNotWritten: (id: string, why: string) =>
    `how the proposal ${id} ended could not be written down, and is found in the journal: ${why}`,
}));
