import { bankName } from '../../config/names.js';
import { type Command, command, type Definition } from '../../runtime/command.js';
import { group, option } from '../../runtime/parameter.js';

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
    run: (services, { id, own }) => {
      if (id !== undefined) services.chooseBank(id);
      return run(services, own);
    },
  });
}
