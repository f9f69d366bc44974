import { type Command, command } from '../../cli/command.js';
import { PayctlError } from '../../core/errors.js';
import { formatAmount } from '../../core/money.js';
import { customerCommands } from './customer.js';
import { operatorCommands } from './operator.js';
import { serve } from './serve.js';

export const balance = command({
  words: ['sandbox', 'balance'],
  summary:
    'show the balance of every account of the embedded bank, and check that the books balance',
  notes: [
    'The vault, the schemes and other banks may be below zero: they stand for the outside world. The balances sum to zero in every currency.',
  ],
  parameters: {},
  examples: ['payctl sandbox balance', 'payctl sandbox balance -o json'],
  run: async (context) => {
    const bank = await context.services.bank();
    const data = bank.accounts().map(({ id, currency, balance, name }) => ({
      account: id,
      currency,
      balance: formatAmount(balance),
      name,
    }));
    const result = { data };
    if (!bank.balanced()) {
      const message = 'The books of the embedded bank do not balance.';
      return { ...result, problem: new PayctlError('INTERNAL', message) };
    }
    await context.note('The books balance.');
    return result;
  },
});

export const commands: readonly Command[] = [
  serve,
  ...customerCommands,
  ...operatorCommands,
  balance,
];
