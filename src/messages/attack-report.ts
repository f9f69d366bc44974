import { area } from '../core/message.js';

/** The page of an attack: its words, and what each class means. */
export const attackReport = area('attackReport', () => ({
  title: 'Attack on an application',
  made: (at: string, seed: number) => `Made ${at}; Seed ${seed}`,
  scenarios: 'Scenarios',
  scenario: 'Scenario',
  histories: 'Histories',
  orders: 'Orders',
  findings: 'Findings',
  none: 'Nothing found: all orders agree with the bank.',
  order: 'Order',
  bank: 'Bank',
  application: 'Application',
  customer: 'Customer',
  stranger: 'Stranger',
  seed: 'Seed',
  again: 'Again',
  shortest: 'This is the shortest history that still shows it.',
  notShortest: 'A shorter history may show it too.',
  sequence: 'Who said what',
  paid: 'paid',
  unpaid: 'unpaid',
  refunded: 'refunded',
  'paid-not-credited': 'A customer paid, and the application knows of it, but does not credit it.',
  dayOfPayment:
    'The bank dates payments by its own clock: ask for the day that the confirmation names, and beside today for yesterday and tomorrow.',
  'credited-not-paid': 'The application credits what nobody paid.',
  'credited-twice': 'The application credits more than once what was paid once.',
  'wrong-amount': 'The application credits another amount than was paid.',
  'refunded-still-credited': 'The bank gave the money back, and the application still credits it.',
  'believed-forgery': 'The application believes a confirmation that the bank did not send.',
  'acknowledged-and-lost':
    'The application acknowledged a confirmation, and forgot it when it was killed.',
  'never-asked': 'No confirmation came, and the application never asked the bank.',
  hung: 'The application did not answer in 10 seconds.',
  crashed: 'The application ended by itself.',
}));
