import { area } from '../core/message.js';

/** Refunding a payment. */
export const refundWords = area('refundWords', () => ({
  refund: 'Refund',
  lead: 'Check amount and payee. The money goes back to the customer at once.',
  wholeOnly: 'All of it goes back; a part is not possible.',
  none: 'Nothing was sent: this payment cannot be refunded, or it was refunded already.',
  unknown:
    'Nothing was sent: the state of this payment is not known at the moment. Do not tell the customer that it was refunded; try again later.',
  changed:
    'Nothing was sent: the amount or the connection is no longer what the page showed. Open the refund again from the report.',
  done: 'Refunded',
  open: 'The outcome of the refund is not known yet. Do not send it again.',
  failed: 'Not refunded',
  reason: 'Reason',
  propose: 'Propose a refund of',
  proposedLead:
    'This is more than you may refund by yourself, alone or with your refunds of today. Propose it: an approver releases or refuses it.',
  proposed: 'Proposed; nothing was sent',
  notProposed: 'Not proposed; nothing was sent',
  toProposal: 'Open the proposal',
  overLimit:
    'Nothing was sent: with your refunds of today it is more than you may refund by yourself. Open the refund again from the payment to propose it.',
  back: 'Back to the report',
  exact: 'The command that is run',
}));
