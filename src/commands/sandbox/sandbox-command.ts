import { bankName } from '../../config/names.js';
import { type Command, command, type Result } from '../../runtime/command.js';
import type { Context } from '../../runtime/context.js';
import { group, option, type Parameters } from '../../runtime/parameter.js';

interface Definition<Values> extends Omit<Command, 'options' | 'arguments' | 'run'> {
  parameters: Parameters<Values>;
  run(context: Context, values: Values): Promise<Result>;
}

/** A command of an embedded bank: the one that `--id` or PAYCTL_SANDBOX names, or the shared one. */
export function sandboxCommand<Values extends object>({
  parameters,
  run,
  ...about
}: Definition<Values>): Command {
  return command({
    ...about,
    ...(about.lasts !== true && { step: 'harmless' }),
    parameters: {
      own: group(parameters),
      id: option('--id <name>', 'a bank of its own, by this name', bankName, {
        fallback: 'default: PAYCTL_SANDBOX, or the one that all share',
      }),
    },
    run: (context, { id, own }) => {
      if (id !== undefined) context.services.chooseBank(id);
      return run(context, own);
    },
  });
}
