import { area } from '../core/message.js';

const english = {
  what: 'What',
  why: 'Why',
  amount: 'Amount',
  amountBaht: 'Amount in baht',
  time: 'Time',
  kind: 'Kind',
  state: 'State',
  payer: 'Payer',
  payee: 'Paid to',
  fromBank: 'Sending bank',
  toBank: 'Receiving bank',
  reference: 'Reference',
  transaction: 'Transaction',
  sources: 'Known to',
  operation: 'Operation',
  profile: 'profile',
  environment: 'Environment',
  machine: 'Machine',
  request: 'Request number',
  status: 'HTTP',
  code: 'Code',
  answer: 'Answer of the bank',
  outcome: 'Outcome',
  attempts: 'Attempts',
  sentAt: 'Sent',
  endedAt: 'Ended',
  forwarding: 'Forwarding',
  check: 'Check',
  count: 'Count',
  fit: 'How sure',
  name: 'Name',
  account: 'Account',
  balance: 'Balance',
};

export type LabelsSentences = typeof english;

/** What columns and facts of pages are called. */
export const labels = area('labels', english);
