import { area } from '../core/message.js';
import { pluralize } from '../core/text.js';

/** What was proposed, and what a second person says of it. */
export const approvalWords = area('approvalWords', () => ({
  lead: 'What was proposed and waits for a second person. Nothing of it was sent.',
  leadAll: 'What was proposed, and what became of it.',
  none: 'Nothing waits for a release.',
  noneAtAll: 'Nothing was proposed yet.',
  all: 'Show all',
  onlyOpen: 'Only what waits',
  waiting: (count: number) => `${pluralize(count, 'proposal')} to release or refuse`,
  proposer: 'Proposed by',
  releasedBy: 'Released by',
  reason: 'Reason',
  expires: 'Expires',
  input: 'What is sent, exactly',
  release: 'Release',
  releaseLead: 'The money moves at once, exactly as it stands here.',
  goOn: 'Find out how it ended',
  refuse: 'Refuse',
  refuseWhy: 'Why it is refused',
  withdraw: 'Withdraw',
  withdrawWhy: 'Why it is withdrawn',
  notYours: 'You can withdraw only what you have proposed yourself.',
  released: 'Released, and carried out',
  notCarriedOut: 'Released, and not carried out',
  stillOpen: 'Released. The outcome is not known yet; do not send it in another way.',
  refused: 'Refused',
}));

/** How a proposal stands. */
export const proposalStates = area('proposalStates', () => ({
  open: { terminal: 'open', page: 'waiting' },
  released: { terminal: 'released', page: 'released, not final' },
  refused: 'refused',
  expired: 'expired',
  done: 'done',
}));
