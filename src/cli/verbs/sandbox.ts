import type { Command } from '../command.js';
import { balance } from './sandbox-balance.js';
import { customerCommands } from './sandbox-customer.js';
import { operatorCommands } from './sandbox-operator.js';
import { serve } from './sandbox-serve.js';

export const commands: readonly Command[] = [
  serve,
  ...customerCommands,
  ...operatorCommands,
  balance,
];
