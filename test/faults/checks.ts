import * as charges from './checks/charges.js';
import * as client from './checks/client.js';
import * as evidence from './checks/evidence.js';
import * as files from './checks/files.js';
import * as kept from './checks/kept.js';
import * as tokens from './checks/tokens.js';
import type { Parts } from './parts.js';

/** What the simulation does not reach: each tells whether the parts keep one promise. */
export const CHECKS = {
  'a new file and its directory are flushed': files.flushes,
  'a lock has one holder': files.hasOneHolder,
  'a lock is free when its holder is dead': files.outlivesItsHolder,
  'settings are changed under the lock': files.locksSettings,
  'one token call for all who find it expired': tokens.buysOnce,
  'a failed refresh leaves a newer token alone': tokens.keepsNewer,
  'an older token never replaces a newer one': tokens.ordersTokens,
  'absence takes two inquiries that agree': evidence.asksTwice,
  'what strangers do not find proves nothing': evidence.asksAsItself,
  'a clock that is set brings no absence early': evidence.timesByUptime,
  'a reboot starts the time of absence anew': evidence.countsBootsApart,
  'what the bank knew once is never absent': evidence.remembersKnowing,
  'the proof of the bank outweighs the word of a person': evidence.believesTheBank,
  'a gap in the files of a claim frees nothing': charges.refusesGaps,
  'a list shows no end that is not on disk': charges.listsTheDisk,
  'what is in flight elsewhere is a conflict': charges.leavesOthersAlone,
  'nothing is sent after a stop': charges.stopsInTime,
  '10 and 10.00 are one charge': charges.readsAmounts,
  'one reference of two companies is two charges': charges.tellsCompaniesApart,
  'one reference at two banks is two charges': charges.tellsBanksApart,
  'a changed line is noticed': charges.noticesEdits,
  'an end that is gone is noticed': charges.missesEnds,
  'an answer is masked on disk': charges.masksAnswers,
  'a redirect is never followed': client.staysThere,
  'what creates once is sent once': client.createsOnce,
  'a code that works once is sent once': client.usesCodesOnce,
  'a retry waits as long as the bank asks': client.waitsAsAsked,
  'a secret that comes back is hidden': client.hidesEchoes,
  'a secret that comes back escaped is hidden': client.hidesEscapes,
  'a secret that comes back encoded is hidden': client.hidesCodes,
  'a secret of another call is hidden': client.hidesOthers,
  'the wire log shows no credential': client.logsNoCredentials,
  'a confirmation that comes twice is kept once': kept.keepsOnce,
  'other contents of a confirmation are kept': kept.keepsContradictions,
  'a batch goes on where it was': kept.goesOn,
  'a checkpoint counts what is in the results alone': kept.countsResults,
  'the checkpoint of another batch is refused': kept.refusesOtherBatches,
} as const satisfies Record<string, (parts: Parts) => Promise<boolean>>;

export type Check = keyof typeof CHECKS;
