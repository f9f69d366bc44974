import type { Command } from '../../cli/command.js';
import { PayctlError } from '../../core/errors.js';
import { formatAmount } from '../../core/money.js';
import { customerCommands } from './customer.js';
import { operatorCommands } from './operator.js';
import { serve } from './serve.js';

export const balance: Command = {
  words: ['sandbox', 'balance'],
  summary: 'what every account of the embedded bank holds, and whether the books balance',
  notes: [
    'Vault, schemes and other banks may stand below zero: they are the world outside. In every currency the balances sum to zero.',
  ],
  examples: ['payctl sandbox balance', 'payctl sandbox balance -o json'],
  run: async (context) => {
    const bank = await context.wiring.bank();
    const data = bank.accounts().map(({ id, currency, balance, name }) => ({
      account: id,
      currency,
      balance: formatAmount(balance),
      name,
    }));
    const result = { data };
    if (!bank.balanced()) {
      const message = 'the books of the embedded bank do not balance';
      return { ...result, problem: new PayctlError('INTERNAL', message) };
    }
    await context.note('the books balance');
    return result;
  },
};

export const commands: readonly Command[] = [
  serve,
  ...customerCommands,
  ...operatorCommands,
  balance,
];
